// Checks what came after a signed proof, up to the present balances, and compares tables with each
// other: in one snapshot, so writes during the work are no difference.
import { readAuditHead } from '../../store/access/audit.ts';
import type { Queryable } from '../../store/connection/database.ts';
import { findGaps, GAP_NAMES, type GapName } from '../../store/proof/book-gaps.ts';
import { readDigestHead } from '../../store/proof/digest-groups.ts';
import { streamBooks } from '../../store/proof/proof-books.ts';
import { streamEntries } from '../../store/proof/proof-entries.ts';
import { readProofOfDay } from '../../store/proof/proof-rows.ts';
import { findRecentGaps, RECENT_GAP_NAMES } from '../../store/proof/recent-gaps.ts';
import type { App } from '../process/app.ts';
import { checkAudit } from './check-audit.ts';
import { checkDigests, provenHeads } from './check-digests.ts';
import { checkLastProof, checkProofs } from './check-proofs.ts';
import { type Boundary, readBoundaries } from './proof-boundaries.ts';
import { openVerifier } from './proof-keys.ts';
import { exportSnapshot, lanesOf, readSnapshot } from './verify-snapshot.ts';
import { openProven, type WalkedBooks, walkBooks } from './walk-books.ts';

/** Progress: `done` of `of` entries, then the other steps one by one. */
export type VerifyStep = { step: string; done: number; of: number };
export type TellVerifyStep = (step: VerifyStep) => void;

export type CheckedTail = {
  books: number;
  entries: number;
  audit_entries: number;
  proofs: number;
  problems: string[];
};

export type TailOptions = {
  /** Compare all rows of all tables, not only those of trades that were touched since. */
  readonly is_whole: boolean;
  readonly tell: TellVerifyStep;
  readonly tellEntries: (entries: number) => void;
};

type FindGaps = (tx: Queryable, name: GapName) => Promise<string[]>;

/**
 * On connections of their own if they can see the same snapshot, because the walk through the
 * entries keeps its own busy.
 */
async function compareTables(
  app: App,
  { tx: own, snapshot }: { tx: Queryable; snapshot: string | null },
  plan: {
    readonly names: readonly GapName[];
    readonly find: FindGaps;
    readonly tell: TellVerifyStep;
  },
): Promise<string[]> {
  const { names, find, tell } = plan;
  const found = new Map<GapName, string[]>();
  const queue = names.values();
  const compare = async (tx: Queryable) => {
    for (const name of queue) {
      tell({ step: name, done: found.size, of: names.length });
      found.set(name, await find(tx, name));
    }
  };
  if (snapshot === null) await compare(own);
  else await lanesOf(app, () => readSnapshot(app, compare, snapshot));
  return names.flatMap((name) => found.get(name) ?? []);
}

async function walkTail(
  tx: Queryable,
  since: Boundary,
  tell: (entries: number) => void,
): Promise<WalkedBooks> {
  try {
    const books = streamBooks(tx, since.number);
    const pages = streamEntries(tx, since.number);
    return await walkBooks(books, pages, { open: openProven, tell });
  } catch (error) {
    if (!(error instanceof SyntaxError)) throw error;
    return { books: 0, entries: 0, problems: [`proof ${since.number}: its heads cannot be read`] };
  }
}

async function checkTrail(tx: Queryable, since: Boundary, problems: string[]): Promise<number> {
  // What somebody appended without moving the head is read, too.
  const end = { number: 2n ** 62n, hash: '' };
  const last = await checkAudit(tx, since.audit, end, problems);
  const head = await readAuditHead(tx);
  if (last.number !== head.number || last.hash !== head.hash) {
    problems.push(`audit: the head counts ${head.number} entries, but there are ${last.number}`);
  }
  return Number(last.number - since.audit.number);
}

/** The proof that the check begins with, unless the whole chain is checked, and those after it. */
async function checkTailProofs(
  tx: Queryable,
  app: App,
  { since, is_whole }: { since: Boundary; is_whole: boolean },
  problems: string[],
): Promise<number> {
  const verifier = await openVerifier(tx, app.store.cipher);
  problems.push(...verifier.problems);
  const begins = is_whole || since.day === null ? null : await readProofOfDay(tx, since.day);
  if (begins !== null) problems.push(...(await checkLastProof(tx, begins, verifier)));
  const later = await checkProofs(tx, verifier, since, problems);
  return later + (begins === null ? 0 : 1);
}

async function checkRecords(
  tx: Queryable,
  app: App,
  since: Boundary,
  problems: string[],
  tell: TellVerifyStep,
): Promise<void> {
  const head = await readDigestHead(tx);
  const of = Number((head?.group_number ?? 0n) - since.digests.group_number);
  const boundaries = await readBoundaries(tx);
  const proven = provenHeads(boundaries.filter(({ number }) => number > since.number));
  const run = { from: since.digests, to_number: null, proven };
  await checkDigests(tx, app.store.cipher, run, problems, (group_number) =>
    tell({ step: 'records', done: Number(group_number - since.digests.group_number), of }),
  );
}

export async function verifyTail(
  app: App,
  since: Boundary,
  { is_whole, tell, tellEntries }: TailOptions,
): Promise<CheckedTail> {
  const { number: proof_number, digests } = since;
  const signed = { proof_number, group_number: digests.group_number };
  const find: FindGaps = is_whole ? findGaps : (tx, name) => findRecentGaps(tx, name, signed);
  const names = is_whole ? GAP_NAMES : RECENT_GAP_NAMES;
  return await readSnapshot(app, async (tx) => {
    tellEntries(0);
    const snapshot = await exportSnapshot(tx);
    const [walked, gaps] = await Promise.all([
      walkTail(tx, since, tellEntries),
      compareTables(app, { tx, snapshot }, { names, find, tell }),
    ]);
    const problems = [...walked.problems, ...gaps];
    tell({ step: 'audit', done: 0, of: 1 });
    const audit_entries = await checkTrail(tx, since, problems);
    await checkRecords(tx, app, since, problems, tell);
    tell({ step: 'proofs', done: 0, of: 1 });
    const proofs = await checkTailProofs(tx, app, { since, is_whole }, problems);
    const { books, entries } = walked;
    return { books, entries, audit_entries, proofs, problems };
  });
}
