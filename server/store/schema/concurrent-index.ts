// Builds or drops an index while its table takes writes. PostgreSQL does this in no transaction, so
// no lock keeps a second process away: each looks at what is there, and waits for one that builds.
import { setTimeout as sleep } from 'node:timers/promises';
import type { ClientBase } from 'pg';
import type { Migration } from './migration-files.ts';

const FORM = /^(create|drop) (?:unique )?index concurrently (\w+)/;
const PAUSE_MS = 500;

/** Another process has built it, dropped it, or met this one on its way. */
const MET_STATES = ['42P07', '42704', '40P01'];

type Change = { statement: string; act: string; index: string };

/** The file has this statement alone. */
export function concurrentChange({ statements }: Migration): Change | undefined {
  const [statement = '', ...others] = statements;
  const words = statement
    .replaceAll(/--[^\n]*/g, ' ')
    .replaceAll(/\s+/g, ' ')
    .trim();
  const [, act, index] = FORM.exec(words) ?? [];
  if (act === undefined || index === undefined || others.length > 0) return undefined;
  return { statement, act, index };
}

type Found = { is_valid: boolean; is_building: boolean };

async function findIndex(client: ClientBase, index: string): Promise<Found | undefined> {
  const { rows } = await client.query<Found>(
    `select i.indisvalid as is_valid, exists (
         select from pg_stat_progress_create_index p where p.index_relid = i.indexrelid
       ) as is_building
     from pg_index i
     where i.indexrelid = to_regclass(quote_ident(current_schema()) || '.' || quote_ident($1))`,
    [index],
  );
  return rows[0];
}

const stateOf = (error: unknown): string =>
  error instanceof Error && 'code' in error ? String(error.code) : '';

async function isDone(client: ClientBase, { act, index }: Change): Promise<boolean> {
  const found = await findIndex(client, index);
  if (found === undefined) return act === 'drop';
  if (act === 'drop') return false;
  if (found.is_valid) return true;
  if (found.is_building) await sleep(PAUSE_MS);
  // What a build that ended on its way has left: PostgreSQL keeps it and never uses it.
  else await client.query(`drop index concurrently if exists ${index}`);
  return false;
}

export async function changeIndex(client: ClientBase, change: Change): Promise<void> {
  while (!(await isDone(client, change))) {
    try {
      await client.query(change.statement);
    } catch (error) {
      if (!MET_STATES.includes(stateOf(error))) throw error;
    }
  }
}
