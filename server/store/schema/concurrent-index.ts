// Builds or drops an index while its table takes writes. PostgreSQL does this in no transaction, so
// a second connection holds the lock that keeps other processes away meanwhile.
import { setTimeout as sleep } from 'node:timers/promises';
import pg from 'pg';
import { connectClient } from '../connection/servers.ts';
import type { Migration } from './migration-files.ts';

const FORM = /^(create|drop) (?:unique )?index concurrently (\w+)/;
const PAUSE_MS = 500;

/** A build or drop of a process that was killed has met this one. */
const MET_STATES = ['42P07', '42704', '40P01'];

/**
 * Nobody waits for it in PostgreSQL: such a statement would be one of those that a build waits for.
 * For the same reason it has no parameters: their portal keeps its snapshot. It ends with its
 * transaction, so it also works behind PgBouncer.
 */
export const tryBuilderLock = (schema: string): string =>
  `select pg_try_advisory_xact_lock(7091206, hashtext(${pg.escapeLiteral(schema)})) as is_mine`;

/** The transaction is idle while the index is built. */
const NO_TIMEOUTS = `
  select set_config(name, '0', true) from pg_settings where name like '%transaction%timeout'`;

type Change = { statement: string; act: 'create' | 'drop'; index: string };

/** The file has this statement alone. */
export function concurrentChange({ statements }: Migration): Change | undefined {
  const [statement = '', ...others] = statements;
  const words = statement
    .replaceAll(/--[^\n]*/g, ' ')
    .replaceAll(/\s+/g, ' ')
    .trim();
  const [, act, index] = FORM.exec(words) ?? [];
  if (act === undefined || index === undefined || others.length > 0) return undefined;
  return { statement, act: act === 'drop' ? 'drop' : 'create', index };
}

type Found = { is_valid: boolean; is_building: boolean };

async function findIndex(client: pg.ClientBase, index: string): Promise<Found | undefined> {
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

async function isDone(client: pg.ClientBase, { act, index }: Change): Promise<boolean> {
  const found = await findIndex(client, index);
  if (found === undefined) return act === 'drop';
  if (act === 'drop') return false;
  if (found.is_valid) return true;
  if (found.is_building) await sleep(PAUSE_MS);
  // What a build that ended on its way has left: PostgreSQL keeps it and never uses it.
  else await client.query(`drop index concurrently if exists ${index}`);
  return false;
}

/** The caller holds the lock. */
export async function changeIndex(client: pg.ClientBase, change: Change): Promise<void> {
  while (!(await isDone(client, change))) {
    try {
      await client.query(change.statement);
    } catch (error) {
      if (!MET_STATES.includes(stateOf(error))) throw error;
    }
  }
}

async function tryLock(holder: pg.ClientBase, schema: string): Promise<boolean> {
  await holder.query('begin');
  await holder.query(NO_TIMEOUTS);
  const { rows } = await holder.query<{ is_mine: boolean }>(tryBuilderLock(schema));
  if (rows[0]?.is_mine === true) return true;
  await holder.query('rollback');
  return false;
}

/** One at a time across all processes; `connection` leads to the database of the migrations. */
export async function asOnlyBuilder<T>(
  client: pg.ClientBase,
  connection: pg.ClientConfig,
  work: () => Promise<T>,
): Promise<T> {
  const { rows } = await client.query<{ schema: string }>('select current_schema() as schema');
  // If it breaks, so does its commit.
  const holder = await connectClient(connection, () => undefined);
  try {
    while (!(await tryLock(holder, rows[0]?.schema ?? ''))) await sleep(PAUSE_MS);
    const result = await work();
    await holder.query('commit');
    return result;
  } finally {
    await holder.end();
  }
}
