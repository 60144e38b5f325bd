// The framework's logger: passes its warnings and errors to the service's log, and drops the rest.
import type { FastifyBaseLogger } from 'fastify';
import { type Log, wordsOf } from '../../app/process/log-words.ts';

const NO_BINDINGS = {};

const FAILED = 'the web framework reported an error';

type Level = 'info' | 'warn' | 'error';

/**
 * A class, because one is created per request: the methods are shared, only the bindings differ.
 */
class HttpLog {
  level = 'warn';
  readonly #log: Log;
  readonly #bindings: object;

  constructor(log: Log, bindings: object) {
    this.#log = log;
    this.#bindings = bindings;
  }

  child(bindings: object): HttpLog {
    // Usually there are none yet, so the framework's object is used without a copy.
    const has_none = this.#bindings === NO_BINDINGS;
    return new HttpLog(this.#log, has_none ? bindings : { ...this.#bindings, ...bindings });
  }

  error(what: unknown, message?: string): void {
    this.#write('error', what, message);
  }

  fatal(what: unknown, message?: string): void {
    this.#write('error', what, message);
  }

  warn(what: unknown, message?: string): void {
    this.#write('warn', what, message);
  }

  info(): void {
    // Requests are logged by the service's own hook, in one line each.
  }

  debug(): void {
    // See info.
  }

  trace(): void {
    // See info.
  }

  silent(): void {
    // A log level of Fastify that writes nothing.
  }

  #write(level: Level, what: unknown, message: string | undefined): void {
    const err = what instanceof Error ? what : Object(what).err;
    const fields = typeof what === 'object' && what !== err ? what : {};
    const words = wordsOf({ ...this.#bindings, ...fields });
    // The framework often repeats an error's message beside the error.
    const is_repeated = err instanceof Error && message === err.message;
    const text = is_repeated ? FAILED : (message ?? (typeof what === 'string' ? what : undefined));
    this.#log[level](err === undefined ? words : { ...words, err }, text);
  }
}

export function httpLog(log: Log): FastifyBaseLogger {
  return new HttpLog(log, NO_BINDINGS);
}
