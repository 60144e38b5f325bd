// The settings of each process: how much it logs, and how long it may take to stop.
import type { AnyRow } from './setting-text.ts';
import { oneOfValues, wholeNumber } from './setting-values.ts';

export type LogLevel = 'fatal' | 'error' | 'warn' | 'info' | 'debug' | 'trace' | 'silent';

export type ProcessSettings = {
  log_level: LogLevel;
  stop_seconds: number;
};

const LEVELS: readonly LogLevel[] = ['fatal', 'error', 'warn', 'info', 'debug', 'trace', 'silent'];

export const PROCESS_ROWS = {
  log_level: {
    name: 'LOG_LEVEL',
    default_value: 'info',
    takes: `one of ${LEVELS.join(', ')}`,
    sentence: 'How much is logged.',
    parse: oneOfValues(LEVELS),
  },
  stop_seconds: {
    name: 'STOP_SECONDS',
    default_value: '10',
    takes: 'a whole number from 1 to 600',
    sentence: 'How long a process that was told to stop may finish its work before it is cut off.',
    parse: wholeNumber(1, 600),
  },
} satisfies Record<string, AnyRow>;
