// What the programs for backups share: their arguments, the passphrase, the progress on a terminal,
// and how numbers are told.
import { readFile } from 'node:fs/promises';
import { type ParseArgsConfig, parseArgs } from 'node:util';
import { StartupError } from '../lib/startup-error.ts';
import { SETTINGS } from '../settings/config.ts';
import { isGiven, textOf } from '../settings/setting-text.ts';
import type { BackupManifest, GivenSetting } from '../store/backup/backup-manifest.ts';
import type { Progress } from '../store/backup/make-backup.ts';

export type Wanted = { place: string | null; passphrase_file: string | null; json: boolean };

const OPTIONS = {
  'passphrase-file': { type: 'string' },
  json: { type: 'boolean' },
  help: { type: 'boolean', short: 'h' },
} as const satisfies ParseArgsConfig['options'];

/** Null after wrong usage or a request for help, which it has answered. */
export function readWanted(
  parameters: readonly string[],
  usage: string,
  places: readonly number[],
): Wanted | null {
  try {
    const { values, positionals } = parseArgs({
      args: [...parameters],
      options: OPTIONS,
      allowPositionals: true,
    });
    const { 'passphrase-file': passphrase_file = null, json = false, help = false } = values;
    const [place = null] = positionals;
    const fits = places.includes(positionals.length);
    if (fits && !help) return { place, passphrase_file, json };
    process[help ? 'stdout' : 'stderr'].write(usage);
    process.exitCode = help ? 0 : 2;
  } catch (error) {
    if (!(error instanceof TypeError)) throw error;
    process.stderr.write(usage);
    process.exitCode = 2;
  }
  return null;
}

const LEAST_PASSPHRASE = 16;
const MOST_PASSPHRASE = 1_024;

/** The first line of the file; never an argument, which others on the machine could read. */
export async function readPassphrase(file: string | null): Promise<string | null> {
  if (file === null) return null;
  const text = await readFile(file, 'utf8').catch((error: NodeJS.ErrnoException) => {
    throw new StartupError(`${file} cannot be read (${error.code}).`);
  });
  const [line = ''] = text.split(/\r?\n/);
  if (line.length >= LEAST_PASSPHRASE && line.length <= MOST_PASSPHRASE) return line;
  throw new StartupError(
    `The first line of ${file} must be a passphrase of ${LEAST_PASSPHRASE} to ` +
      `${MOST_PASSPHRASE} characters: openssl rand -base64 32.`,
  );
}

/** The settings that the service was given; of secrets only the names. */
export function givenSettings(env: NodeJS.ProcessEnv): GivenSetting[] {
  return SETTINGS.filter((setting) => isGiven(env, setting)).map((setting) => ({
    name: setting.name,
    value: setting.is_secret === true ? null : textOf(env, setting),
  }));
}

export const bytesText = (bytes: number): string => {
  if (bytes < 1_000_000) return `${Math.ceil(bytes / 1_000)} kB`;
  return bytes < 1_000_000_000
    ? `${(bytes / 1_000_000).toFixed(1)} MB`
    : `${(bytes / 1_000_000_000).toFixed(2)} GB`;
};

export const secondsSince = (started_ms: number): number =>
  Math.round((performance.now() - started_ms) / 100) / 10;

export const backupSums = ({ tables }: BackupManifest) => ({
  tables: tables.length,
  rows: tables.reduce((sum, { rows }) => sum + rows, 0),
  bytes: tables.reduce((sum, { bytes }) => sum + bytes, 0),
});

export const lastOrderWords = ({ last_order }: BackupManifest): string =>
  last_order === null
    ? 'There is no order in it.'
    : `The last order in it: ${last_order.order_id} of merchant ${last_order.merchant_id}, ` +
      `acknowledged ${last_order.created_at}.`;

/** On a terminal one line that is written over; otherwise nothing. */
export function tellProgress(what: string): Progress {
  const { stderr } = process;
  if (!stderr.isTTY) return () => undefined;
  return ({ tables, of, bytes, table }) => {
    const is_done = table === '';
    const bar = '#'.repeat(Math.floor((20 * tables) / Math.max(1, of))).padEnd(20, '.');
    const line = `${what} [${bar}] ${tables} of ${of} tables, ${bytesText(bytes)} ${table}`;
    stderr.write(`\r\u001b[K${is_done ? '' : line.slice(0, 100)}`);
  };
}
