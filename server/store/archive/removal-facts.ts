// Which trades and bank lines of archived months something still needs: they stay as they are.
import type { StayReason } from '../../domain/archive/removal.ts';
import type { LineStatus } from '../../domain/record/bank-line.ts';
import type { SettlementState } from '../../domain/record/settlement-record.ts';
import { type Queryable, timestamp } from '../connection/database.ts';
import { plainArray } from '../connection/rows.ts';
import { oneOf } from '../connection/word-list.ts';

export type TradeToRemove = {
  readonly merchant_id: string;
  readonly trade_id: string;
  /** The month whose archive has it. */
  readonly month: string;
  readonly refund_of: string | null;
};

/** What the last proof of the month to be removed has signed. */
export type RemovalEnd = {
  readonly proof_number: bigint;
  /** Of each merchant: the last event that its digests have. */
  readonly last_events: ReadonlyMap<string, bigint>;
};

export async function readLastEventsOf(
  db: Queryable,
  group_number: bigint,
): Promise<Map<string, bigint>> {
  const rows = await db.query<{ merchant_id: string; last_number: bigint }>(
    'read-proven-events',
    `select book as merchant_id, max(to_number) as last_number from proof_digests
     where stream = 'events' and group_number <= $1 group by book`,
    [group_number],
  );
  return new Map(rows.map((row) => [row.merchant_id, row.last_number]));
}

/** Those that are still there. */
export async function selectThere(
  db: Queryable,
  trades: readonly TradeToRemove[],
): Promise<TradeToRemove[]> {
  const rows = await db.query<{ trade_id: string }>(
    'read-trades-there',
    `select trade_id from unnest($1::uuid[], $2::uuid[]) as k(merchant_id, trade_id)
       join trades using (merchant_id, trade_id)`,
    [trades.map(({ merchant_id }) => merchant_id), trades.map(({ trade_id }) => trade_id)],
  );
  const there = new Set(rows.map(({ trade_id }) => trade_id));
  return trades.filter(({ trade_id }) => there.has(trade_id));
}

/** Those that nobody else is at work on. */
export async function lockTradesToRemove(
  tx: Queryable,
  trades: readonly TradeToRemove[],
): Promise<ReadonlySet<string>> {
  const rows = await tx.query<{ trade_id: string }>(
    'lock-trades-to-remove',
    `select t.trade_id from trades t where (t.merchant_id, t.trade_id) in (
       select * from unnest($1::uuid[], $2::uuid[]))
     order by t.merchant_id, t.trade_id for update skip locked`,
    [trades.map(({ merchant_id }) => merchant_id), trades.map(({ trade_id }) => trade_id)],
  );
  return new Set(rows.map(({ trade_id }) => trade_id));
}

/** The same for what became of lines: a person's decision locks it. */
export async function lockOutcomesToRemove(
  tx: Queryable,
  line_ids: readonly string[],
): Promise<ReadonlySet<string>> {
  const rows = await tx.query<{ bank_line_id: string }>(
    'lock-outcomes-to-remove',
    `select o.bank_line_id from bank_line_outcomes o where o.bank_line_id = any($1::uuid[])
     order by o.bank_line_id for update skip locked`,
    [line_ids],
  );
  return new Set(rows.map(({ bank_line_id }) => bank_line_id));
}

export type LineOfTrade = { readonly bank_line_id: string; readonly trade_id: string };

/** The lines whose money belongs to these trades. */
export async function readLinesOf(
  db: Queryable,
  trades: readonly TradeToRemove[],
): Promise<LineOfTrade[]> {
  return await db.query<LineOfTrade>(
    'read-lines-to-remove',
    `select o.bank_line_id, o.trade_id
     from unnest($1::uuid[], $2::uuid[]) as k(merchant_id, trade_id)
       join bank_line_outcomes o using (merchant_id, trade_id)
     order by o.bank_line_id`,
    [trades.map(({ merchant_id }) => merchant_id), trades.map(({ trade_id }) => trade_id)],
  );
}

const DISCARDED = ['discarded'] as const satisfies readonly SettlementState[];
const UNDECIDED = ['draft', ...DISCARDED] as const satisfies readonly SettlementState[];

/** An entry `e` that its merchant's statements still need. */
const UNSETTLED = `exists (
    select from settlements s
    where s.merchant_id = e.merchant_id and s.state not in ${oneOf(DISCARDED)}
  ) and e.entry_number > coalesce((
    select max(s.last_entry_number) from settlements s
    where s.merchant_id = e.merchant_id and s.state not in ${oneOf(UNDECIDED)}
  ), 0)`;

/** An entry `e` of trade `t` that came after the proof $4. */
const LATER_ENTRY = `e.entry_number > coalesce((
    select h.book_number from proof_heads h
    where h.merchant_id = e.merchant_id and h.proof_number = $4), 0)`;

/** An attempt `a` of trade `t`, or what became of its line `o`, says that it belongs to another. */
const OTHERS = `exists (
    select from payout_attempts a
    join bank_line_outcomes o on o.bank_line_id in (a.debit_line_id, a.return_line_id)
    where a.merchant_id = t.merchant_id and a.trade_id = t.trade_id
      and o.trade_id is distinct from t.trade_id)`;

