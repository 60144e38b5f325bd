// What a merchant had before an entry of its book: from the signed head before it and the entries
// since, or back from what the merchant has now; whichever reads fewer entries.
import { BALANCE_ACCOUNTS } from '../../domain/ledger/ledger.ts';
import { readHeadText } from '../../domain/proof/proof-document.ts';
import type { Queryable } from '../connection/database.ts';
import { oneOf } from '../connection/word-list.ts';
import { ENTRY_LEGS } from './entry-postings.ts';

export type AccountAmount = { account: string; currency: string; balance_cents: bigint };

const OF_BALANCE = `leg.account in ${oneOf(BALANCE_ACCOUNTS)}`;

/** From `first` on, before `next`. */
async function readMoved(
  db: Queryable,
  book: string,
  { first, next }: { first: bigint; next: bigint },
): Promise<AccountAmount[]> {
  return await db.query<AccountAmount>(
    'read-moved-balance',
    `select leg.account, leg.currency, sum(leg.amount)::bigint as balance_cents
     from ledger_entries e ${ENTRY_LEGS}
     where e.merchant_id = $1 and e.entry_number >= $2 and e.entry_number < $3 and ${OF_BALANCE}
     group by leg.account, leg.currency`,
    [book, first, next],
  );
}

/** What there is now, less what moved since: in one statement, so that they fit together. */
async function readBack(db: Queryable, book: string, next: bigint): Promise<AccountAmount[]> {
  return await db.query<AccountAmount>(
    'read-balance-before',
    `select b.account, b.currency, sum(b.amount)::bigint as balance_cents from (
       select leg.account, leg.currency, leg.balance_cents as amount from ledger_accounts leg
       where leg.merchant_id = $1 and ${OF_BALANCE}
       union all
       select leg.account, leg.currency, -leg.amount from ledger_entries e ${ENTRY_LEGS}
       where e.merchant_id = $1 and e.entry_number >= $2 and ${OF_BALANCE}
     ) b group by b.account, b.currency`,
    [book, next],
  );
}

type Head = { book_number: bigint; head: string };

async function readHeadBefore(db: Queryable, book: string, next: bigint): Promise<Head | null> {
  const rows = await db.query<Head>(
    'read-head-before',
    `select book_number, head from proof_heads
     where merchant_id = $1 and book_number < $2 order by proof_number desc limit 1`,
    [book, next],
  );
  return rows[0] ?? null;
}

/** `next`: the first entry that does not count; `last`: the last that was seen. */
export async function readBalancesBefore(
  db: Queryable,
  book: string,
  { next, last }: { next: bigint; last: bigint },
): Promise<readonly AccountAmount[]> {
  const found = next > last ? null : await readHeadBefore(db, book, next);
  const known = found?.book_number ?? 0n;
  if (last - next < next - known) return await readBack(db, book, next);
  const carried = found === null ? [] : readHeadText(found.head, book)[1];
  return [...carried, ...(await readMoved(db, book, { first: known + 1n, next }))];
}

/** At the end of a day, as the proof that holds it has signed: of a day whose entries are gone. */
export async function readBalancesOfDay(
  db: Queryable,
  book: string,
  day: string,
): Promise<readonly AccountAmount[]> {
  const [found] = await db.query<Head>(
    'read-head-of-day',
    `select h.book_number, h.head from proof_heads h join proofs p using (proof_number)
     where h.merchant_id = $1 and p.day >= $2::date order by p.proof_number limit 1`,
    [book, day],
  );
  return found === undefined ? [] : readHeadText(found.head, book)[1];
}
