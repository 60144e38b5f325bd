// Checks a book's entries up to its signed head: each hash follows from the one before, each entry
// sums to zero, and together they make the signed balances.
import type { ProofBalance, ProofEntry, ProofHead } from './proof-document.ts';
import { demand } from './proof-problem.ts';
import { isEntry } from './read-proof.ts';
import { sha256 } from './web-crypto.ts';

const EMPTY_HASH = '0'.repeat(64);
const HOUSE_BOOK = '00000000-0000-0000-0000-000000000000';

export type Entries = Iterable<ProofEntry> | AsyncIterable<ProofEntry>;

type Sums = Map<string, bigint>;

const keyOf = ({ account, currency }: { account: string; currency: string }) =>
  `${account}/${currency}`;

function sumsOf(balances: readonly ProofBalance[]): Sums {
  return new Map(balances.map((row) => [keyOf(row), BigInt(row.balance_cents)]));
}

function add(sums: Sums, key: string, amount: bigint): void {
  sums.set(key, (sums.get(key) ?? 0n) + amount);
}

/** The text that the service hashes for an entry. */
function canonicalEntry(entry: ProofEntry, previous_hash: string): string {
  return JSON.stringify([
    previous_hash,
    entry.book === 'house' ? HOUSE_BOOK : entry.book,
    String(entry.number),
    entry.act,
    entry.trade_id,
    entry.bank_line_id,
    entry.adjustment_id,
    Date.parse(entry.entered_at),
    entry.postings.map((leg) => [leg.account, leg.currency, String(leg.amount_cents)]),
  ]);
}

function isBalanced(entry: ProofEntry): boolean {
  const sums: Sums = new Map();
  for (const leg of entry.postings) add(sums, leg.currency, BigInt(leg.amount_cents));
  return entry.postings.length >= 2 && [...sums.values()].every((sum) => sum === 0n);
}

function demandBalances(sums: Sums, head: ProofHead): void {
  const signed = sumsOf(head.balances);
  for (const key of new Set([...sums.keys(), ...signed.keys()])) {
    const [by_entries, by_head] = [sums.get(key) ?? 0n, signed.get(key) ?? 0n];
    const detail = `${key}: ${by_entries} by the entries, but ${by_head} is signed`;
    demand(by_entries === by_head, 'balances', detail);
  }
}

/**
 * From the first entry, or from the one after an earlier head. Returns how many entries it checked.
 */
export async function walkChain(
  entries: Entries,
  head: ProofHead,
  earlier: ProofHead | null,
): Promise<number> {
  const sums = sumsOf(earlier?.balances ?? []);
  const first = earlier?.number ?? 0;
  let last = { number: first, hash: earlier?.hash ?? EMPTY_HASH };
  for await (const entry of entries) {
    demand(isEntry(entry), 'malformed', `The item after entry ${last.number} is not an entry`);
    // Entries after the head belong to a later day.
    if (entry.number > head.number) break;
    const name = `Entry ${entry.number}`;
    demand(entry.book === head.book, 'chain', `${name} is of another book`);
    demand(entry.number === last.number + 1, 'chain', `${name} comes after ${last.number}`);
    demand(isBalanced(entry), 'unbalanced', `${name} does not sum to zero`);
    const hash = await sha256(canonicalEntry(entry, last.hash));
    demand(hash === entry.hash, 'chain', `${name} differs from the entry that was hashed`);
    for (const leg of entry.postings) add(sums, keyOf(leg), BigInt(leg.amount_cents));
    last = { number: entry.number, hash };
  }
  const ends = `The entries end at ${last.number}, the head is ${head.number}`;
  demand(last.number === head.number, 'chain', ends);
  demand(last.hash === head.hash, 'chain', 'The entries do not lead to the signed head');
  demandBalances(sums, head);
  return last.number - first;
}
