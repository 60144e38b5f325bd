// Verifies the books from the first entry: entries balance, chains are unbroken, balances equal the
// sums of their postings, lines, holds and trades agree with them, and signed proofs are still
// valid.
import { EMPTY_HASH } from '../../domain/ledger/ledger.ts';
import { readAudit, readAuditHead } from '../../store/access/audit.ts';
import { auditHash } from '../../store/access/audit-rows.ts';
import type { Queryable } from '../../store/connection/database.ts';
import { recordBooksCheck } from '../../store/proof/book-checks.ts';
import { findGaps, GAP_NAMES } from '../../store/proof/book-gaps.ts';
import { readDigestHead } from '../../store/proof/digest-groups.ts';
import { streamBooks } from '../../store/proof/proof-books.ts';
import { countEntries, streamEntries } from '../../store/proof/proof-entries.ts';
import type { App } from '../process/app.ts';
import { serviceTime } from '../process/service-time.ts';
import { checkDigests } from './check-digests.ts';
import { checkProofs } from './check-proofs.ts';
import { walkBooks } from './walk-books.ts';

export type BooksCheck = {
  ok: boolean;
  books: number;
  entries: number;
  audit_entries: number;
  /** The number of signed proofs checked. */
  proofs: number;
  problems: string[];
};

/** Progress: `done` of `of` entries, then the other steps one by one. */
export type VerifyStep = { step: string; done: number; of: number };
export type TellVerifyStep = (step: VerifyStep) => void;

/** Some queries read whole tables, which may be large. */
const QUERY_TIMEOUT_MS = 3_600_000;
const PAGE = 1000;
const MOST_PROBLEMS = 100;

async function checkAudit(tx: Queryable, problems: string[]): Promise<number> {
  let last = { number: 0n, hash: EMPTY_HASH };
  for (;;) {
    const entries = await readAudit(tx, last.number, PAGE);
    for (const entry of entries) {
      const follows = entry.number === last.number + 1n;
      if (!follows || auditHash(entry, last.hash) !== entry.hash) {
        problems.push(`audit entry ${entry.number}: the chain is broken`);
      }
      last = entry;
    }
    if (entries.length < PAGE) break;
  }
  const head = await readAuditHead(tx);
  if (last.number !== head.number || last.hash !== head.hash) {
    problems.push(`audit: the head counts ${head.number} entries, but there are ${last.number}`);
  }
  return Number(last.number);
}

async function checkGaps(tx: Queryable, tell: TellVerifyStep): Promise<string[]> {
  const problems: string[] = [];
  for (const [index, name] of GAP_NAMES.entries()) {
    tell({ step: name, done: index, of: GAP_NAMES.length });
    problems.push(...(await findGaps(tx, name)));
  }
  return problems;
}

/**
 * Reads one snapshot, so that writes during the work are no difference. `tell` receives the
 * progress; if it throws, the work ends.
 */
export async function verifyBooks(
  app: App,
  tell: TellVerifyStep = () => undefined,
): Promise<BooksCheck> {
  const prove = async (tx: Queryable): Promise<BooksCheck> => {
    await tx.query('snapshot', 'set transaction isolation level repeatable read, read only', []);
    const of = Number(await countEntries(tx));
    tell({ step: 'entries', done: 0, of });
    const walked = await walkBooks(streamBooks(tx), streamEntries(tx), {
      tell: (done) => tell({ step: 'entries', done, of }),
    });
    const found = walked.problems;
    found.push(...(await checkGaps(tx, tell)));
    tell({ step: 'audit', done: 0, of: 1 });
    const audit_entries = await checkAudit(tx, found);
    const head = await readDigestHead(tx);
    const groups = Number(head?.group_number ?? 0n);
    await checkDigests(tx, app.store.cipher, found, (done) =>
      tell({ step: 'records', done, of: groups }),
    );
    tell({ step: 'proofs', done: 0, of: 1 });
    const proofs = await checkProofs(tx, app.store.cipher, found);
    const problems = found.slice(0, MOST_PROBLEMS);
    const { books, entries } = walked;
    return { ok: problems.length === 0, books, entries, audit_entries, proofs, problems };
  };
  const checked = await app.store.db.transaction(prove, {
    query_timeout_ms: QUERY_TIMEOUT_MS,
    silence_ms: QUERY_TIMEOUT_MS,
  });
  await recordBooksCheck(app.store.db, 'verify', checked.problems.length, serviceTime(app));
  return checked;
}
