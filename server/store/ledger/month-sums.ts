// What moved the accounts of a book since an entry, by act; and where a moment is in its numbers.

import type { AccountSum, MovedSum } from '../../domain/ledger/month-close.ts';
import {
  type ArchivedRun,
  type MonthReads,
  planMonthReads,
} from '../../domain/ledger/month-reads.ts';
import { readHeadText } from '../../domain/proof/proof-document.ts';
import type { Queryable } from '../connection/database.ts';
import { plainArray } from '../connection/rows.ts';
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
 * number if there is none. From `least` on numbers have no gaps, and a book is entered in their
 * order.
 */
export async function firstEntryFrom(
  db: Queryable,
  book: string,
  at: number,
  last_number: bigint,
  least = 1n,
): Promise<bigint> {
  let low = least;
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

/** Those that have an entry of the span. */
async function readArchivedRuns(
  db: Queryable,
  book: string,
  { first, next }: { first: bigint; next: bigint },
): Promise<ArchivedRun[]> {
  return await db.query<ArchivedRun>(
    'read-archived-runs',
    `select m.proof_number, coalesce(a.book_number, 0) + 1 as first, h.book_number as last
     from archived_months m
     join proof_heads h on h.merchant_id = $1 and h.proof_number = m.proof_number
     left join proof_heads a on a.merchant_id = $1 and a.proof_number = m.after_proof
     where h.book_number >= $2 and coalesce(a.book_number, 0) < h.book_number
       and coalesce(a.book_number, 0) + 1 < $3
     order by m.proof_number`,
    [book, first, next],
  );
}

const isOf = (account: string, owner: string | null): boolean =>
  owner === null || account.split(':').at(-1) === owner;

/** More than any book has. */
const PAST_ALL = 2n ** 62n;

/** Of the accounts of one receiving account only, if it is given. */
const ofOwner = (account: string) => `($1::text is null or split_part(${account}, ':', -1) = $1)`;

/** Each span by itself, in order: PostgreSQL would read the whole book to join them at once. */
async function readMoved(
  db: Queryable,
  book: string,
  { reads, kept }: MonthReads,
  owner: string | null,
): Promise<MovedSum[]> {
  return await db.query<MovedSum>(
    'read-month-sums',
    `select account, currency, act, is_after, sum(entries)::bigint as entries,
       sum(amount_cents)::bigint as amount_cents
     from (
       select leg.account, leg.currency, e.act, r.is_after, sum(r.factor) as entries,
         sum(r.factor * leg.amount) as amount_cents
       from unnest($3::bigint[], $4::bigint[], $5::boolean[], $6::bigint[])
         as r(low, high, is_after, factor)
       cross join lateral (
         select * from ledger_entries l where l.merchant_id = $2
           and l.entry_number >= r.low and l.entry_number <= r.high
         order by l.entry_number
       ) e
       ${ENTRY_LEGS}
       where ${ofOwner('leg.account')}
       group by leg.account, leg.currency, e.act, r.is_after
       union all
       select account, currency, act, false, entries, amount_cents from archived_sums
       where merchant_id = $2 and proof_number = any($7::bigint[]) and ${ofOwner('account')}
     ) s group by account, currency, act, is_after having sum(entries) <> 0`,
    [
      owner,
      book,
      plainArray(reads.map(({ low }) => String(low))),
      plainArray(reads.map(({ high }) => String(high))),
      plainArray(reads.map(({ is_after }) => String(is_after))),
      plainArray(reads.map(({ factor }) => String(factor))),
      plainArray(kept.map(String)),
    ],
  );
}

async function readBalances(db: Queryable, book: string, owner: string | null) {
  return await db.query<AccountSum>(
    'read-book-balances',
    `select account, currency, balance_cents from ledger_accounts
     where merchant_id = $2 and ${ofOwner('account')}`,
    [owner, book],
  );
}

/**
 * Balances and what moved them since the first entry: up to the signed head, if there is one behind
 * the month; otherwise up to now. Months with kept sums are not read entry by entry. `owner`
 * takes only the accounts of one receiving account. All in one snapshot, so that they fit together.
 */
export async function readMonthSums(
  tx: Queryable,
  { book, first, next }: MonthNumbers,
  owner: string | null,
  signed: { book_number: bigint; head: string } | undefined,
): Promise<{ balances: AccountSum[]; moved: MovedSum[] }> {
  const runs = await readArchivedRuns(tx, book, { first, next });
  const last = signed?.book_number ?? PAST_ALL;
  const moved = await readMoved(tx, book, planMonthReads({ first, next, last }, runs), owner);
  if (signed === undefined) return { balances: await readBalances(tx, book, owner), moved };
  const [, balances] = readHeadText(signed.head, book);
  return { balances: balances.filter(({ account }) => isOf(account, owner)), moved };
}
