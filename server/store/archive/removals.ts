// The removals of archived months: planned, allowed by owners, and how far each has come.
import {
  addRemoved,
  type CopyKind,
  NOTHING_REMOVED,
  type RemovalCounts,
  type RemovalPlan,
  type RemovedCounts,
} from '../../domain/archive/removal.ts';
import { type Queryable, timestamp } from '../connection/database.ts';

export type MonthRemoval = RemovalPlan & {
  readonly planned_at: number;
  readonly allowed_at: number | null;
  readonly ended_at: number | null;
  /** So far. */
  readonly done: RemovedCounts;
};

type RemovalRow = {
  month: string;
  file_sha256: string;
  copy: CopyKind;
  plan: RemovalCounts;
  removed: Partial<RemovedCounts>;
  planned_at: number;
  allowed_at: number | null;
  ended_at: number | null;
};

const COLUMNS = `month, encode(file_hash, 'hex') as file_sha256, copy, plan, removed, planned_at,
  allowed_at, ended_at`;

const removalOf = ({ plan, removed, ...row }: RemovalRow): MonthRemoval => ({
  ...row,
  counts: plan,
  done: { ...NOTHING_REMOVED, ...removed },
  is_allowed: row.allowed_at !== null,
});

/** Oldest month first. */
export async function readRemovals(db: Queryable): Promise<MonthRemoval[]> {
  const rows = await db.query<RemovalRow>(
    'read-removals',
    `select ${COLUMNS} from removals order by month`,
    [],
  );
  return rows.map(removalOf);
}

/** One run waits here for another. */
export async function lockRemoval(tx: Queryable, month: string): Promise<MonthRemoval | null> {
  const [row] = await tx.query<RemovalRow>(
    'lock-removal',
    `select ${COLUMNS} from removals where month = $1 for update`,
    [month],
  );
  return row === undefined ? null : removalOf(row);
}

export type NewPlan = Omit<RemovalPlan, 'is_allowed'>;

/** In place of an earlier plan that nobody has allowed. */
export async function savePlan(db: Queryable, plan: NewPlan, at: number): Promise<void> {
  await db.query(
    'save-removal-plan',
    `insert into removals (month, file_hash, copy, plan, planned_at, removed)
     values ($1, $2, $3, $4, $5, '{}')
     on conflict (month) do update set file_hash = excluded.file_hash, copy = excluded.copy,
       plan = excluded.plan, planned_at = excluded.planned_at
     where removals.allowed_at is null`,
    [
      plan.month,
      Buffer.from(plan.file_sha256, 'hex'),
      plan.copy,
      JSON.stringify(plan.counts),
      timestamp(at),
    ],
  );
}

export async function allowRemoval(tx: Queryable, month: string, at: number): Promise<void> {
  await tx.query('allow-removal', 'update removals set allowed_at = $2 where month = $1', [
    month,
    timestamp(at),
  ]);
}

/** In the transaction that removes. */
export async function noteRemoved(
  tx: Queryable,
  { month, done }: MonthRemoval,
  more: RemovedCounts,
): Promise<void> {
  await tx.query('note-removed', 'update removals set removed = $2 where month = $1', [
    month,
    JSON.stringify(addRemoved(done, more)),
  ]);
}

export async function endRemoval(tx: Queryable, month: string, at: number): Promise<void> {
  await tx.query('end-removal', 'update removals set ended_at = $2 where month = $1', [
    month,
    timestamp(at),
  ]);
}

/** The last day on which a line of the account that was removed was booked; null: none was. */
export async function readRemovedDay(
  db: Queryable,
  receiving_account_id: string,
): Promise<string | null> {
  const [row] = await db.query<{ last_day: string }>(
    'read-removed-day',
    `select to_char(last_day, 'YYYY-MM-DD') as last_day from removed_days
     where receiving_account_id = $1`,
    [receiving_account_id],
  );
  return row?.last_day ?? null;
}

/** The number up to which events of the merchant may be gone; 0: none is. */
export async function readRemovedEvents(db: Queryable, merchant_id: string): Promise<bigint> {
  const [row] = await db.query<{ last_number: bigint }>(
    'read-removed-events',
    'select last_number from removed_events where merchant_id = $1',
    [merchant_id],
  );
  return row?.last_number ?? 0n;
}
