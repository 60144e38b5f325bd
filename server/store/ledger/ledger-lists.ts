// Reads accounts, entries and books of the ledger: for people, for the proof and for reversals.

import type { Entry, EntryAct } from '../../domain/ledger/ledger.ts';
import type { TradeKey } from '../../domain/record/trade.ts';
import type { Queryable } from '../connection/database.ts';
import { plainArray } from '../connection/rows.ts';
import { ENTRY_ACCOUNTS, ENTRY_CURRENCIES, ENTRY_LAYOUT_IN_ORDER } from './entry-postings.ts';
import type { BalanceRow } from './ledger.ts';

type EntryRow = {
  merchant_id: string;
  entry_number: bigint;
  act: EntryAct;
  trade_id: string | null;
  bank_line_id: string | null;
  adjustment_id: string | null;
  accounts: string[];
  currencies: string[];
  amounts: string[];
  entered_at: number;
  hash: Buffer;
};

function entryOf(row: EntryRow): Entry {
  return {
    book: row.merchant_id,
    number: row.entry_number,
    act: row.act,
    trade_id: row.trade_id,
    bank_line_id: row.bank_line_id,
    adjustment_id: row.adjustment_id,
    at: row.entered_at,
    hash: row.hash.toString('hex'),
    postings: row.accounts.map((account, index) => ({
      account,
      currency: row.currencies[index] ?? '',
      amount_cents: BigInt(row.amounts[index] ?? 0),
    })),
  };
}

const COLUMNS = `e.merchant_id, e.entry_number, e.act, e.trade_id, e.bank_line_id, e.adjustment_id,
  ${ENTRY_ACCOUNTS} as accounts, ${ENTRY_CURRENCIES} as currencies, e.amounts::text[] as amounts,
  e.entered_at, e.hash`;

/** Entries of one book in order, after the given number. */
export async function readEntries(
  db: Queryable,
  book: string,
  after: bigint,
  limit: number,
): Promise<Entry[]> {
  const rows = await db.query<EntryRow>(
    'read-entries',
    `select ${COLUMNS} from ledger_entries e ${ENTRY_LAYOUT_IN_ORDER}
     where e.merchant_id = $1 and e.entry_number > $2 order by e.entry_number limit $3`,
    [book, after, limit],
  );
  return rows.map(entryOf);
}

/** All entries of these trades, oldest first. */
export async function readPosted(tx: Queryable, keys: readonly TradeKey[]): Promise<Entry[]> {
  if (keys.length === 0) return [];
  const rows = await tx.query<EntryRow>(
    'read-posted',
    `select ${COLUMNS} from unnest($1::uuid[], $2::uuid[]) as k(merchant_id, trade_id)
     join ledger_entries e using (merchant_id, trade_id) ${ENTRY_LAYOUT_IN_ORDER}
     order by e.merchant_id, e.entry_number`,
    [plainArray(keys.map((key) => key.merchant_id)), plainArray(keys.map((key) => key.trade_id))],
  );
  return rows.map(entryOf);
}

/** Entries of one book, newest first; on request only those that move one account. */
export async function selectEntries(
  db: Queryable,
  filter: { book: string; account: string | null; before: bigint | null; limit: number },
): Promise<Entry[]> {
  const rows = await db.query<EntryRow>(
    'list-entries',
    `select ${COLUMNS} from ledger_entries e ${ENTRY_LAYOUT_IN_ORDER}
     where e.merchant_id = $1 and ($2::text is null or $2 = any(${ENTRY_ACCOUNTS}))
       and ($3::bigint is null or e.entry_number < $3)
     order by e.entry_number desc limit $4`,
    [filter.book, filter.account, filter.before, filter.limit],
  );
  return rows.map(entryOf);
}

export async function readTradeEntries(
  db: Queryable,
  merchant_id: string,
  trade_id: string,
): Promise<Entry[]> {
  const rows = await db.query<EntryRow>(
    'read-trade-entries',
    `select ${COLUMNS} from ledger_entries e ${ENTRY_LAYOUT_IN_ORDER}
     where e.merchant_id = $1 and e.trade_id = $2 order by e.entry_number`,
    [merchant_id, trade_id],
  );
  return rows.map(entryOf);
}

/** A word that is looked for, with those who have it in their names. */
export type NamedOwners = { word: string; ids: readonly string[] };

/** What the name of an account has in one of its parts: its kind, or whom it is about. */
export type AccountParts = { kinds: readonly string[]; owners: readonly string[] };

type AccountFilter = {
  book: string | null;
  kind: string | null;
  words: readonly NamedOwners[];
  /** What all that is found has: looked at first, because it takes less time than the words. */
  parts: AccountParts | null;
  after: readonly [string, string, string] | null;
  limit: number;
};

/**
 * Accounts in key order, after the given one: those of which each word is a part, or stands in the
 * name of somebody whom the account is about.
 */
export async function selectAccounts(db: Queryable, filter: AccountFilter): Promise<BalanceRow[]> {
  const [book, account, currency] = filter.after ?? [null, null, null];
  return await db.query<BalanceRow>(
    'list-accounts',
    `select merchant_id, account, currency, balance_cents from ledger_accounts
     where ($1::uuid is null or merchant_id = $1)
       and ($10::text is null or split_part(account, ':', 1) = $10)
       and ($2::uuid is null or (merchant_id, account, currency) > ($2, $3, $4))
       and ($8::text[] is null or split_part(account, ':', 1) = any($8::text[])
         or split_part(account, ':', 2) in (select unnest($9::text[]))
         or split_part(account, ':', 3) in (select unnest($9::text[])))
       and not exists (
         select 1 from unnest($6::text[]) with ordinality as w(word, n)
         where position(w.word in account) = 0
           and not (w.n || ':' || split_part(account, ':', 2)) = any($7::text[])
           and not (w.n || ':' || split_part(account, ':', 3)) = any($7::text[]))
     order by merchant_id, account, currency limit $5`,
    [
      filter.book,
      book,
      account,
      currency,
      filter.limit,
      filter.words.map(({ word }) => word),
      filter.words.flatMap(({ ids }, index) => ids.map((id) => `${index + 1}:${id}`)),
      filter.parts?.kinds ?? null,
      filter.parts?.owners ?? null,
      filter.kind,
    ],
  );
}
