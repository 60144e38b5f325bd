// The bands and sums that were set; the others follow from the mode, and sums from bands.
import type { BandRows } from '../../domain/approval/change-bands.ts';
import type { Band } from '../../domain/record/band.ts';
import type { ApprovalAct } from '../../domain/record/proposal.ts';
import { type Queryable, timestamp } from '../connection/database.ts';

type Row = { act: ApprovalAct; currency: string; from_cents: bigint | null };

/** Stored for every currency without a band of its own. */
const ANY = '*';

/** `bands`: of single acts; `sums`: of a rolling day. */
type Table = 'approval_bands' | 'approval_sums';

async function readRows(db: Queryable, table: Table): Promise<Band[]> {
  const rows = await db.query<Row>(
    `read-${table}`,
    `select act, currency, from_cents from ${table} order by act, currency`,
    [],
  );
  return rows.map((row) => ({ ...row, currency: row.currency === ANY ? null : row.currency }));
}

export async function readBands(db: Queryable): Promise<BandRows> {
  const [bands, sums] = await Promise.all([
    readRows(db, 'approval_bands'),
    readRows(db, 'approval_sums'),
  ]);
  return { bands, sums };
}

/** Sets the named bands and sums, in the order of their keys; the others stay. */
export async function saveBands(
  tx: Queryable,
  { bands, sums }: Readonly<Record<keyof BandRows, readonly Band[]>>,
  now: number,
): Promise<void> {
  await saveRows(tx, 'approval_bands', bands, now);
  await saveRows(tx, 'approval_sums', sums, now);
}

async function saveRows(tx: Queryable, table: Table, bands: readonly Band[], now: number) {
  if (bands.length === 0) return;
  const rows = bands
    .map((band) => ({ ...band, currency: band.currency ?? ANY }))
    .sort((a, b) => (`${a.act}/${a.currency}` < `${b.act}/${b.currency}` ? -1 : 1));
  await tx.query(
    `save-${table}`,
    `insert into ${table} (act, currency, from_cents, changed_at)
     select act, currency, from_cents, $4
     from unnest($1::text[], $2::text[], $3::bigint[]) as g(act, currency, from_cents)
     on conflict (act, currency) do update
     set from_cents = excluded.from_cents, changed_at = excluded.changed_at`,
    [
      rows.map(({ act }) => act),
      rows.map(({ currency }) => currency),
      rows.map(({ from_cents }) => from_cents),
      timestamp(now),
    ],
  );
}
