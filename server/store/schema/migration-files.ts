// The migrations of this version: files that are run in the order of their numbers, each one
// statement after the other.
import { createHash } from 'node:crypto';
import { readdir, readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { StartupError } from '../../lib/startup-error.ts';

export const MIGRATIONS_FOLDER = join(import.meta.dirname, '../../../migrations');

const FILE_NAME = /^(\d{4})-([a-z0-9-]+)\.sql$/;

/** As the database keeps it once it has run. */
export type AppliedMigration = { version: number; name: string; checksum: string };

/**
 * `needs` is the newest migration that a process has to know to work with the database afterwards:
 * its own number, if it does not say that processes of earlier releases go on.
 */
export type RecordedMigration = AppliedMigration & { needs: number };
export type Migration = RecordedMigration & { statements: string[] };

const GOES_ON = /^-- Processes that know (\d{4}) go on\.$/m;

/** What may contain a semicolon that ends no statement, and the semicolon that does. */
const TOKEN = /--[^\n]*|'(?:[^']|'')*'|"[^"]*"|\$(\w*)\$[\s\S]*?\$\1\$|;/g;

const isEmpty = (part: string): boolean => part.replaceAll(/--[^\n]*/g, '').trim() === '';

/** Without the semicolons; comments stay with the statement that they stand before. */
export function splitStatements(text: string): string[] {
  const parts: string[] = [];
  let from = 0;
  for (const { 0: token, index } of text.matchAll(TOKEN)) {
    if (token !== ';') continue;
    parts.push(text.slice(from, index));
    from = index + 1;
  }
  parts.push(text.slice(from));
  return parts.filter((part) => !isEmpty(part)).map((part) => part.trim());
}

/** Line endings do not count: a checkout on another system may have changed them. */
function checksumOf(text: string): string {
  return createHash('sha256').update(text.replaceAll('\r\n', '\n')).digest('hex');
}

async function readMigration(folder: string, file: string): Promise<Migration> {
  const [, digits, name] = FILE_NAME.exec(file) ?? [];
  if (digits === undefined || name === undefined) {
    throw new StartupError(`migrations/${file} is not named like 0001-what-it-does.sql.`);
  }
  const text = await readFile(join(folder, file), 'utf8');
  if (!text.startsWith('--')) {
    throw new StartupError(`migrations/${file} does not say why in its first line.`);
  }
  const statements = splitStatements(text);
  const version = Number(digits);
  const needs = Number(GOES_ON.exec(text)?.[1] ?? version);
  if (needs > version) {
    throw new StartupError(`migrations/${file} names a later migration as known to processes.`);
  }
  return { version, name, checksum: checksumOf(text), needs, statements };
}

export async function readMigrations(folder: string): Promise<Migration[]> {
  const files = (await readdir(folder)).filter((file) => /^\d.*\.sql$/.test(file)).sort();
  const migrations: Migration[] = [];
  for (const file of files) migrations.push(await readMigration(folder, file));
  for (const [index, { version }] of migrations.entries()) {
    if (migrations[index - 1]?.version === version) {
      throw new StartupError(`Two migrations have the number ${numberOf(version)}.`);
    }
  }
  return migrations;
}

const numberOf = (version: number): string => String(version).padStart(4, '0');

export function migrationFile({ version, name }: { version: number; name: string }): string {
  return `${numberOf(version)}-${name}.sql`;
}
