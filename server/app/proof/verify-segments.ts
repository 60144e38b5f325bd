// Checks everything between one signed proof and the next: a part of the whole check that needs
// nothing from other parts, so several run at once, and what was checked is not read again after an
// interruption.
import type { Queryable } from '../../store/connection/database.ts';
import type { Cipher } from '../../store/encryption/encryption.ts';
import { streamProvenBooks } from '../../store/proof/proof-books.ts';
import { streamProvenEntries } from '../../store/proof/proof-entries.ts';
import type { App } from '../process/app.ts';
import { checkAudit } from './check-audit.ts';
import { checkDigests, provenHeads } from './check-digests.ts';
import { checkProofs } from './check-proofs.ts';
import { BEGINNING, type Boundary } from './proof-boundaries.ts';
import { openVerifier } from './proof-keys.ts';
import { lanesOf, readSnapshot } from './verify-snapshot.ts';
import { openProven, walkBooks } from './walk-books.ts';

/** What lies between two boundaries. */
export type Segment = { readonly from: Boundary; readonly to: Boundary };

/** Those that begin with this boundary or a later one. */
export const segmentsAfter = (boundaries: readonly Boundary[], first: bigint): Segment[] =>
  boundaries
    .slice(1)
    .map((to, index) => ({ from: boundaries[index] ?? BEGINNING, to }))
    .filter(({ to }) => to.number > first);

export type CheckedSegment = { readonly entries: number; readonly problems: readonly string[] };

/** The signed books and their entries; a proof that cannot be read is named by its own check. */
async function walkSegment(tx: Queryable, { from, to }: Segment, tell: (entries: number) => void) {
  const range = { after: from.number, to: to.number };
  try {
    const books = streamProvenBooks(tx, range);
    const pages = streamProvenEntries(tx, range);
    const told_by = `proof ${to.number}`;
    return await walkBooks(books, pages, { open: openProven, told_by, tell });
  } catch (error) {
    if (!(error instanceof SyntaxError)) throw error;
    return { books: 0, entries: 0, problems: [`proof ${to.number}: its heads cannot be read`] };
  }
}

type SegmentCheck = {
  readonly tell: (entries: number) => void;
  /** Entries and records up to this proof were removed. */
  readonly removed_to: bigint;
};

async function checkSegment(
  tx: Queryable,
  cipher: Cipher,
  segment: Segment,
  { tell, removed_to }: SegmentCheck,
): Promise<CheckedSegment> {
  const { from, to } = segment;
  const problems: string[] = [];
  const verifier = await openVerifier(tx, cipher);
  await checkProofs(tx, verifier, from, problems, to.number);
  const is_removed = to.number <= removed_to;
  const walked = is_removed ? NOTHING_WALKED : await walkSegment(tx, segment, tell);
  problems.push(...walked.problems);
  const last = await checkAudit(tx, from.audit, to.audit, problems);
  if (last.number !== to.audit.number || last.hash !== to.audit.hash) {
    problems.push(`proof ${to.number}: the audit trail differs from the signed one`);
  }
  if (is_removed) return { entries: 0, problems };
  const proven = provenHeads([to]);
  const run = { from: from.digests, to_number: to.digests.group_number, proven };
  await checkDigests(tx, cipher, run, problems);
  return { entries: walked.entries, problems };
}

const NOTHING_WALKED: CheckedSegment = { entries: 0, problems: [] };

export type SegmentsDone = {
  /** Up to this proof entries and records were removed: there only what is signed is checked. */
  readonly removed_to: bigint;
  /** Called in order; what comes before a segment with problems is done, the rest is not. */
  readonly passed: (segment: Segment, entries: number) => Promise<void>;
  /** Called often, with the number of entries read by all; if it throws, the work ends. */
  readonly tell: (entries: number) => void;
};

/** Reports segments in their order, whichever ends first. */
function inOrder(segments: readonly Segment[], passed: SegmentsDone['passed']) {
  const ended = new Map<Segment, CheckedSegment>();
  let next = 0;
  let last: Promise<void> = Promise.resolve();
  return (segment: Segment, checked: CheckedSegment): Promise<void> => {
    ended.set(segment, checked);
    for (;;) {
      const first = segments[next];
      const done = first === undefined ? undefined : ended.get(first);
      if (first === undefined || done === undefined || done.problems.length > 0) return last;
      next += 1;
      last = last.then(() => passed(first, done.entries));
    }
  };
}

/** Each lane takes the next segment; the segments are short, so no lane waits long for another. */
export async function checkSegments(
  app: App,
  segments: readonly Segment[],
  { passed, tell, removed_to }: SegmentsDone,
): Promise<CheckedSegment> {
  const queue = segments.values();
  const report = inOrder(segments, passed);
  const found = new Map<Segment, CheckedSegment>();
  const read = new Map<Segment, number>();
  const lane = async () => {
    for (const segment of queue) {
      const told = (entries: number) => {
        read.set(segment, entries);
        tell([...read.values()].reduce((sum, one) => sum + one, 0));
      };
      told(0);
      const checked = await readSnapshot(app, (tx) =>
        checkSegment(tx, app.store.cipher, segment, { tell: told, removed_to }),
      );
      found.set(segment, checked);
      await report(segment, checked);
    }
  };
  await lanesOf(app, lane);
  const all = segments.flatMap((segment) => found.get(segment) ?? []);
  return {
    entries: all.reduce((sum, { entries }) => sum + entries, 0),
    problems: all.flatMap(({ problems }) => problems),
  };
}