const SPLIT = `exists (
    select from bank_line_outcomes o join bank_lines b using (bank_line_id)
    where o.merchant_id = t.merchant_id and o.trade_id = t.trade_id
      and (b.parent_line_id is not null or exists (
        select from bank_lines p where p.parent_line_id = b.bank_line_id)))`;

const ofTrade = (table: string, alias: string) =>
  `${table} ${alias} where ${alias}.merchant_id = t.merchant_id and ${alias}.trade_id = t.trade_id`;

const CONDITIONS: readonly (readonly [StayReason, string])[] = [
  ['may_change', 't.final_at is null or t.final_at > $5'],
  ['disputed', `exists (select from ${ofTrade('disputes', 'd')})`],
  ['settlement', 't.settlement_id is not null'],
  ['callbacks', `exists (select from ${ofTrade('deliveries', 'd')})`],
  ['held', `exists (select from ${ofTrade('holds', 'h')} and h.released_at is null)`],
  ['erasure', `exists (select from ${ofTrade('erasures', 'e')} and e.erased_at is null)`],
  ['later', `exists (select from ${ofTrade('events', 'e')} and e.number > k.last_event)`],
  ['later', `exists (select from ${ofTrade('ledger_entries', 'e')} and ${LATER_ENTRY})`],
  ['unsettled', `exists (select from ${ofTrade('ledger_entries', 'e')} and ${UNSETTLED})`],
  ['split', SPLIT],
  ['tied', OTHERS],
  // The last: nothing else stands against a refund that goes after its pay-in.
  [
    'refund',
    `t.refund_of is not null and exists (
       select from trades p where p.merchant_id = t.merchant_id and p.trade_id = t.refund_of)`,
  ],
];

const REASON = `case ${CONDITIONS.map(([name, when]) => `when ${when} then '${name}'`).join('\n')}
  end`;

/** Of the trades that stay. */
export async function readStayReasons(
  db: Queryable,
  trades: readonly TradeToRemove[],
  { proof_number, last_events }: RemovalEnd,
  now: number,
): Promise<Map<string, StayReason>> {
  const rows = await db.query<{ trade_id: string; reason: StayReason }>(
    'read-stay-reasons',
    `select * from (
       select t.trade_id, ${REASON} as reason
       from unnest($1::uuid[], $2::uuid[], $3::bigint[]) as k(merchant_id, trade_id, last_event)
         join trades t using (merchant_id, trade_id)
     ) r where reason is not null`,
    [
      trades.map(({ merchant_id }) => merchant_id),
      trades.map(({ trade_id }) => trade_id),
      plainArray(trades.map(({ merchant_id }) => last_events.get(merchant_id) ?? 0n)),
      proof_number,
      timestamp(now),
    ],
  );
  return new Map(rows.map(({ trade_id, reason }) => [trade_id, reason]));
}

/** Of these entries, those that statements of their merchant still need. */
export async function readUnsettled(
  db: Queryable,
  entries: readonly { readonly book: string; readonly number: bigint }[],
): Promise<{ book: string; number: bigint }[]> {
  return await db.query<{ book: string; number: bigint }>(
    'read-unsettled-entries',
    `select e.merchant_id as book, e.entry_number as number
     from unnest($1::uuid[], $2::bigint[]) as e(merchant_id, entry_number) where ${UNSETTLED}`,
    [entries.map(({ book }) => book), plainArray(entries.map(({ number }) => number))],
  );
}

/** What became of lines that belong to no trade, and can go by themselves. */
export const FREE_STATUSES: readonly LineStatus[] = ['fee', 'own_transfer', 'credited'];

/** Lines with such an outcome, locked; the others have another one, or somebody has them. */
export async function lockFreeLines(
  tx: Queryable,
  line_ids: readonly string[],
): Promise<{ free: ReadonlySet<string>; others: ReadonlySet<string> }> {
  const rows = await tx.query<{ bank_line_id: string; is_free: boolean }>(
    'lock-free-lines',
    `select o.bank_line_id, o.trade_id is null and o.status in ${oneOf(FREE_STATUSES)} as is_free
     from bank_line_outcomes o where o.bank_line_id = any($1::uuid[])
     order by o.bank_line_id for update skip locked`,
    [line_ids],
  );
  const of = (wanted: boolean) =>
    new Set(rows.filter(({ is_free }) => is_free === wanted).map((row) => row.bank_line_id));
  return { free: of(true), others: of(false) };
}

/** Of the lines that are still there. */
export async function selectLinesThere(
  db: Queryable,
  line_ids: readonly string[],
): Promise<string[]> {
  const rows = await db.query<{ bank_line_id: string }>(
    'read-lines-there',
    'select bank_line_id from bank_lines where bank_line_id = any($1::uuid[])',
    [line_ids],
  );
  return rows.map(({ bank_line_id }) => bank_line_id);
}
