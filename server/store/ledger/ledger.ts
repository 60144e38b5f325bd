// Stores the ledger: locks books, updates balances, and numbers and chains entries as they are
// written.
import { hash } from 'node:crypto';
import pg from 'pg';
import {
  accountKey,
  BALANCE_ACCOUNTS,
  type BookHead,
  canonicalEntry,
  type Entry,
  type EntryDraft,
  balances as entryBalances,
  isBalanceAccount,
} from '../../domain/ledger/ledger.ts';
import type { Queryable, Transaction } from '../connection/database.ts';
import { insertRows, plainArray } from '../connection/rows.ts';
import { oneOf } from '../connection/word-list.ts';
import { createLayouts, type EntryLayout, insertLayouts } from './layouts.ts';

/** Locks books in id order. The lock on its row puts all changes of one book in order. */
export async function lockBooks(tx: Queryable, books: readonly string[]): Promise<BookHead[]> {
  if (books.length === 0) return [];
  const rows = await tx.query<{ merchant_id: string; last_number: bigint; last_hash: Buffer }>(
    'lock-books',
    `select b.* from unnest($1::uuid[]) as k(merchant_id)
     cross join lateral (
       select merchant_id, last_number, last_hash from ledger_books b
       where b.merchant_id = k.merchant_id for update
     ) b`,
    [plainArray([...new Set(books)].sort())],
  );
  return rows.map((row) => ({
    book: row.merchant_id,
    number: row.last_number,
    hash: row.last_hash.toString('hex'),
  }));
}

export type BalanceRow = {
  merchant_id: string;
  account: string;
  currency: string;
  balance_cents: bigint;
};

/** The available and blocked amounts of merchants, in one snapshot. */
export async function readBalances(
  db: Queryable,
  merchant_ids: readonly string[],
): Promise<BalanceRow[]> {
  if (merchant_ids.length === 0) return [];
  return await db.query<BalanceRow>(
    'read-balances',
    `select a.* from unnest($1::uuid[]) as k(merchant_id)
     cross join lateral (
       select merchant_id, account, currency, balance_cents from ledger_accounts a
       where a.merchant_id = k.merchant_id and a.account in ${oneOf(BALANCE_ACCOUNTS)}
       limit 1000
     ) a`,
    [plainArray([...new Set(merchant_ids)])],
  );
}

const sha256 = (text: string) => hash('sha256', text, 'hex');

function checkBalanced(drafts: readonly EntryDraft[]): void {
  for (const { act, postings } of drafts) {
    if (!entryBalances(postings)) throw new Error(`Entry ${act} does not balance`);
  }
}

/** Gives drafts their numbers and hashes, in order, continuing each book's chain. */
function chain(drafts: readonly EntryDraft[], heads: Map<string, BookHead>, now: number): Entry[] {
  return drafts.map((draft) => {
    const { book, act, trade_id, bank_line_id, adjustment_id, postings } = draft;
    const head = heads.get(book);
    if (head === undefined) throw new Error(`Book ${book} was not locked for ${act}`);
    const number = head.number + 1n;
    const what = { book, number, act, trade_id, bank_line_id, adjustment_id, postings, at: now };
    const entry: Entry = { ...what, hash: sha256(canonicalEntry(what, head.hash)) };
    heads.set(book, { book, number, hash: entry.hash });
    return entry;
  });
}

type Delta = BalanceRow & { overdraft_cents: bigint | null };

/**
 * How far below zero the entries allow a balance account to go; null if the account has no such
 * limit.
 */
function overdraftOf(account: string, allowed: boolean, final: bigint): bigint | null {
  if (!isBalanceAccount(account)) return null;
  return allowed && final < 0n ? -final : 0n;
}

function larger(a: bigint | null, b: bigint | null): bigint | null {
  if (a === null || b === null) return a ?? b;
  return a > b ? a : b;
}

/** One row per account that the entries move: its change, and how far below zero it may go. */
function deltasOf(drafts: readonly EntryDraft[], after: ReadonlyMap<string, bigint>): Delta[] {
  const deltas = new Map<string, Delta>();
  for (const draft of drafts) {
    for (const { account, currency, amount_cents } of draft.postings) {
      const key = accountKey(draft.book, account, currency);
      const before = deltas.get(key);
      const overdraft_cents = overdraftOf(account, draft.overdraft, after.get(key) ?? 0n);
      if (before === undefined) {
        const merchant_id = draft.book;
        deltas.set(key, {
          merchant_id,
          account,
          currency,
          balance_cents: amount_cents,
          overdraft_cents,
        });
      } else {
        before.balance_cents += amount_cents;
        before.overdraft_cents = larger(overdraft_cents, before.overdraft_cents);
      }
    }
  }
  return [...deltas.values()];
}

/**
 * Account rows are deleted only with all of a sandbox's or a database's data, so a process inserts
 * each once; `areAccountsMissing` tells it that the data it knew are gone.
 */
function unknownAccounts(deltas: readonly Delta[], known: ReadonlySet<string>): Delta[] {
  return deltas.filter(
    (delta) => !known.has(accountKey(delta.merchant_id, delta.account, delta.currency)),
  );
}

/** Inserts missing accounts with a balance of zero, so that they can be updated. */
async function makeAccounts(tx: Transaction, missing: readonly Delta[]): Promise<void> {
  await insertRows<Delta>(
    tx,
    'ledger_accounts',
    [
      { name: 'merchant_id', value: (d) => d.merchant_id },
      { name: 'account', value: (d) => d.account },
      { name: 'currency', value: (d) => d.currency },
      { name: 'balance_cents', value: () => 0n },
      {
        name: 'overdraft_cents',
        value: (d) => (d.overdraft_cents === null ? null : 0n),
      },
    ],
    missing,
    'on conflict (merchant_id, account, currency) do nothing',
  );
}

