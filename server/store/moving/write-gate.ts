// The gate of a place that a cell leaves: from then on every statement that writes asks it first,
// whichever process, release or role sends it. It is in that database itself, so that a process
// that was asleep or cut off meets it, too.
import pg, { type ClientBase } from 'pg';
import { UNSWITCHED_STATES } from '../../domain/service/cell-move.ts';
import { oneOf } from '../connection/word-list.ts';
import { LOCK_PATIENCE, type LockWait, withLockRetries } from '../schema/lock-retries.ts';
import { movedTables } from './moved-tables.ts';

const FUNCTION = 'payment_orders_write_gate';
const TRIGGER = 'payment_orders_write_gate';

/** Writers hold a lock on the table of moves until they end, by having asked. */
const LOCK_WRITERS_OUT = 'lock table cell_moves in access exclusive mode';

/**
 * Locked before it is read: after a wait it has to see what the holder of the lock has written.
 * The state is the one of a server that takes no writes, which every release knows as an outage. A
 * pause that is over lets writes through again, so that a command that has died stops nobody.
 */
const GATE = `
  create or replace function ${FUNCTION}() returns trigger language plpgsql
  set search_path from current as $gate$
  begin
    lock table cell_moves in access share mode;
    if exists (select from cell_moves where state = 'moved'
        or (state = 'paused' and pause_ends_at > clock_timestamp())) then
      raise exception 'the cell is being moved, or has moved to another server'
        using errcode = '25006';
    end if;
    return null;
  end $gate$`;

async function withLockLimit<Value>(
  client: ClientBase,
  work: () => Promise<Value>,
): Promise<Value> {
  await client.query('begin');
  try {
    await client.query(`set local lock_timeout = ${LOCK_PATIENCE.lock_ms}`);
    const value = await work();
    await client.query('commit');
    return value;
  } catch (error) {
    // The first error is the reason; a broken connection has nothing to roll back.
    await client.query('rollback').catch(() => undefined);
    throw error;
  }
}

async function gatedTables(client: ClientBase): Promise<ReadonlySet<string>> {
  const { rows } = await client.query<{ name: string }>(
    `select c.relname::text as name from pg_trigger t join pg_class c on c.oid = t.tgrelid
     where t.tgname = '${TRIGGER}' and c.relnamespace = current_schema()::regnamespace`,
  );
  return new Set(rows.map(({ name }) => name));
}

/**
 * While the service works: each table is locked by itself for a moment, once those who write in it
 * have ended. So afterwards nobody writes who has not asked. May be repeated.
 */
export async function buildWriteGate(
  client: ClientBase,
  tell: (wait: LockWait) => void,
): Promise<void> {
  await client.query(GATE);
  const gated = await gatedTables(client);
  for (const { name } of await movedTables(client)) {
    if (gated.has(name)) continue;
    const table = pg.escapeIdentifier(name);
    const text = `create trigger ${TRIGGER}
      before insert or update or delete or truncate on ${table}
      for each statement execute function ${FUNCTION}()`;
    await withLockRetries(LOCK_PATIENCE, tell, () =>
      withLockLimit(client, () => client.query(text)),
    );
  }
}

/** Every table that is copied has the gate. */
export async function isGateComplete(client: ClientBase): Promise<boolean> {
  const gated = await gatedTables(client);
  return (await movedTables(client)).every(({ name }) => gated.has(name));
}

export async function removeWriteGate(client: ClientBase): Promise<void> {
  for (const name of await gatedTables(client)) {
    const table = pg.escapeIdentifier(name);
    await withLockLimit(client, () =>
      client.query(`drop trigger if exists ${TRIGGER} on ${table}`),
    );
  }
  await client.query(`drop function if exists ${FUNCTION}()`);
}

/**
 * Waits briefly for those who write now, and throws the error of a lock if they do not end. Who
 * comes meanwhile waits, and is refused once the pause has begun.
 */
export async function beginPause(
  client: ClientBase,
  move_id: string,
  seconds: number,
): Promise<void> {
  await withLockLimit(client, async () => {
    await client.query(LOCK_WRITERS_OUT);
    await client.query(
      `update cell_moves set state = 'paused', changed_at = statement_timestamp(),
         pause_ends_at = statement_timestamp() + $2 * interval '1 second'
       where move_id = $1 and state in ${oneOf(UNSWITCHED_STATES)}`,
      [move_id, seconds],
    );
  });
}

/** Writes go on here. */
export async function endPause(client: ClientBase, move_id: string): Promise<void> {
  await client.query(
    `update cell_moves set state = 'copying', pause_ends_at = null,
       changed_at = statement_timestamp()
     where move_id = $1 and state = 'paused'`,
    [move_id],
  );
}

/**
 * The moment of the switch. False if the pause is over, so that somebody may have written: under
 * the lock, after which the statement begins, nobody does, and whoever waits for it sees that the
 * cell has moved.
 */
export async function leavePlace(client: ClientBase, move_id: string): Promise<boolean> {
  return await withLockLimit(client, async () => {
    await client.query(LOCK_WRITERS_OUT);
    const { rowCount } = await client.query(
      `update cell_moves set state = 'moved', changed_at = statement_timestamp()
       where move_id = $1 and state = 'paused' and pause_ends_at > statement_timestamp()`,
      [move_id],
    );
    return rowCount === 1;
  });
}
