// Checks of the proof on the trades that have an event or an entry since a signed proof: the
// queries that check all trades, over as much of the tables as belongs to these.
import type { Queryable } from '../connection/database.ts';
import { GAP_NAMES, type GapName, gapText } from './book-gaps.ts';

/** The numbers up to which a proof has signed entries and recorded events. */
export type SignedUpTo = { readonly proof_number: bigint; readonly group_number: bigint };

/** Each compares rows of one trade with each other, so other trades may be left out. */
const OF_ONE_TRADE: ReadonlySet<GapName> = new Set([
  'blocked',
  'claims',
  'contested',
  'credited',
  'dispute_events',
  'disputed',
  'ends',
  'held',
  'orphans',
  'recalled',
  'received',
  'sequences',
  'surplus',
  'terms',
  'told',
  'trade_told',
  'tries',
  'typed',
  'untried',
]);

export const RECENT_GAP_NAMES = GAP_NAMES.filter((name) => OF_ONE_TRADE.has(name));

/** The tables of which these queries see a part. */
const TABLES = [
  'trades',
  'events',
  'ledger_entries',
  'holds',
  'disputes',
  'dispute_events',
  'utr_claims',
  'payout_attempts',
  'bank_line_outcomes',
] as const;

const PARTS = TABLES.map(
  (table) => `${table} as (select r.* from touched join ${table} r using (merchant_id, trade_id))`,
);

/** In a `with` that is not recursive, a part has the name of its table and reads the table. */
const textOf = (name: GapName): string => `
  with touched as materialized (
    select e.merchant_id, e.trade_id
    from event_heads h left join (
      select book as merchant_id, max(to_number) as to_number from proof_digests
      where stream = 'events' and group_number <= $2 group by 1
    ) d using (merchant_id)
    join events e on e.merchant_id = h.merchant_id and e.number > coalesce(d.to_number, 0)
    union
    select e.merchant_id, e.trade_id
    from ledger_books b left join proof_heads h
      on h.merchant_id = b.merchant_id and h.proof_number = $1
    join ledger_entries e
      on e.merchant_id = b.merchant_id and e.entry_number > coalesce(h.book_number, 0)
    where e.trade_id is not null
  ), ${PARTS.join(', ')}
  ${gapText(name)}`;

export async function findRecentGaps(
  tx: Queryable,
  name: GapName,
  { proof_number, group_number }: SignedUpTo,
): Promise<string[]> {
  const values = [proof_number, group_number];
  const rows = await tx.query<{ problem: string }>(`recent-${name}`, textOf(name), values);
  return rows.map((row) => row.problem);
}
