// The settings of each process: how much it logs, and how it stops.
import { resolve } from 'node:path';
import type { AnyRow } from './setting-text.ts';
import { oneOfValues, wholeNumber } from './setting-values.ts';

export type LogLevel = 'fatal' | 'error' | 'warn' | 'info' | 'debug' | 'trace' | 'silent';

export type ProcessSettings = {
  installation: string | undefined;
  archive_dir: string | undefined;
  log_level: LogLevel;
  drain_seconds: number;
  stop_seconds: number;
};

const LEVELS: readonly LogLevel[] = ['fatal', 'error', 'warn', 'info', 'debug', 'trace', 'silent'];

const NAME = /^[\w.-]{1,64}$/;

export const PROCESS_ROWS = {
  installation: {
    name: 'INSTALLATION',
    default_words: 'none',
    takes: 'up to 64 letters, digits, dots, hyphens and underscores',
    sentence:
      'The name of this installation, by which it knows a copy of its database: give each ' +
      'installation its own.',
    parse: (text: string) => (NAME.test(text) ? text : undefined),
  },
  archive_dir: {
    name: 'ARCHIVE_DIR',
    default_words: 'none',
    takes: 'a folder',
    sentence: 'Where `payment-orders archive` writes the files of closed months, and lists them.',
    parse: (text: string) => resolve(text),
  },
  log_level: {
    name: 'LOG_LEVEL',
    default_value: 'info',
    takes: `one of ${LEVELS.join(', ')}`,
    sentence: 'How much is logged.',
    parse: oneOfValues(LEVELS),
  },
  drain_seconds: {
    name: 'DRAIN_SECONDS',
    default_value: '0',
    takes: 'a whole number from 0 to 300',
    sentence:
      'How long a process that was told to stop answers on while `/readyz` is 503, so that a ' +
      'load balancer leaves it first.',
    parse: wholeNumber(0, 300),
  },
  stop_seconds: {
    name: 'STOP_SECONDS',
    default_value: '10',
    takes: 'a whole number from 1 to 600',
    sentence: 'How long a process that was told to stop may finish its work before it is cut off.',
    parse: wholeNumber(1, 600),
  },
} satisfies Record<string, AnyRow>;
