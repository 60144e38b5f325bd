// The version of all settings: incremented in the transaction of each change, polled by every
// process.
import { type MoveSeen, PLACE_STATES } from '../../domain/service/cell-move.ts';
import type { ClockLook } from '../../lib/clock-step.ts';
import type { Queryable, Transaction } from '../connection/database.ts';
import { oneOf } from '../connection/word-list.ts';

export type SettingsVersion = {
  version: bigint;
  /**
   * The server's start, the table and the write of the row. A backup that was restored, in place or
   * on another server, may reach the same version with other settings, but not the same of these.
   */
  source: string;
  /** The database's clock at the moment of reading. */
  now: number;
  /** What the place says of a move of its cell; null if it never moved. */
  move: (MoveSeen & { readonly sealed_url: Buffer | null }) | null;
};

type VersionRow = Omit<SettingsVersion, 'move'> & {
  move_id: string | null;
  state: MoveSeen['state'];
  sealed_url: Buffer | null;
};

export async function readSettingsVersion(db: Queryable): Promise<SettingsVersion> {
  const rows = await db.query<VersionRow>(
    'read-settings-version',
    `select v.version, clock_timestamp() as now,
       concat_ws('/', extract(epoch from pg_postmaster_start_time()), v.tableoid, v.xmin)
         as source,
       m.move_id, m.state, m.sealed_url
     from settings_versions v
     left join lateral (
       select move_id, state, sealed_url from cell_moves
       where state in ${oneOf(PLACE_STATES)}
       order by begun_at desc, move_id limit 1
     ) m on true
     where v.name = 'settings'`,
    [],
  );
  const [found] = rows;
  if (found === undefined) throw new Error('settings_versions has no row');
  const { move_id, state, sealed_url, ...version } = found;
  return { ...version, move: move_id === null ? null : { move_id, state, sealed_url } };
}

/** Also the lock of acts that are decided under it; whoever only looks at them changes nothing. */
export async function bumpSettingsVersion(tx: Transaction): Promise<void> {
  if (tx.is_read_only) return;
  await tx.query(
    'bump-settings-version',
    `update settings_versions set version = version + 1 where name = 'settings'`,
    [],
  );
}

const TRUE_TIME = 'select clock_timestamp() as now';
const SANDBOX_TIME = `select clock_timestamp()
  + coalesce((select ahead_ms from sandbox_clock), 0) * interval '1 millisecond' as now`;

async function readTime(db: Queryable, name: string, text: string): Promise<number> {
  const rows = await db.query<{ now: number }>(name, text, []);
  const now = rows[0]?.now;
  if (now === undefined) throw new Error('The query for the time returned no row');
  return now;
}

/** The database's clock, in epoch milliseconds. */
export async function readClock(db: Queryable): Promise<number> {
  return await readTime(db, 'read-clock', TRUE_TIME);
}

export async function lookAtClock(db: Queryable, steadyMs: () => number): Promise<ClockLook> {
  const asked_ms = steadyMs();
  const wall_ms = await readClock(db);
  return { wall_ms, asked_ms, answered_ms: steadyMs() };
}

/** The same, and in the sandbox as far ahead as somebody has advanced it. */
export async function readServiceClock(db: Queryable, is_sandbox: boolean): Promise<number> {
  return is_sandbox ? await readTime(db, 'read-sandbox-time', SANDBOX_TIME) : await readClock(db);
}

/** True for the single process that has to fill the sandbox. */
export async function claimSeed(db: Queryable): Promise<boolean> {
  const rows = await db.query(
    'claim-seed',
    `insert into settings_versions (name) values ('sandbox seed')
     on conflict (name) do nothing returning 1 as claimed`,
    [],
  );
  return rows.length > 0;
}
