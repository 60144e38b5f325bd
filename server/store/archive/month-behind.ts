// The stage of an archived month: behind, when its rows begin to go; removed, when no more will.
import type { MonthStage } from '../../domain/archive/month-stage.ts';
import { HOUSE_BOOK } from '../../domain/ledger/ledger.ts';
import { OLDER_PROCESS_NAME } from '../connection/connections.ts';
import type { Queryable } from '../connection/database.ts';
import {
  COUNTERS_HASH,
  counterHashesText,
  REMOVED_DAYS_HASH,
  REMOVED_EVENTS_HASH,
} from '../proof/proof-removals.ts';

export type MonthToRemove = {
  readonly month: string;
  readonly after_proof: bigint;
  readonly proof_number: bigint;
  /** Of the digests that the last proof has signed. */
  readonly group_number: bigint;
};

/** Merchants whose counters have not counted all events of the month. */
export async function countUncounted(db: Queryable, group_number: bigint): Promise<number> {
  const [row] = await db.query<{ merchants: number }>(
    'count-uncounted-merchants',
    `select count(*)::int as merchants from (
       select book as merchant_id, max(to_number) as last_number from proof_digests
       where stream = 'events' and group_number <= $1 group by book
     ) d left join trade_count_heads h using (merchant_id)
     where coalesce(h.counted_number, 0) < d.last_number`,
    [group_number],
  );
  return row?.merchants ?? 0;
}

/** Connections of processes that started before the migration of removals, and run still. */
export async function countOlderConnections(db: Queryable): Promise<number> {
  const [row] = await db.query<{ connections: number }>(
    'count-older-connections',
    `select count(*)::int as connections from pg_stat_activity
     where datname = current_database() and application_name = $1`,
    [OLDER_PROCESS_NAME],
  );
  return row?.connections ?? 0;
}

/** With it a database may have removed months. */
const REMOVALS_MIGRATION = 38;

/** From now on no process starts that does not know removed months. */
async function refuseOlderStarts(tx: Queryable): Promise<void> {
  await tx.query(
    'refuse-older-starts',
    'update schema_migrations set needs = version where version = $1 and needs < version',
    [REMOVALS_MIGRATION],
  );
}

/** No delivery of bank lines is between its look at the days and its lines. */
export async function lockAllAccounts(tx: Queryable): Promise<void> {
  await tx.query(
    'lock-all-accounts',
    `select pg_advisory_xact_lock(7091205, hashtext(receiving_account_id::text))
     from (select receiving_account_id from receiving_accounts order by 1) a`,
    [],
  );
}

/** The last day on which a line of the month was booked, for each account: it never goes back. */
async function writeDays(tx: Queryable, { after_proof, proof_number }: MonthToRemove) {
  await tx.query(
    'write-removed-days',
    `insert into removed_days (receiving_account_id, last_day)
     select b.receiving_account_id, max((b.booked_at at time zone 'UTC')::date)
     from proof_heads h
     left join proof_heads a on a.merchant_id = h.merchant_id and a.proof_number = $1
     join ledger_entries e on e.merchant_id = h.merchant_id
       and e.entry_number > coalesce(a.book_number, 0) and e.entry_number <= h.book_number
     join bank_lines b on b.bank_line_id = e.bank_line_id
     where h.proof_number = $2 and h.merchant_id = '${HOUSE_BOOK}' and e.act = 'bank_line'
     group by b.receiving_account_id
     on conflict (receiving_account_id) do update set
       last_day = greatest(removed_days.last_day, excluded.last_day)`,
    [after_proof, proof_number],
  );
}

async function writeEvents(tx: Queryable, { group_number }: MonthToRemove) {
  await tx.query(
    'write-removed-events',
    `insert into removed_events (merchant_id, last_number)
     select book, max(to_number) from proof_digests
     where stream = 'events' and group_number <= $1 group by book
     on conflict (merchant_id) do update set
       last_number = greatest(removed_events.last_number, excluded.last_number)`,
    [group_number],
  );
}

export async function setStage(tx: Queryable, month: string, stage: MonthStage): Promise<void> {
  await tx.query('set-month-stage', 'update archived_months set stage = $2 where month = $1', [
    month,
    stage,
  ]);
}

export type BehindHashes = {
  readonly counters_sha256: string;
  readonly days_sha256: string;
  readonly events_sha256: string;
};

/** What the audit trail keeps of what cannot be computed from rows any more. */
export async function markBehind(tx: Queryable, month: MonthToRemove): Promise<BehindHashes> {
  await refuseOlderStarts(tx);
  await writeDays(tx, month);
  await writeEvents(tx, month);
  await setStage(tx, month.month, 'behind');
  const [row] = await tx.query<BehindHashes>(
    'read-behind-hashes',
    `select m.counters_sha256, ${REMOVED_DAYS_HASH} as days_sha256,
       ${REMOVED_EVENTS_HASH} as events_sha256
     from (${counterHashesText('archived_months', COUNTERS_HASH)}) m where m.month = $1`,
    [month.month],
  );
  if (row === undefined) throw new Error(`The month ${month.month} is not noted`);
  return row;
}
