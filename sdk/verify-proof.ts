// Verifies a daily proof offline: its signature, that your book is part of it, and, if you give the
// entries, that they lead to the signed head.
import { type Entries, walkChain } from './proof/proof-chain.ts';
import type {
  OwnProof,
  ProofBalance,
  ProofHead,
  ProofStatement,
  ProofTotals,
  TrustedKey,
  WholeProof,
} from './proof/proof-document.ts';
import { demand, ProofError, type ProofProblem } from './proof/proof-problem.ts';
import { rootFromPath, rootOfLeaves } from './proof/proof-tree.ts';
import { isDocument, readHead, readProofStatement, readTotals } from './proof/read-proof.ts';
import { isSigned, sha256 } from './proof/web-crypto.ts';

export type ProofCheck =
  | {
      ok: true;
      statement: ProofStatement;
      /** Your own book; for a whole proof, all books. */
      heads: readonly ProofHead[];
      /** For a whole proof only. */
      totals: ProofTotals | null;
      /** How many entries were checked. */
      entries: number;
    }
  | { ok: false; problem: ProofProblem; detail: string };

export type ProofOptions = {
  /**
   * The entries of your own book in order: from the first, or from the one after the head of
   * `earlier`. An async iterable is read as a stream, so it may fetch pages of the API.
   */
  entries?: Entries;
  /** A document that you kept: the new one must continue it. */
  earlier?: unknown;
};

type Read = { heads: ProofHead[]; totals: ProofTotals | null };
type Held = Read & { statement: ProofStatement; text: string };

function sumByKind(heads: readonly ProofHead[]): Map<string, bigint> {
  const sums = new Map<string, bigint>();
  for (const { account, currency, balance_cents } of heads.flatMap((head) => head.balances)) {
    const key = `${account.split(':')[0]}/${currency}`;
    sums.set(key, (sums.get(key) ?? 0n) + BigInt(balance_cents));
  }
  return sums;
}

function demandTotals(totals: ProofTotals, heads: readonly ProofHead[]): void {
  const entries = heads.reduce((sum, head) => sum + head.number, 0);
  const counts = totals.books === heads.length && totals.entries === entries;
  demand(counts, 'totals', `${heads.length} books have ${entries} entries`);
  const sums = sumByKind(heads);
  const keyOf = (row: ProofBalance) => `${row.account}/${row.currency}`;
  const told = new Map(totals.balances.map((row) => [keyOf(row), BigInt(row.balance_cents)]));
  for (const key of new Set([...sums.keys(), ...told.keys()])) {
    demand(sums.get(key) === told.get(key), 'totals', `${key} is not the sum of the books`);
  }
  for (const currency of new Set(totals.balances.map((row) => row.currency))) {
    const all = totals.balances.filter((row) => row.currency === currency);
    const sum = all.reduce((total, row) => total + BigInt(row.balance_cents), 0n);
    demand(sum === 0n, 'totals', `The books do not sum to zero in ${currency}`);
  }
}

function readWhole(document: WholeProof): Read {
  const [first = '', ...rest] = document.leaves;
  const totals = readTotals(first);
  const heads = rest.map(readHead);
  demandTotals(totals, heads);
  return { heads, totals };
}

/** One key, or several that signed one after the other. */
export type TrustedKeys = string | readonly TrustedKey[];

function keyOf(public_key: string, keys: TrustedKeys): TrustedKey {
  const known = typeof keys === 'string' ? [{ public_key: keys }] : keys;
  const key = known.find((one) => one.public_key === public_key);
  demand(key !== undefined, 'other_key', 'The document names another key');
  return key;
}

function demandInLife({ ended_at = null }: TrustedKey, { taken_at }: ProofStatement): void {
  if (ended_at === null) return;
  const is_before = Date.parse(taken_at) <= Date.parse(ended_at);
  demand(is_before, 'ended_key', `Taken at ${taken_at}, the key had ended at ${ended_at}`);
}

/**
 * Checks the document by itself: key, signature, and that its leaves are part of the signed tree.
 */
async function hold(document: unknown, keys: TrustedKeys): Promise<Held> {
  demand(isDocument(document), 'malformed', 'This is not a proof document');
  const { statement: text, signature, public_key } = document;
  const key = keyOf(public_key, keys);
  demand(await isSigned(text, signature, public_key), 'signature', 'The key did not sign this');
  const statement = readProofStatement(text);
  demandInLife(key, statement);
  const root =
    'leaves' in document
      ? await rootOfLeaves(document.leaves)
      : await rootFromPath(document.leaf, document.path);
  demand(root === statement.root, 'not_included', 'The leaf is not under the signed root');
  const read =
    'leaves' in document
      ? readWhole(document)
      : { heads: [readHead((document as OwnProof).leaf)], totals: null };
  return { statement, text, ...read };
}

function demandGrowth(held: Held, before: Held): void {
  const later = new Map(held.heads.map((head) => [head.book, head]));
  for (const head of before.heads) {
    const now = later.get(head.book);
    demand(now !== undefined, 'earlier', `The book ${head.book} is missing`);
    demand(
      now.number >= head.number,
      'earlier',
      `The book ${head.book} has fewer entries than before`,
    );
    const is_same = now.number > head.number || now.hash === head.hash;
    demand(is_same, 'earlier', `The book ${head.book} has a different history`);
  }
}

async function demandOrder(held: Held, before: Held): Promise<void> {
  const { number, previous_hash } = held.statement;
  demand(number > before.statement.number, 'earlier', 'The earlier document is not earlier');
  if (number === before.statement.number + 1) {
    const follows = previous_hash === (await sha256(before.text));
    demand(follows, 'earlier', 'It does not continue the earlier document');
  }
  demandGrowth(held, before);
}

async function check(
  document: unknown,
  keys: TrustedKeys,
  { entries, earlier }: ProofOptions,
): Promise<Extract<ProofCheck, { ok: true }>> {
  const held = await hold(document, keys);
  const before = earlier === undefined ? null : await hold(earlier, keys);
  if (before !== null) await demandOrder(held, before);
  const { statement, heads, totals } = held;
  if (entries === undefined) return { ok: true, statement, heads, totals, entries: 0 };
  const [head, ...others] = heads;
  const is_one = head !== undefined && others.length === 0;
  demand(is_one, 'malformed', 'Entries belong to the proof of one book');
  const from = before?.heads.find((one) => one.book === head.book) ?? null;
  const walked = await walkChain(entries, head, from);
  return { ok: true, statement, heads, totals, entries: walked };
}

/**
 * Computes everything locally and asks the service nothing. `keys` are the service's public keys,
 * which you got in another way than the document: one as base64url, or all that you know of, with
 * their ends. An invalid proof is returned as a value; only errors of the entries' iterable are
 * thrown.
 */
export async function verifyProof(
  document: unknown,
  keys: TrustedKeys,
  options: ProofOptions = {},
): Promise<ProofCheck> {
  try {
    return await check(document, keys, options);
  } catch (error) {
    if (!(error instanceof ProofError)) throw error;
    return { ok: false, problem: error.problem, detail: error.message };
  }
}
