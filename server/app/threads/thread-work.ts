// One piece of work on one reading thread: sends pieces of the file on request, and measures the
// time during which the thread works.
import type { Worker } from 'node:worker_threads';
import type { FromThread, Stopped, ToThread } from './messages.ts';
import type { ReadingName, Readings } from './readers.ts';

/** `ready`: it has loaded; loading does not count as working time. */
export type Thread = {
  readonly worker: Worker;
  readonly ready: Promise<unknown>;
  is_dead: boolean;
};

export type Work<Name extends ReadingName> = {
  name: Name;
  input: Readings[Name]['input'];
  /** The file, if it comes in pieces. */
  body?: AsyncIterable<Uint8Array>;
  /** Receives a part of a result that is too long for one message. */
  part?: (value: Readings[Name]['part']) => void;
};

export type Ending<Name extends ReadingName> = { value: Readings[Name]['value'] } | Stopped;

/** Runs while the thread works, and pauses while it waits for the file. */
class Stopwatch {
  readonly #over: () => void;
  #left_ms: number;
  #since = 0;
  #timer: NodeJS.Timeout | undefined;

  constructor(limit_ms: number, over: () => void) {
    this.#left_ms = limit_ms;
    this.#over = over;
  }

  go(): void {
    this.#since = performance.now();
    this.#timer = setTimeout(this.#over, Math.max(0, this.#left_ms));
  }

  rest(): void {
    if (this.#timer === undefined) return;
    clearTimeout(this.#timer);
    this.#timer = undefined;
    this.#left_ms -= performance.now() - this.#since;
  }
}

const isOutOfMemory = (error: Error) =>
  'code' in error && error.code === 'ERR_WORKER_OUT_OF_MEMORY';

class ThreadWork<Name extends ReadingName> {
  readonly #thread: Thread;
  readonly #work: Work<Name>;
  readonly #pieces: AsyncIterator<Uint8Array> | undefined;
  readonly #clock: Stopwatch;
  readonly #end = Promise.withResolvers<Ending<Name>>();
  #file_error: { error: unknown } | null = null;

  constructor(thread: Thread, work: Work<Name>, time_limit_ms: number) {
    this.#thread = thread;
    this.#work = work;
    this.#pieces = work.body?.[Symbol.asyncIterator]();
    this.#clock = new Stopwatch(time_limit_ms, () => {
      thread.is_dead = true;
      this.#end.resolve({ stopped: 'time' });
    });
  }

  async toItsEnd(): Promise<Ending<Name>> {
    const { worker } = this.#thread;
    const { name, input } = this.#work;
    worker.on('message', this.#hear).on('error', this.#failed).on('exit', this.#exited);
    try {
      this.#send({ kind: 'work', name, input });
      this.#clock.go();
      return await this.#end.promise;
    } finally {
      this.#clock.rest();
      worker.off('message', this.#hear).off('error', this.#failed).off('exit', this.#exited);
      await this.#pieces?.return?.();
    }
  }

  #send(message: ToThread<Name>, moved: ArrayBuffer[] = []): void {
    this.#thread.worker.postMessage(message, moved);
  }

  readonly #hear = (message: FromThread<Name>): void => {
    this.#clock.rest();
    switch (message.kind) {
      case 'ready':
        break;
      case 'more':
        void this.#give();
        break;
      case 'part':
        this.#work.part?.(message.value);
        this.#send({ kind: 'taken' });
        this.#clock.go();
        break;
      case 'done':
        this.#end.resolve({ value: message.value });
        break;
      case 'broken_off':
        this.#end.reject(this.#file_error?.error);
        break;
      case 'failed':
        this.#end.reject(Object.assign(new Error(message.error.message), message.error));
        break;
    }
  };

  readonly #failed = (error: Error): void => {
    this.#thread.is_dead = true;
    if (isOutOfMemory(error)) this.#end.resolve({ stopped: 'memory' });
    else this.#end.reject(error);
  };

  readonly #exited = (): void => this.#failed(new Error('A reading thread ended by itself'));

  async #give(): Promise<void> {
    try {
      const next = await this.#pieces?.next();
      // Copied before the transfer: a piece from a socket may share its buffer with other data.
      const bytes = next === undefined || next.done === true ? null : Uint8Array.from(next.value);
      this.#send({ kind: 'piece', bytes }, bytes === null ? [] : [bytes.buffer]);
    } catch (error) {
      // Thrown to the caller when the thread has stopped reading the file.
      this.#file_error = { error };
      this.#send({ kind: 'broken_off' });
    }
    this.#clock.go();
  }
}

/** Rejects with the error of the file's source, or with that of a bug. A stopped thread is dead. */
export async function workOn<Name extends ReadingName>(
  thread: Thread,
  work: Work<Name>,
  time_limit_ms: number,
): Promise<Ending<Name>> {
  await thread.ready;
  return await new ThreadWork(thread, work, time_limit_ms).toItsEnd();
}
