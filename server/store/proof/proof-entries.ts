// Streams ledger entries for the proof, in order and in pages; the next page is fetched while the
// last one is checked.

import type { Entry, EntryAct } from '../../domain/ledger/ledger.ts';
import type { Queryable } from '../connection/database.ts';
import { plainArray } from '../connection/rows.ts';
import {
  ENTRY_ACCOUNTS,
  ENTRY_CURRENCIES,
  ENTRY_LAYOUT_IN_ORDER,
} from '../ledger/entry-postings.ts';

/** Arrays and the time come as plain text, which is much cheaper than the driver's parsing. */
type StreamedRow = {
  book: string;
  number: bigint;
  act: EntryAct;
  trade_id: string | null;
  bank_line_id: string | null;
  adjustment_id: string | null;
  /** Null if the layout of the entry is gone. */
  accounts: string | null;
  currencies: string | null;
  amounts: string;
  at: string;
  hash: string;
};

const COLUMNS = `e.merchant_id as book, e.entry_number as number, e.act, e.trade_id,
  e.bank_line_id, e.adjustment_id, ${ENTRY_ACCOUNTS}::text as accounts,
  ${ENTRY_CURRENCIES}::text as currencies, e.amounts::text as amounts,
  trunc(extract(epoch from e.entered_at) * 1000)::text as at, encode(e.hash, 'hex') as hash`;

/** Small pages, so that other requests of the same process do not wait long. */
const FETCHED = 500;

/**
 * The service never writes values that need quotes. A quoted value or a null is damage, and the
 * entry's hash will not match.
 */
const itemsOf = (array: string | null): string[] => array?.slice(1, -1).split(',') ?? [];

const WHOLE = /^-?\d+$/;

function entryOf({ accounts, currencies, amounts, at, ...row }: StreamedRow): Entry {
  const [codes, sums] = [itemsOf(currencies), itemsOf(amounts)];
  const postings = itemsOf(accounts).map((account, index) => {
    const sum = sums[index] ?? '';
    return {
      account,
      currency: codes[index] ?? '',
      amount_cents: WHOLE.test(sum) ? BigInt(sum) : 0n,
    };
  });
  return { ...row, at: Number(at), postings };
}

/** Streams the rows of a query without parameters through a cursor, in bounded memory. */
export async function* streamRows<Row extends Record<string, unknown>>(
  tx: Queryable,
  cursor: string,
  text: string,
): AsyncGenerator<Row[]> {
  await tx.query('', `declare ${cursor} no scroll cursor for ${text}`, []);
  const fetchNext = () => tx.query<Row>('', `fetch ${FETCHED} from ${cursor}`, []);
  let next = fetchNext();
  for (;;) {
    const rows = await next;
    if (rows.length < FETCHED) {
      if (rows.length > 0) yield rows;
      break;
    }
    next = fetchNext();
    yield rows;
  }
  await tx.query('', `close ${cursor}`, []);
}

async function* entriesOf(tx: Queryable, cursor: string, text: string): AsyncGenerator<Entry[]> {
  for await (const rows of streamRows<StreamedRow>(tx, cursor, text)) yield rows.map(entryOf);
}

const ALL = `select ${COLUMNS} from ledger_entries e ${ENTRY_LAYOUT_IN_ORDER}
  order by e.merchant_id, e.entry_number`;

/** For every book the entries after its head in a proof; for a new book, and after 0, all. */
export function streamEntries(tx: Queryable, since: bigint): AsyncGenerator<Entry[]> {
  const text = `select ${COLUMNS}
    from ledger_books b
    left join proof_heads h on h.merchant_id = b.merchant_id and h.proof_number = ${since}
    join ledger_entries e
      on e.merchant_id = b.merchant_id and e.entry_number > coalesce(h.book_number, 0)
    ${ENTRY_LAYOUT_IN_ORDER}
    order by e.merchant_id, e.entry_number`;
  return entriesOf(tx, 'proof_entries', since === 0n ? ALL : text);
}

/** These entries, and those of trades and of the arrival of lines, whichever book they are in. */
export async function readEntriesOf(
  tx: Queryable,
  { numbers, trade_ids, books, line_ids }: EntriesWanted,
): Promise<Entry[]> {
  const rows = await tx.query<StreamedRow>(
    'read-entries-of',
    `select ${COLUMNS} from (
       select e.* from unnest($1::uuid[], $2::bigint[]) as k(merchant_id, entry_number)
         join ledger_entries e using (merchant_id, entry_number)
       union
       select e.* from unnest($3::uuid[]) as k(merchant_id) cross join unnest($4::uuid[]) as t(id)
         join ledger_entries e on e.merchant_id = k.merchant_id and e.trade_id = t.id
       union
       select e.* from unnest($5::uuid[]) as l(id)
         join ledger_entries e on e.bank_line_id = l.id and e.act = 'bank_line'
     ) e ${ENTRY_LAYOUT_IN_ORDER} order by e.merchant_id, e.entry_number`,
    [
      numbers.map(({ book }) => book),
      plainArray(numbers.map(({ number }) => number)),
      books,
      trade_ids,
      line_ids,
    ],
  );
  return rows.map(entryOf);
}

export type EntriesWanted = {
  readonly numbers: readonly { readonly book: string; readonly number: bigint }[];
  readonly trade_ids: readonly string[];
  /** In which entries of the trades are. */
  readonly books: readonly string[];
  readonly line_ids: readonly string[];
};

/** What lies between the heads of two proofs; 0: from the first entry on. */
export type ProofRange = { readonly after: bigint; readonly to: bigint };

/**
 * The entries between the heads of two proofs. The join reads one book
 * after the other, each in order: sorting all of them again could need as much disk as they do.
 */
export function streamProvenEntries(
  tx: Queryable,
  { after, to }: ProofRange,
): AsyncGenerator<Entry[]> {
  const text = `select ${COLUMNS}
    from (
      select h.merchant_id, h.book_number, coalesce(b.book_number, 0) as after_number
      from proof_heads h left join proof_heads b on b.merchant_id = h.merchant_id
        and b.proof_number = ${after}
      where h.proof_number = ${to} order by h.merchant_id
    ) p cross join lateral (
      select * from ledger_entries l where l.merchant_id = p.merchant_id
        and l.entry_number > p.after_number and l.entry_number <= p.book_number
      order by l.entry_number
    ) e ${ENTRY_LAYOUT_IN_ORDER}`;
  return entriesOf(tx, `proof_entries_${to}`, text);
}

export async function countEntries(tx: Queryable): Promise<bigint> {
  const rows = await tx.query<{ entries: bigint }>(
    'count-entries',
    'select coalesce(sum(last_number), 0)::bigint as entries from ledger_books',
    [],
  );
  return rows[0]?.entries ?? 0n;
}
