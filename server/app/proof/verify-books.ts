// Verifies the books: entries balance, chains are unbroken, balances equal the sums of their
// postings, lines, holds and trades agree with them, and signed proofs are still valid. Either
// since the last signed proof, or everything from the first entry on.
import { recordBooksCheck } from '../../store/proof/book-checks.ts';
import { countEntries } from '../../store/proof/proof-entries.ts';
import type { App } from '../process/app.ts';
import { serviceTime } from '../process/service-time.ts';
import { iso, isoOrNull } from '../request/views.ts';
import { BEGINNING, type Boundary, readBoundaries } from './proof-boundaries.ts';
import { checkRemovedMonths } from './removed-months.ts';
import { findPosition, forgetPosition, keepPosition, type Resumed } from './verify-position.ts';
import { checkSegments, segmentsAfter } from './verify-segments.ts';
import { readSnapshot } from './verify-snapshot.ts';
import { type CheckedTail, type TellVerifyStep, verifyTail } from './verify-tail.ts';

export type BooksCheck = {
  ok: boolean;
  /** The day of the signed proof from which this check went on; null if it began with the first. */
  since: string | null;
  /** When a check began that was interrupted, and that this one goes on with. */
  resumed_from: string | null;
  books: number;
  entries: number;
  audit_entries: number;
  /** The number of signed proofs checked. */
  proofs: number;
  /** What was left out, as sentences. */
  not_checked: string[];
  problems: string[];
};

export const BOOK_PROBLEMS_SHOWN = 100;

type Done = CheckedTail & { resumed: Resumed | null; removed: Boundary | null };

/** From the first entry on, proof by proof, and then what no proof has signed yet. */
async function verifyAll(
  app: App,
  boundaries: readonly Boundary[],
  tell: TellVerifyStep,
  is_anew: boolean,
): Promise<Done> {
  const now = serviceTime(app);
  const resumed = is_anew ? null : await findPosition(app, boundaries, now);
  const of = Number(await countEntries(app.store.db));
  const first = resumed?.boundary.number ?? 0n;
  const started_at = resumed?.started_at ?? now;
  let entries = resumed?.entries ?? 0;
  const before = entries;
  const tellEntries = (done: number) => tell({ step: 'entries', done: before + done, of });
  const segments = segmentsAfter(boundaries, first);
  const removed = await readSnapshot(app, (tx) =>
    checkRemovedMonths(tx, app.store.cipher, boundaries),
  );
  const checked = await checkSegments(app, segments, {
    tell: tellEntries,
    removed_to: removed.to?.number ?? 0n,
    async passed({ to }, read) {
      entries += read;
      await keepPosition(app, { started_at, boundary: to, entries });
    },
  });
  const newest = boundaries.at(-1) ?? BEGINNING;
  const tail = await verifyTail(app, newest, {
    is_whole: true,
    tell,
    tellEntries: (done) => tellEntries(checked.entries + done),
  });
  await forgetPosition(app);
  return {
    ...tail,
    entries: before + checked.entries + tail.entries,
    audit_entries: Number(newest.audit.number) + tail.audit_entries,
    proofs: boundaries.length - 1 + tail.proofs,
    problems: [...removed.problems, ...checked.problems, ...tail.problems],
    resumed,
    removed: removed.to,
  };
}

async function verifySince(app: App, since: Boundary, tell: TellVerifyStep): Promise<Done> {
  const tellEntries = (done: number) => tell({ step: 'entries', done, of: done });
  const tail = await verifyTail(app, since, { is_whole: false, tell, tellEntries });
  return { ...tail, resumed: null, removed: null };
}

const leftOut = ({ day }: Boundary): string[] => [
  `Entries, audit entries and records up to the proof of ${day}: they count as that proof signed them.`,
  'Trades, disputes and bank lines without an event or entry since then.',
  'Sums over whole tables: holds, counters, the house’s accounts by their lines, settlements.',
  'Signed proofs before the last one.',
];

const notReadAgain = ({ boundary, started_at }: Resumed): string =>
  `Up to the proof of ${boundary.day} nothing was read again: the check that began at ` +
  `${iso(started_at)} and was interrupted had read it, and found it right.`;

const notThere = ({ day }: Boundary): string =>
  `Entries and records up to the proof of ${day}: their months were removed, and are in their ` +
  'archives (archive verify).';

export type VerifyOptions = {
  /** From the first entry on; otherwise from the last signed proof on, if there is one. */
  readonly is_full: boolean;
  /** Do not go on with a full check that was interrupted. */
  readonly is_anew?: boolean;
};

/** `tell` receives the progress; if it throws, the work ends. */
export async function verifyBooks(
  app: App,
  tell: TellVerifyStep = () => undefined,
  { is_full, is_anew = false }: VerifyOptions = { is_full: true },
): Promise<BooksCheck> {
  const boundaries = await readSnapshot(app, readBoundaries);
  const newest = boundaries.at(-1) ?? BEGINNING;
  const continues = !is_full && newest.number > 0n;
  const done = continues
    ? await verifySince(app, newest, tell)
    : await verifyAll(app, boundaries, tell, is_anew);
  const left_out = continues ? leftOut(newest) : [];
  const problems = done.problems.slice(0, BOOK_PROBLEMS_SHOWN);
  const result = { problem_count: problems.length, is_whole: !continues };
  await recordBooksCheck(app.store.db, 'verify', result, serviceTime(app));
  return {
    ok: problems.length === 0,
    since: continues ? newest.day : null,
    resumed_from: isoOrNull(done.resumed?.started_at ?? null),
    books: done.books,
    entries: done.entries,
    audit_entries: done.audit_entries,
    proofs: done.proofs,
    not_checked: [
      ...left_out,
      ...(done.resumed === null ? [] : [notReadAgain(done.resumed)]),
      ...(done.removed === null ? [] : [notThere(done.removed)]),
    ],
    problems,
  };
}
