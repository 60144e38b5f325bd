// The rows of trades and bank lines as their archive has them, so that they can be compared, and
// the statements that remove them.
import { REMOVED_KINDS, type RemovedKind } from '../../domain/archive/removal.ts';
import { HOUSE_BOOK } from '../../domain/ledger/ledger.ts';
import type { Queryable } from '../connection/database.ts';
import { plainArray } from '../connection/rows.ts';
import { readEntriesOf } from '../proof/proof-entries.ts';
import { EVENT_RECORD, entryText, kinded, LINE_RECORD, TRADE_RECORD } from './archive-rows.ts';
import type { TradeToRemove } from './removal-facts.ts';

export type EntryNumber = { readonly book: string; readonly number: bigint };

/** What a page is about: trades with their lines, or lines that belong to no trade. */
export type RemovalPage = {
  readonly trades: readonly TradeToRemove[];
  readonly line_ids: readonly string[];
  /** The entries that the files have of them. */
  readonly entries: readonly EntryNumber[];
};

const merchantsOf = ({ trades }: RemovalPage) => trades.map(({ merchant_id }) => merchant_id);
const tradesOf = ({ trades }: RemovalPage) => trades.map(({ trade_id }) => trade_id);

const TRADES = 'unnest($1::uuid[], $2::uuid[]) as k(merchant_id, trade_id)';

/** One JSON text per record, as in a file. */
export async function readRecordsToRemove(tx: Queryable, page: RemovalPage): Promise<string[]> {
  const keys = [merchantsOf(page), tradesOf(page)];
  const trades = await tx.query<{ json: string }>(
    'read-trade-records',
    `select ${kinded('trade', 'x')} from ${TRADES} join trades t using (merchant_id, trade_id)
     cross join lateral (${TRADE_RECORD}) x`,
    keys,
  );
  const events = await tx.query<{ json: string }>(
    'read-event-records',
    `select ${kinded('event', 'x')} from ${TRADES} cross join lateral (
       select ${EVENT_RECORD} from events e
       where e.merchant_id = k.merchant_id and e.trade_id = k.trade_id
     ) x`,
    keys,
  );
  const lines = await tx.query<{ json: string }>(
    'read-line-records',
    `select ${kinded('line', 'x')} from bank_lines b cross join lateral (${LINE_RECORD}) x
     where b.bank_line_id = any($1::uuid[])`,
    [page.line_ids],
  );
  const entries = await readEntriesOf(tx, {
    numbers: page.entries,
    trade_ids: tradesOf(page),
    books: [...new Set([...merchantsOf(page), HOUSE_BOOK])],
    line_ids: page.line_ids,
  });
  return [
    ...[...trades, ...events, ...lines].map(({ json }) => json),
    ...entries.map((entry) => entryText(entry)),
  ];
}

type Deletion = { readonly kind: RemovedKind; readonly text: string };

const ofLines = (kind: RemovedKind): Deletion => ({
  kind,
  text: `delete from ${kind} r where r.bank_line_id = any($1::uuid[]) returning 1 as gone`,
});

const ofTrades = (kind: RemovedKind): Deletion => ({
  kind,
  text: `delete from ${kind} r using ${TRADES}
    where r.merchant_id = k.merchant_id and r.trade_id = k.trade_id returning 1 as gone`,
});

const OF_LINES: readonly Deletion[] = [
  ofLines('bank_line_words'),
  ofLines('bank_line_acts'),
  ofLines('bank_line_outcomes'),
  ofLines('bank_lines'),
];

const OF_ENTRIES: Deletion = {
  kind: 'ledger_entries',
  text: `delete from ledger_entries r
    using unnest($1::uuid[], $2::bigint[]) as k(merchant_id, entry_number)
    where r.merchant_id = k.merchant_id and r.entry_number = k.entry_number returning 1 as gone`,
};

const OF_TRADES: readonly Deletion[] = [
  ofTrades('events'),
  ofTrades('holds'),
  ofTrades('utr_claims'),
  ofTrades('payout_attempts'),
  ofTrades('trade_words'),
];

/** What was compared and is equal; the trades themselves have moved before. */
export async function deleteRows(
  tx: Queryable,
  page: RemovalPage,
): Promise<Partial<Record<RemovedKind, number>>> {
  const gone: Partial<Record<RemovedKind, number>> = {};
  const remove = async ({ kind, text }: Deletion, values: readonly unknown[]) => {
    gone[kind] = (await tx.query('', text, [...values])).length;
  };
  for (const one of OF_LINES) await remove(one, [page.line_ids]);
  const { entries } = page;
  await remove(OF_ENTRIES, [
    entries.map(({ book }) => book),
    plainArray(entries.map(({ number }) => number)),
  ]);
  for (const one of OF_TRADES) await remove(one, [merchantsOf(page), tradesOf(page)]);
  return gone;
}

/** The last group of each book stays: it says up to which number a proof has recorded. */
export async function deleteDigests(tx: Queryable, group_number: bigint): Promise<number> {
  const gone = await tx.query(
    'delete-removed-digests',
    `delete from proof_digests d where d.group_number <= $1 and d.group_number < (
       select max(l.group_number) from proof_digests l
       where l.stream = d.stream and l.book = d.book and l.group_number <= $1
     ) returning 1 as gone`,
    [group_number],
  );
  return gone.length;
}

/**
 * An estimate: the bytes of a table with its indexes, for each of its rows; none for a table whose
 * rows PostgreSQL has not counted yet.
 */
export async function readRowBytes(db: Queryable): Promise<Partial<Record<RemovedKind, number>>> {
  const rows = await db.query<{ kind: RemovedKind; row_bytes: number }>(
    'read-row-bytes',
    `select relname as kind,
       (pg_total_relation_size(oid) / reltuples)::float8 as row_bytes
     from pg_class
     where relnamespace = current_schema()::regnamespace and relname = any($1::text[])
       and reltuples > 0`,
    [REMOVED_KINDS],
  );
  return Object.fromEntries(rows.map(({ kind, row_bytes }) => [kind, row_bytes]));
}
