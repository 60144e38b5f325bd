// Proves the books from genesis: entries balance, chains are unbroken, balances are the sums of
// their postings.
import { accountKey, type BookHead, balances, EMPTY_HASH, type Entry } from '../domain/ledger.ts';
import { uuidFromHex } from '../domain/uuid.ts';
import { auditHash, readAudit, readAuditHead } from '../store/audit.ts';
import type { Queryable } from '../store/database.ts';
import { hashEntry } from '../store/ledger.ts';
import { readAccounts, readBooks, readEntries } from '../store/ledger-lists.ts';
import { proofGaps } from '../store/proof.ts';
import type { App } from './app.ts';
import { bookName } from './list-ledger.ts';

export type BooksProof = {
  ok: boolean;
  books: number;
  entries: number;
  audit_entries: number;
  problems: string[];
};

const PAGE = 1000;
const MOST_PROBLEMS = 100;

type Tally = { entries: number; problems: string[] };

/** One entry against the one before; adds its postings to the sums. */
function checkEntry(entry: Entry, before: BookHead, sums: Map<string, bigint>): string[] {
  const name = `${bookName(entry.book)} entry ${entry.number}`;
  const problems: string[] = [];
  if (entry.number !== before.number + 1n) problems.push(`${name}: a number is missing before it`);
  if (hashEntry(entry, before.hash) !== entry.hash) problems.push(`${name}: the chain is broken`);
  if (!balances(entry.postings)) problems.push(`${name}: it does not balance`);
  for (const { account, currency, amount_cents } of entry.postings) {
    const key = accountKey(entry.book, account, currency);
    sums.set(key, (sums.get(key) ?? 0n) + amount_cents);
  }
  return problems;
}

async function checkBook(tx: Queryable, head: BookHead, tally: Tally): Promise<void> {
  const sums = new Map<string, bigint>();
  let last: BookHead = { book: head.book, number: 0n, hash: EMPTY_HASH };
  for (;;) {
    const entries = await readEntries(tx, head.book, last.number, PAGE);
    for (const entry of entries) {
      tally.problems.push(...checkEntry(entry, last, sums));
      last = { book: head.book, number: entry.number, hash: entry.hash };
    }
    tally.entries += entries.length;
    if (entries.length < PAGE) break;
  }
  const name = bookName(head.book);
  if (last.number !== head.number || last.hash !== head.hash) {
    tally.problems.push(`${name}: the book says ${head.number} entries, there are ${last.number}`);
  }
  for (const row of await readAccounts(tx, head.book)) {
    const key = accountKey(row.merchant_id, row.account, row.currency);
    const sum = sums.get(key) ?? 0n;
    sums.delete(key);
    if (sum === row.balance_cents) continue;
    const account = `${name} ${row.account} ${row.currency}`;
    tally.problems.push(`${account}: balance ${row.balance_cents}, postings ${sum}`);
  }
  for (const [key, sum] of sums) {
    if (sum !== 0n) tally.problems.push(`${key}: postings ${sum}, but no such account`);
  }
}

async function checkAudit(tx: Queryable, tally: { problems: string[] }): Promise<number> {
  let last = { number: 0n, hash: EMPTY_HASH };
  for (;;) {
    const entries = await readAudit(tx, last.number, PAGE);
    for (const entry of entries) {
      const follows = entry.number === last.number + 1n;
      if (!follows || auditHash(entry, last.hash) !== entry.hash) {
        tally.problems.push(`audit entry ${entry.number}: the chain is broken`);
      }
      last = entry;
    }
    if (entries.length < PAGE) break;
  }
  const head = await readAuditHead(tx);
  if (last.number !== head.number || last.hash !== head.hash) {
    tally.problems.push(`audit: the head says ${head.number} entries, there are ${last.number}`);
  }
  return Number(last.number);
}

/** Reads one snapshot, so that what is written meanwhile is no difference. */
export async function verifyBooks(app: App): Promise<BooksProof> {
  return await app.store.db.transaction(async (tx) => {
    await tx.query('snapshot', 'set transaction isolation level repeatable read, read only', []);
    const tally: Tally = { entries: 0, problems: [] };
    let books = 0;
    let after = '00000000-0000-0000-0000-000000000000';
    for (;;) {
      const heads = await readBooks(tx, after, PAGE);
      for (const head of heads) await checkBook(tx, head, tally);
      books += heads.length;
      const last = heads.at(-1);
      if (heads.length < PAGE || last === undefined) break;
      after = nextUuid(last.book);
    }
    tally.problems.push(...(await proofGaps(tx)));
    const audit_entries = await checkAudit(tx, tally);
    const problems = tally.problems.slice(0, MOST_PROBLEMS);
    return { ok: problems.length === 0, books, entries: tally.entries, audit_entries, problems };
  });
}

function nextUuid(id: string): string {
  const hex = (BigInt(`0x${id.replaceAll('-', '')}`) + 1n).toString(16).padStart(32, '0');
  return uuidFromHex(hex);
}
