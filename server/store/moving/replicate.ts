// The copy itself is PostgreSQL's: a publication in the place that is left, and a subscription in
// the new one, which copies all rows and then follows every commit.
import pg, { type ClientBase } from 'pg';
import { MARKS, movedTables, quotedTables } from './moved-tables.ts';

/** Of the publication, the subscription and its slot. */
export const copyName = (move_id: string): string =>
  `payment_orders_${move_id.replaceAll('-', '').slice(0, 16)}`;

async function isThere(client: ClientBase, text: string, name: string): Promise<boolean> {
  return (await client.query(text, [name])).rowCount === 1;
}

const hasPublication = (client: ClientBase, name: string) =>
  isThere(client, 'select from pg_publication where pubname = $1', name);

const SUBSCRIPTION = `select from pg_subscription
  where subname = $1
    and subdbid = (select oid from pg_database where datname = current_database())`;

export const hasSubscription = (client: ClientBase, move_id: string): Promise<boolean> =>
  isThere(client, SUBSCRIPTION, copyName(move_id));

const copiedTables = async (client: ClientBase) =>
  quotedTables([...(await movedTables(client)).map(({ name }) => name), MARKS]);

export async function publish(client: ClientBase, move_id: string): Promise<void> {
  const name = copyName(move_id);
  if (await hasPublication(client, name)) return;
  await client.query(`create publication ${name} for table ${await copiedTables(client)}`);
}

/** The copy writes as the owner of the tables does, also where history is only added to. */
export async function ownEverything(client: ClientBase): Promise<void> {
  await client.query(`grant all on table ${await copiedTables(client)} to current_user`);
}

/** The new place as the migrations have left it, without their rows. */
export async function emptyPlace(client: ClientBase): Promise<void> {
  await ownEverything(client);
  await client.query(`truncate table ${await copiedTables(client)}`);
}

/** `from`: the address of the place that is left, as the new server reaches it. */
export async function subscribe(client: ClientBase, move_id: string, from: string): Promise<void> {
  if (await hasSubscription(client, move_id)) return;
  const name = copyName(move_id);
  await client.query(
    `create subscription ${name} connection ${pg.escapeLiteral(from)} publication ${name}`,
  );
}

export type CopyProgress = {
  readonly tables: number;
  readonly copied: number;
  /** Tries that failed, of which the new server's log says why. */
  readonly failures: number;
};

export async function readProgressOfCopy(
  client: ClientBase,
  move_id: string,
): Promise<CopyProgress> {
  const { rows } = await client.query<{ tables: number; copied: number; failures: number }>(
    `select count(*)::int as tables, count(*) filter (where r.srsubstate = 'r')::int as copied,
       coalesce(max(t.apply_error_count + t.sync_error_count), 0)::int as failures
     from pg_subscription s join pg_subscription_rel r on r.srsubid = s.oid
     left join pg_stat_subscription_stats t on t.subid = s.oid
     where s.subname = $1`,
    [copyName(move_id)],
  );
  return rows[0] ?? { tables: 0, copied: 0, failures: 0 };
}

/** Written in the place that is left. */
export async function writeMark(client: ClientBase, move_id: string, mark: string): Promise<void> {
  await client.query(
    `insert into cell_marks (move_id, mark) values ($1, $2)
     on conflict (move_id) do update set mark = excluded.mark`,
    [move_id, mark],
  );
}

/** The new place has everything that was committed before the mark. */
export async function hasMark(client: ClientBase, mark: string): Promise<boolean> {
  return await isThere(client, 'select from cell_marks where mark = $1', mark);
}

/** Nothing comes from the place that is left any more. */
export async function disableSubscription(client: ClientBase, move_id: string): Promise<void> {
  if (!(await hasSubscription(client, move_id))) return;
  await client.query(`alter subscription ${copyName(move_id)} disable`);
}

export async function enableSubscription(client: ClientBase, move_id: string): Promise<void> {
  await client.query(`alter subscription ${copyName(move_id)} enable`);
}

/** Without its slot, which is dropped where it is: either place may be away. */
export async function dropSubscription(client: ClientBase, move_id: string): Promise<void> {
  if (!(await hasSubscription(client, move_id))) return;
  const name = copyName(move_id);
  await client.query(`alter subscription ${name} disable`);
  await client.query(`alter subscription ${name} set (slot_name = none)`);
  await client.query(`drop subscription ${name}`);
}

/** False while the new server still reads from it. */
export async function dropPublication(client: ClientBase, move_id: string): Promise<boolean> {
  const name = copyName(move_id);
  const { rows } = await client.query<{ active: boolean }>(
    'select active from pg_replication_slots where slot_name = $1',
    [name],
  );
  if (rows.some(({ active }) => active)) return false;
  if (rows.length > 0) await client.query('select pg_drop_replication_slot($1)', [name]);
  await client.query(`drop publication if exists ${name}`);
  return true;
}

/** Log that the new place has not confirmed yet; null before it reads. */
export async function readBytesBehind(client: ClientBase, move_id: string): Promise<number | null> {
  const { rows } = await client.query<{ bytes: string | null }>(
    `select pg_wal_lsn_diff(pg_current_wal_lsn(), confirmed_flush_lsn)::bigint as bytes
     from pg_replication_slots where slot_name = $1`,
    [copyName(move_id)],
  );
  const bytes = rows[0]?.bytes ?? null;
  return bytes === null ? null : Number(bytes);
}
