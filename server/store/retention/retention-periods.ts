// How many days each kind of data is kept, if somebody has set it.
import type { RetentionKind, RetentionPeriods } from '../../domain/service/retention-kinds.ts';
import { type Queryable, timestamp } from '../connection/database.ts';

type Row = { kind: RetentionKind; days: number | null };

export async function readRetention(db: Queryable): Promise<RetentionPeriods> {
  const rows = await db.query<Row>(
    'read-retention',
    'select kind, days from retention_periods order by kind',
    [],
  );
  return Object.fromEntries(rows.map(({ kind, days }) => [kind, days]));
}

/** In the order of their keys; the others stay. */
export async function saveRetention(
  tx: Queryable,
  rows: readonly Row[],
  now: number,
): Promise<void> {
  const sorted = rows.toSorted((a, b) => (a.kind < b.kind ? -1 : 1));
  await tx.query(
    'save-retention',
    `insert into retention_periods (kind, days, changed_at)
     select kind, days, $3 from unnest($1::text[], $2::integer[]) as g(kind, days)
     on conflict (kind) do update set days = excluded.days, changed_at = excluded.changed_at`,
    [sorted.map(({ kind }) => kind), sorted.map(({ days }) => days), timestamp(now)],
  );
}
