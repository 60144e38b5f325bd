// Verifies that the books go on from a signed proof to the present, whatever came before it: for
// histories whose beginning is proven by other means.
import { readRemovedProof } from '../../store/archive/archived-months.ts';
import { readProofOfDay } from '../../store/proof/proof-rows.ts';
import type { App } from '../process/app.ts';
import { checkLastProof } from './check-proofs.ts';
import type { Boundary } from './proof-boundaries.ts';
import { openVerifier } from './proof-keys.ts';
import { checkSegments, segmentsAfter } from './verify-segments.ts';
import { readSnapshot } from './verify-snapshot.ts';
import { verifyTail } from './verify-tail.ts';

export type BooksAfter = {
  readonly entries: number;
  readonly proofs: number;
  readonly problems: readonly string[];
};

/** What is signed in it is where the first part begins, so it has to be as it was signed. */
async function checkBegin(app: App, since: Boundary): Promise<string[]> {
  return await readSnapshot(app, async (tx) => {
    const verifier = await openVerifier(tx, app.store.cipher);
    const proof = await readProofOfDay(tx, since.day);
    return proof === null ? [] : await checkLastProof(tx, proof, verifier);
  });
}

/** `boundaries`: all of them; `since` is one that a proof has ended. */
export async function verifyBooksAfter(
  app: App,
  boundaries: readonly Boundary[],
  since: Boundary,
): Promise<BooksAfter> {
  const begin = await checkBegin(app, since);
  const segments = segmentsAfter(boundaries, since.number);
  const removed_to = await readSnapshot(app, readRemovedProof);
  const quiet = { tell: () => undefined, passed: () => Promise.resolve(), removed_to };
  const checked = await checkSegments(app, segments, quiet);
  const newest = boundaries.at(-1) ?? since;
  const tail = await verifyTail(app, newest, {
    is_whole: false,
    tell: () => undefined,
    tellEntries: () => undefined,
  });
  // The newest proof ends the last part, and begins what no proof has signed yet.
  const problems = new Set([...begin, ...checked.problems, ...tail.problems]);
  return {
    entries: checked.entries + tail.entries,
    proofs: segments.length + tail.proofs,
    problems: [...problems],
  };
}
