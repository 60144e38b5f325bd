// Months whose rows were removed: their entries cannot be walked through any more, but what is kept
// of them has to lead from the balances that one proof has signed to those of the other.
import { bookName } from '../../domain/ledger/ledger.ts';
import { readHeadText } from '../../domain/proof/proof-document.ts';
import {
  type ArchivedSum,
  readArchivedSums,
  readMonthStages,
} from '../../store/archive/archived-months.ts';
import { readCountedPast, streamPastRecords } from '../../store/archive/past-records.ts';
import type { Queryable } from '../../store/connection/database.ts';
import type { Cipher } from '../../store/encryption/encryption.ts';
import { type BookRecord, streamProvenBooks } from '../../store/proof/proof-books.ts';
import type { ProofRange } from '../../store/proof/proof-entries.ts';
import { sha256Hex } from '../process/ids.ts';
import type { Boundary } from './proof-boundaries.ts';
import { digested } from './record-digests.ts';

/** Signed balances before, and what moved, give the signed balances at the end. */
function headProblems({ head, accounts, proven }: BookRecord, moved: readonly ArchivedSum[]) {
  const before = proven === null ? [] : readHeadText(proven, head.book)[1];
  const left = new Map<string, bigint>();
  const add = (account: string, currency: string, cents: bigint) => {
    const key = `${account} ${currency}`;
    left.set(key, (left.get(key) ?? 0n) + cents);
  };
  for (const row of before) add(row.account, row.currency, row.balance_cents);
  for (const row of moved) add(row.account, row.currency, row.amount_cents);
  for (const row of accounts) add(row.account, row.currency, -row.balance_cents);
  return [...left]
    .filter(([, cents]) => cents !== 0n)
    .map(([key, cents]) => `${bookName(head.book)}: ${key} is ${cents} more than was signed`);
}

/** Whether the sums of a month lead from one signed head of each book to the other. */
export async function sumsProblems(
  tx: Queryable,
  range: ProofRange,
  sums: readonly ArchivedSum[],
): Promise<string[]> {
  const by_book = Map.groupBy(sums, ({ book }) => book);
  const problems: string[] = [];
  for await (const record of streamProvenBooks(tx, range)) {
    problems.push(...headProblems(record, by_book.get(record.head.book) ?? []));
  }
  return problems;
}

/**
 * One hash for all past trades, over the digest of each: their events and entries are gone, so
 * nothing else holds what their rows say.
 */
export async function hashPastTrades(tx: Queryable, cipher: Cipher): Promise<string> {
  let hash = '';
  for await (const records of streamPastRecords(tx, cipher)) {
    hash = sha256Hex(`${hash}${records.map((one) => digested(cipher, one).digest).join('')}`);
  }
  return hash;
}

/** Not while a month is being removed: what has moved since is in the hash that ends it. */
async function pastProblems(tx: Queryable, cipher: Cipher, is_removing: boolean) {
  const last = is_removing ? null : await readCountedPast(tx);
  const said = last?.past_sha256 ?? '';
  if (is_removing || said === (await hashPastTrades(tx, cipher))) return [];
  return ['the past trades are not what the audit trail has'];
}

export type RemovedCheck = {
  /** Up to this proof entries and records are not there any more; null: all are. */
  readonly to: Boundary | null;
  readonly problems: readonly string[];
};

export async function checkRemovedMonths(
  tx: Queryable,
  cipher: Cipher,
  boundaries: readonly Boundary[],
): Promise<RemovedCheck> {
  const months = await readMonthStages(tx);
  const removed = months.filter(({ stage }) => stage !== 'noted');
  const is_removing = removed.some(({ stage }) => stage === 'behind');
  const problems = await pastProblems(tx, cipher, is_removing);
  for (const { month, after_proof: after, proof_number: to } of removed) {
    const found = await sumsProblems(tx, { after, to }, await readArchivedSums(tx, to));
    problems.push(...found.map((problem) => `the sums of ${month}: ${problem}`));
  }
  const last = removed.at(-1)?.proof_number;
  const to = boundaries.find(({ number }) => number === last) ?? null;
  if (to === null && last !== undefined) {
    problems.push(`proof ${last}, up to which rows were removed, is gone`);
  }
  return { to, problems };
}