const MISSING = 'ledger accounts are missing';

/** An account that this process knew is gone: the data were reset or restored meanwhile. */
export const areAccountsMissing = (error: unknown): boolean =>
  error instanceof pg.DatabaseError && error.message.includes(MISSING);

/**
 * Updates the balances. A permitted overdraft shrinks again as the balance rises. If an account is
 * missing, the statement itself fails, so the commit may be sent along with it.
 */
async function moveBalances(tx: Transaction, deltas: readonly Delta[]): Promise<void> {
  await tx.query(
    'move-balances',
    `with moved as (
       update ledger_accounts a set balance_cents = a.balance_cents + d.delta,
         overdraft_cents = case when a.overdraft_cents is not null then greatest(d.overdraft_cents,
           least(a.overdraft_cents, greatest(0, -(a.balance_cents + d.delta)))) end
       from unnest($1::uuid[], $2::text[], $3::text[], $4::bigint[], $5::bigint[])
         as d(merchant_id, account, currency, delta, overdraft_cents)
       where a.merchant_id = d.merchant_id and a.account = d.account and a.currency = d.currency
       returning 1
     )
     select case when count(*) = $6 then 0
       else ('${MISSING}: there are only ' || count(*))::integer end as missing
     from moved`,
    [
      plainArray(deltas.map((delta) => delta.merchant_id)),
      plainArray(deltas.map((delta) => delta.account)),
      plainArray(deltas.map((delta) => delta.currency)),
      plainArray(deltas.map((delta) => delta.balance_cents)),
      plainArray(deltas.map((delta) => delta.overdraft_cents)),
      deltas.length,
    ],
  );
}

type EntryOfLayout = Entry & { layout: EntryLayout | null };

async function insertEntries(tx: Transaction, entries: readonly Entry[]): Promise<void> {
  const layoutOf = createLayouts();
  const rows = entries.map((entry): EntryOfLayout => ({ ...entry, layout: layoutOf(entry) }));
  const layouts = rows.flatMap(({ layout }) => layout ?? []);
  await Promise.all([
    insertLayouts(tx, layouts),
    insertRows<EntryOfLayout>(
      tx,
      'ledger_entries',
      [
        { name: 'merchant_id', value: (e) => e.book },
        { name: 'entry_number', value: (e) => e.number },
        { name: 'act', value: (e) => e.act },
        { name: 'trade_id', value: (e) => e.trade_id },
        { name: 'bank_line_id', value: (e) => e.bank_line_id },
        { name: 'adjustment_id', value: (e) => e.adjustment_id },
        {
          name: 'accounts',
          value: (e) => (e.layout === null ? e.postings.map((leg) => leg.account) : null),
        },
        {
          name: 'currencies',
          value: (e) => (e.layout === null ? e.postings.map((leg) => leg.currency) : null),
        },
        { name: 'amounts', value: (e) => e.postings.map((leg) => leg.amount_cents) },
        { name: 'entered_at', value: (e) => e.at },
        { name: 'hash', value: (e) => Buffer.from(e.hash, 'hex') },
        { name: 'layout', value: (e) => e.layout?.layout ?? null },
      ],
      rows,
    ),
  ]);
}

async function moveHeads(tx: Transaction, heads: readonly BookHead[]): Promise<void> {
  await tx.query(
    'move-book-heads',
    `update ledger_books b set last_number = h.number, last_hash = h.hash
     from unnest($1::uuid[], $2::bigint[], $3::bytea[]) as h(merchant_id, number, hash)
     where b.merchant_id = h.merchant_id`,
    [
      heads.map((head) => head.book),
      heads.map((head) => head.number),
      heads.map((head) => Buffer.from(head.hash, 'hex')),
    ],
  );
}

/** Prepared entries: only the heads of their books are still needed. */
export type ReadyEntries = {
  /** Sends all statements at once. Returns the accounts that are now known to exist. */
  write(heads: readonly BookHead[]): Promise<string[]>;
};

/**
 * Prepares everything before the books are locked, because others may be waiting for the lock.
 * `balances` are the balances after the batch, by accountKey; `known_accounts` are the accounts
 * that this process knows to exist.
 */
export function prepareEntries(
  tx: Transaction,
  drafts: readonly EntryDraft[],
  balances: ReadonlyMap<string, bigint>,
  known_accounts: ReadonlySet<string>,
  now: number,
): ReadyEntries {
  checkBalanced(drafts);
  const deltas = deltasOf(drafts, balances);
  const missing = unknownAccounts(deltas, known_accounts);
  const touched = new Set(drafts.map((draft) => draft.book));
  return {
    async write(locked) {
      if (drafts.length === 0) return [];
      const heads = new Map(locked.map((head) => [head.book, head]));
      const entries = chain(drafts, heads, now);
      await Promise.all([
        makeAccounts(tx, missing),
        insertEntries(tx, entries),
        moveHeads(
          tx,
          [...heads.values()].filter((head) => touched.has(head.book)),
        ),
        moveBalances(tx, deltas),
      ]);
      return missing.map((delta) => accountKey(delta.merchant_id, delta.account, delta.currency));
    },
  };
}

/** A new book, before its first entry. */
export async function insertBook(tx: Queryable, book: string): Promise<void> {
  await tx.query(
    'insert-book',
    `insert into ledger_books (merchant_id, last_number, last_hash)
     values ($1, 0, decode(repeat('00', 32), 'hex'))`,
    [book],
  );
}
