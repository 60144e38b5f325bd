// Streams all ledger entries for the proof, in order and in pages; the next page is fetched while
// the last one is checked.
import type { Entry, EntryAct } from '../../domain/ledger/ledger.ts';
import type { Queryable } from '../connection/database.ts';

/** Arrays and the time come as plain text, which is much cheaper than the driver's parsing. */
type StreamedRow = {
  book: string;
  number: bigint;
  act: EntryAct;
  trade_id: string | null;
  bank_line_id: string | null;
  adjustment_id: string | null;
  accounts: string;
  currencies: string;
  amounts: string;
  at: string;
  hash: string;
};

const COLUMNS = `e.merchant_id as book, e.entry_number as number, e.act, e.trade_id,
  e.bank_line_id, e.adjustment_id, e.accounts::text as accounts,
  e.currencies::text as currencies, e.amounts::text as amounts,
  trunc(extract(epoch from e.entered_at) * 1000)::text as at, encode(e.hash, 'hex') as hash`;

/** Small pages, so that other requests of the same process do not wait long. */
const FETCHED = 500;

/**
 * The service never writes values that need quotes. A quoted value or a null is damage, and the
 * entry's hash will not match.
 */
const itemsOf = (array: string): string[] => array.slice(1, -1).split(',');

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

/** All entries of all books, by book and number. */
export async function* streamEntries(tx: Queryable): AsyncGenerator<Entry[]> {
  const text = `select ${COLUMNS} from ledger_entries e order by e.merchant_id, e.entry_number`;
  for await (const rows of streamRows<StreamedRow>(tx, 'proof_entries', text)) {
    yield rows.map(entryOf);
  }
}

/** For every book the entries after its head in the newest proof; for a new book, all. */
export async function* streamNewEntries(tx: Queryable): AsyncGenerator<Entry[]> {
  const text = `select ${COLUMNS}
    from ledger_books b
    left join proof_heads h on h.merchant_id = b.merchant_id
      and h.proof_number = (select max(proof_number) from proofs)
    join ledger_entries e
      on e.merchant_id = b.merchant_id and e.entry_number > coalesce(h.book_number, 0)
    order by e.merchant_id, e.entry_number`;
  for await (const rows of streamRows<StreamedRow>(tx, 'proof_new_entries', text)) {
    yield rows.map(entryOf);
  }
}

export async function countEntries(tx: Queryable): Promise<bigint> {
  const rows = await tx.query<{ entries: bigint }>(
    'count-entries',
    'select coalesce(sum(last_number), 0)::bigint as entries from ledger_books',
    [],
  );
  return rows[0]?.entries ?? 0n;
}
