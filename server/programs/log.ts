// The log of a process: JSON lines of plain values; told-error.ts decides what may be logged of an
// error, whoever logs it.
import pino from 'pino';
import { type Log, wordsOf } from '../app/process/log-words.ts';
import type { LogLevel } from '../settings/process-settings.ts';
import { tellError } from './told-error.ts';

/** Where lines go; the default is standard output. */
export type LogSink = { write(line: string): void };

function loggable(fields: object): object {
  const words = wordsOf(fields);
  // Checks all fields, in case a caller outside of the types' reach gave an error another name.
  const errors = Object.entries(fields).filter(
    ([name, value]) => (name === 'err' && value !== undefined) || value instanceof Error,
  );
  for (const [name, error] of errors) Object.assign(words, { [name]: tellError(error) });
  return words;
}

export function createLog(level: LogLevel, sink?: LogSink): Log {
  const options = {
    level,
    // Only what told-error.ts permits: the library's own serializer would add everything it finds.
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
