// The version of all settings: incremented in the transaction of each change, polled by every
// process.
import type { ClockLook } from '../../lib/clock-step.ts';
import type { Queryable, Transaction } from '../connection/database.ts';

export type SettingsVersion = {
  version: bigint;
  /**
   * The server's start, the table and the write of the row. A backup that was restored, in place or
   * on another server, may reach the same version with other settings, but not the same of these.
   */
  source: string;
  /** The database's clock at the moment of reading. */
  now: number;
};

export async function readSettingsVersion(db: Queryable): Promise<SettingsVersion> {
  const rows = await db.query<SettingsVersion>(
    'read-settings-version',
    `select version, clock_timestamp() as now,
       concat_ws('/', extract(epoch from pg_postmaster_start_time()), tableoid, xmin) as source
     from settings_versions where name = 'settings'`,
    [],
  );
  const [found] = rows;
  if (found === undefined) throw new Error('settings_versions has no row');
  return found;
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
