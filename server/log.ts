// The log of a process: JSON lines of plain words; what others have made is told by the rules of
// told-error.ts, whoever logs it.
import pino from 'pino';
import { type Log, wordsOf } from './app/process/log-words.ts';
import type { LogLevel } from './config.ts';
import { tellError } from './told-error.ts';

/** Where lines go; else standard output. */
export type LogSink = { write(line: string): void };

function loggable(fields: object): object {
  const words = wordsOf(fields);
  // Also where a caller that the types do not reach gave an error another name.
  const errors = Object.entries(fields).filter(
    ([name, value]) => (name === 'err' && value !== undefined) || value instanceof Error,
  );
  for (const [name, error] of errors) Object.assign(words, { [name]: tellError(error) });
  return words;
}

export function createLog(level: LogLevel, sink?: LogSink): Log {
  const options = {
    level,
    // As told-error.ts tells it: the library's own way would add what it finds.
    serializers: { err: (told: unknown) => told },
    redact: ['token', 'secret', 'number'],
    timestamp: pino.stdTimeFunctions.isoTime,
  };
  const lines = sink === undefined ? pino(options) : pino(options, sink);
  const at = (name: 'info' | 'warn' | 'error') => (fields: object, message?: string) => {
    if (lines.isLevelEnabled(name)) lines[name](loggable(fields), message);
  };
  return { info: at('info'), warn: at('warn'), error: at('error') };
}
