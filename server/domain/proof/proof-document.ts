// The daily proof as texts: the signed statement, and the leaves under its root.
import { type BookHead, bookName } from '../ledger/ledger.ts';
import type { AccountBalance } from './walk-book.ts';

/** The signed statement. It reveals nobody's money, so every merchant may see it. */
export type ProofStatement = {
  number: number;
  /** The last day that had ended when the heads were read, as `2026-11-20` (UTC). */
  day: string;
  taken_at: string;
  root: string;
  previous_hash: string;
  key_id: number;
};

/** Amounts are text here: sums over years exceed exact JSON numbers. */
type WrittenBalance = { account: string; currency: string; balance_cents: string };

const byName = (a: AccountBalance, b: AccountBalance): number =>
  compare(a.account, b.account) || compare(a.currency, b.currency);

/** Sorted by code unit, independent of the machine's language. */
function compare(a: string, b: string): number {
  if (a === b) return 0;
  return a < b ? -1 : 1;
}

const written = (balances: readonly AccountBalance[]): WrittenBalance[] =>
  balances.toSorted(byName).map(({ account, currency, balance_cents }) => ({
    account,
    currency,
    balance_cents: balance_cents.toString(),
  }));

export function proofStatementText(statement: ProofStatement): string {
  const { number, day, taken_at, root, previous_hash, key_id } = statement;
  const form = { document: 'payment-orders/proof', version: 1 };
  return JSON.stringify({ ...form, number, day, taken_at, root, previous_hash, key_id });
}

/** A book's leaf: the head of its chain, and the balances of its accounts. */
export function headText(head: BookHead, balances: readonly AccountBalance[]): string {
  return JSON.stringify({
    book: bookName(head.book),
    number: Number(head.number),
    hash: head.hash,
    balances: written(balances),
  });
}

/** The head of the chain of digests: how many groups it has, and the hash of the last. */
export type ProvenDigests = { groups: bigint; hash: string };

/**
 * The first leaf: the sums of all books by kind of account, and the heads of the audit trail and of
 * the digests.
 */
export function totalsText(totals: {
  books: number;
  entries: bigint;
  balances: readonly AccountBalance[];
  audit: { number: bigint; hash: string };
  digests: ProvenDigests;
}): string {
  const { books, entries, balances, audit, digests } = totals;
  return JSON.stringify({
    totals: {
      books,
      entries: Number(entries),
      balances: written(balances),
      audit: { number: Number(audit.number), hash: audit.hash },
      digests: { groups: Number(digests.groups), hash: digests.hash },
    },
  });
}

const PROVEN_DIGESTS = /"digests":\{"groups":(\d{1,15}),"hash":"([0-9a-f]{64})"\}/;

const PROVEN_AUDIT = /"audit":\{"number":(\d{1,15}),"hash":"([0-9a-f]{64})"\}/;

/** The head of the audit trail when a proof was made. */
export type ProvenAudit = { number: bigint; hash: string };

/** Null if it is damaged, as for digests. */
export function readProvenAudit(text: string): ProvenAudit | null {
  const [, number, hash] = PROVEN_AUDIT.exec(text) ?? [];
  return number === undefined || hash === undefined ? null : { number: BigInt(number), hash };
}

/** Null if they are damaged: such totals do not match their leaf in any case. */
export function readProvenDigests(text: string): ProvenDigests | null {
  const [, groups, hash] = PROVEN_DIGESTS.exec(text) ?? [];
  return groups === undefined || hash === undefined ? null : { groups: BigInt(groups), hash };
}

/** `clearing:ACCOUNT` of every merchant is added to the kind `clearing`. */
export function addToKinds(
  kinds: Map<string, AccountBalance>,
  balances: readonly AccountBalance[],
): void {
  for (const { account, currency, balance_cents } of balances) {
    const kind = account.split(':')[0] ?? account;
    const key = `${kind}/${currency}`;
    const before = kinds.get(key)?.balance_cents ?? 0n;
    kinds.set(key, { account: kind, currency, balance_cents: before + balance_cents });
  }
}

/** Parses a head's text: the balances from which the next proof continues. */
export function readHeadText(text: string, book: string): [BookHead, AccountBalance[]] {
  const { number, hash, balances } = JSON.parse(text) as {
    number: number;
    hash: string;
    balances: readonly WrittenBalance[];
  };
  const carried = balances.map((row) => ({ ...row, balance_cents: BigInt(row.balance_cents) }));
  return [{ book, number: BigInt(number), hash }, carried];
}
