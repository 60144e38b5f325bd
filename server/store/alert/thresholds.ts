// The operator's thresholds of what waits for a decision; kinds without a row have their default.
import type { Thresholds } from '../../domain/alert/attention.ts';
import type { AttentionKind } from '../../domain/alert/attention-kinds.ts';
import type { Queryable } from '../connection/database.ts';

type Row = { kind: AttentionKind; threshold: number; enabled: boolean };

export async function readThresholds(db: Queryable): Promise<Thresholds> {
  const rows = await db.query<Row>(
    'read-attention-thresholds',
    'select kind, threshold, enabled from attention_thresholds order by kind',
    [],
  );
  return Object.fromEntries(rows.map(({ kind, ...threshold }) => [kind, threshold]));
}

/** In the order of their keys. */
export async function saveThresholds(tx: Queryable, rows: readonly Row[]): Promise<void> {
  const sorted = rows.toSorted((a, b) => (a.kind < b.kind ? -1 : 1));
  await tx.query(
    'save-attention-thresholds',
    `insert into attention_thresholds (kind, threshold, enabled, changed_at)
     select kind, threshold, enabled, statement_timestamp()
     from unnest($1::text[], $2::integer[], $3::boolean[]) as t(kind, threshold, enabled)
     on conflict (kind) do update set threshold = excluded.threshold,
       enabled = excluded.enabled, changed_at = excluded.changed_at`,
    [
      sorted.map(({ kind }) => kind),
      sorted.map(({ threshold }) => threshold),
      sorted.map(({ enabled }) => enabled),
    ],
  );
}
