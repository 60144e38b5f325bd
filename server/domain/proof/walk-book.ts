// Checks a book from its first entry: chain, balance of each entry, sums, and that nobody spent
// more than was available.
import {
  accountKey,
  type BookHead,
  balances,
  bookName,
  canonicalEntry,
  EMPTY_HASH,
  type Entry,
  type EntryAct,
  isBalanceAccount,
} from '../ledger/ledger.ts';
import { OVERDRAFT_ACTS } from '../ledger/posting-rules.ts';

/** SHA-256 of a text as lower-case hex: passed in, since the rules use no packages. */
export type HashText = (text: string) => string;

/** The balance in an account's own row. */
export type AccountBalance = { account: string; currency: string; balance_cents: bigint };

/**
 * Entries of one trade at one moment belong to one act, including the holds on what they credited:
 * nobody could spend in between.
 */
type Run = {
  trade_id: string | null;
  at: number;
  number: bigint;
  acts: EntryAct[];
  /** The balances of guarded accounts before the act, by accountKey. */
  before: Map<string, bigint>;
};

/** Mutable: a book may have millions of entries. */
export type BookWalk = {
  readonly book: string;
  last: BookHead;
  /** By accountKey. */
  readonly sums: Map<string, bigint>;
  run: Run;
};

const noRun = (): Run => ({ trade_id: null, at: 0, number: 0n, acts: [], before: new Map() });

/** Starts at the genesis, or at a head with its balances. */
export function openWalk(
  book: string,
  from: BookHead = { book, number: 0n, hash: EMPTY_HASH },
  carried: readonly AccountBalance[] = [],
): BookWalk {
  const sums = carried.map(
    (row) => [accountKey(book, row.account, row.currency), row.balance_cents] as const,
  );
  return { book, last: from, sums: new Map(sums), run: noRun() };
}

/**
 * A hold's entry directly follows the entry that credited the money; after an unsuccessful refund
 * it belongs to the refund's pay-in.
 */
const HOLD_PLACED = 'hold_placed';

/** The spendable balance falls below zero only by acts that are allowed to overdraw. */
function endRun(walk: BookWalk): string[] {
  const { run, sums } = walk;
  if (run.before.size === 0 || run.acts.some((act) => OVERDRAFT_ACTS.has(act))) return [];
  return [...run.before].flatMap(([key, before]) => {
    const after = sums.get(key) ?? 0n;
    if (after >= 0n || after >= before) return [];
    return [`${key}: entry ${run.number} (${run.acts.join(', ')}) takes it to ${after}`];
  });
}

/**
 * Adds the postings to the sums, and keeps the balances of guarded accounts from before the act.
 */
function addPostings(walk: BookWalk, entry: Entry): string[] {
  const { run, sums } = walk;
  const is_same = entry.trade_id !== null && entry.trade_id === run.trade_id;
  const goes_on = entry.at === run.at && (is_same || entry.act === HOLD_PLACED);
  const problems = goes_on ? [] : endRun(walk);
  if (!goes_on) walk.run = { ...noRun(), trade_id: entry.trade_id, at: entry.at };
  walk.run.number = entry.number;
  walk.run.acts.push(entry.act);
  for (const { account, currency, amount_cents } of entry.postings) {
    const key = accountKey(entry.book, account, currency);
    const before = sums.get(key) ?? 0n;
    if (isBalanceAccount(account) && !walk.run.before.has(key)) walk.run.before.set(key, before);
    sums.set(key, before + amount_cents);
  }
  return problems;
}

/** Checks an entry against the one before, and adds its postings to the sums. */
export function takeEntry(walk: BookWalk, entry: Entry, hashText: HashText): string[] {
  const name = `${bookName(entry.book)} entry ${entry.number}`;
  const { last } = walk;
  const problems: string[] = [];
  if (entry.number !== last.number + 1n) problems.push(`${name}: a number is missing before it`);
  if (hashText(canonicalEntry(entry, last.hash)) !== entry.hash) {
    problems.push(`${name}: the chain is broken`);
  }
  if (!balances(entry.postings)) problems.push(`${name}: it does not balance`);
  problems.push(...addPostings(walk, entry));
  walk.last = { book: walk.book, number: entry.number, hash: entry.hash };
  return problems;
}

/**
 * Checks the end of a book against its head, and the sums against the balances of its accounts:
 * those of the book itself, or those that a proof has signed.
 */
export function closeWalk(
  walk: BookWalk,
  head: BookHead,
  accounts: readonly AccountBalance[],
  told_by = 'the book',
): string[] {
  const name = bookName(walk.book);
  const { last } = walk;
  const problems = endRun(walk);
  if (last.number !== head.number || last.hash !== head.hash) {
    const entries = `${head.number} entries, there are ${last.number}`;
    const other = last.number === head.number ? ' with another hash' : '';
    problems.push(`${name}: ${told_by} says ${entries}${other}`);
  }
  const unread = new Map(walk.sums);
  for (const { account, currency, balance_cents } of accounts) {
    const key = accountKey(walk.book, account, currency);
    const sum = unread.get(key) ?? 0n;
    unread.delete(key);
    if (sum === balance_cents) continue;
    problems.push(`${name} ${account} ${currency}: balance ${balance_cents}, postings ${sum}`);
  }
  for (const [key, sum] of unread) {
    if (sum !== 0n) problems.push(`${key}: postings ${sum}, but no such account`);
  }
  return problems;
}
