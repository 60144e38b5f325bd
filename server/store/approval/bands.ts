// The bands that were set; the others follow from the mode.
import type { Band } from '../../domain/record/band.ts';
import type { ApprovalAct } from '../../domain/record/proposal.ts';
import { type Queryable, timestamp } from '../connection/database.ts';

type Row = { act: ApprovalAct; currency: string; from_cents: bigint | null };

/** Stored for every currency without a band of its own. */
const ANY = '*';

export async function readBands(db: Queryable): Promise<Band[]> {
  const rows = await db.query<Row>(
    'read-approval-bands',
    'select act, currency, from_cents from approval_bands order by act, currency',
    [],
  );
  return rows.map((row) => ({ ...row, currency: row.currency === ANY ? null : row.currency }));
}

/** Sets the named bands, in the order of their keys; the others stay. */
export async function saveBands(tx: Queryable, bands: readonly Band[], now: number): Promise<void> {
  const rows = bands
    .map((band) => ({ ...band, currency: band.currency ?? ANY }))
    .sort((a, b) => (`${a.act}/${a.currency}` < `${b.act}/${b.currency}` ? -1 : 1));
  await tx.query(
    'save-approval-bands',
    `insert into approval_bands (act, currency, from_cents, changed_at)
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
