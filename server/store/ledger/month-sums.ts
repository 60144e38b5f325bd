// What moved the accounts of a book since an entry, by act; and where a moment is in its numbers.

import type { AccountSum, MovedSum } from '../../domain/ledger/month-close.ts';
import { readHeadText } from '../../domain/proof/proof-document.ts';
import type { Queryable } from '../connection/database.ts';
import { plainArray } from '../connection/rows.ts';
import type { SignedHead } from '../proof/proof-rows.ts';
import { ENTRY_LEGS } from './entry-postings.ts';

/** Undefined if there is no such book. */
export async function readLastNumber(db: Queryable, book: string): Promise<bigint | undefined> {
  const rows = await db.query<{ last_number: bigint }>(
    'read-last-number',
    'select last_number from ledger_books where merchant_id = $1',
    [book],
  );
  return rows[0]?.last_number;
}

/** Numbers that one question of the search asks about. */
const PROBES = 15;

type Probe = { entry_number: bigint; entered_at: number };

async function probe(db: Queryable, book: string, numbers: readonly bigint[]): Promise<Probe[]> {
  return await db.query<Probe>(
    'probe-entries',
    `select entry_number, entered_at from ledger_entries
     where merchant_id = $1 and entry_number = any($2::bigint[]) order by entry_number`,
    [book, plainArray(numbers.map(String))],
  );
}

/** Evenly between two numbers, the first of them included. */
function numbersBetween(low: bigint, end: bigint): bigint[] {
  const width = end - low;
  const count = width < PROBES ? width : BigInt(PROBES);
  return Array.from(
    { length: Number(count) },
    (_none, place) => low + (BigInt(place) * width) / count,
  );
}

/**
 * The number of the first entry that was entered at this moment or later; one more than the last
 * number if there is none. Numbers have no gaps, and a book is entered in their order.
 */
export async function firstEntryFrom(
  db: Queryable,
  book: string,
  at: number,
  last_number: bigint,
): Promise<bigint> {
  let low = 1n;
  let end = last_number + 1n;
  while (low < end) {
    const found = await probe(db, book, numbersBetween(low, end));
    const before = found.findLast(({ entered_at }) => entered_at < at);
    const from = found.find(({ entered_at }) => entered_at >= at);
    if (found.length === 0) throw new Error(`Book ${book} has no entry from ${low} to ${end}`);
    if (before !== undefined) low = before.entry_number + 1n;
    if (from !== undefined) end = from.entry_number;
  }
  return low;
}

/** From `first` on; what is entered from `next` on is after the month. */
export type MonthNumbers = { book: string; first: bigint; next: bigint };

/** No book has as many entries. */
const PAST_ALL = '9223372036854775807';

type SumRow = MovedSum & { balance_cents: bigint | null };

const isOf = (account: string, owner: string | null): boolean =>
  owner === null || account.split(':').at(-1) === owner;

/**
 * Balances and what moved them since the first entry: up to the signed head, if there is one behind
 * the month; otherwise up to now, in one statement, so that they fit together. `owner` takes only
 * the accounts of one receiving account.
 */
export async function readMonthSums(
  db: Queryable,
  { book, first, next }: MonthNumbers,
  owner: string | null,
  signed: Pick<SignedHead, 'book_number' | 'head'> | undefined,
): Promise<{ balances: AccountSum[]; moved: MovedSum[] }> {
  const rows = await db.query<SumRow>(
    'read-month-sums',
    `select leg.account, leg.currency, e.act, e.entry_number >= $3 as is_after,
       count(*)::bigint as entries, sum(leg.amount)::bigint as amount_cents,
       null::bigint as balance_cents
     from ledger_entries e ${ENTRY_LEGS}
     where e.merchant_id = $1 and e.entry_number >= $2
       and e.entry_number <= coalesce($5::bigint, ${PAST_ALL})
       and ($4::text is null or split_part(leg.account, ':', -1) = $4)
     group by leg.account, leg.currency, e.act, e.entry_number >= $3
     union all
     select account, currency, '', false, 0, 0, balance_cents from ledger_accounts
     where merchant_id = $1 and ($4::text is null or split_part(account, ':', -1) = $4)
       and $5::bigint is null`,
    [book, first, next, owner, signed?.book_number ?? null],
  );
  const now = rows.flatMap(({ account, currency, balance_cents }) =>
    balance_cents === null ? [] : [{ account, currency, balance_cents }],
  );
  const moved = rows
    .filter(({ balance_cents }) => balance_cents === null)
    .map(({ balance_cents: _none, ...sum }) => sum);
  if (signed === undefined) return { balances: now, moved };
  const [, balances] = readHeadText(signed.head, book);
  return { balances: balances.filter(({ account }) => isOf(account, owner)), moved };
}
