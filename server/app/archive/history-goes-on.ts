// Whether the database goes on with the history that archives have: it has the proofs that each of
// them ends with, and the books lead from the last of these to the present.
import type { ArchiveEnd, ArchiveManifest } from '../../domain/archive/archive-document.ts';
import { type ArchivedMonth, readArchivedMonths } from '../../store/archive/archived-months.ts';
import type { App } from '../process/app.ts';
import { type Boundary, readBoundaries } from '../proof/proof-boundaries.ts';
import { type BooksAfter, verifyBooksAfter } from '../proof/verify-after.ts';
import { readSnapshot } from '../proof/verify-snapshot.ts';
import type { HistoryCheck } from './verify-history.ts';

export type HistoryOn = Omit<BooksAfter, 'problems'> & {
  readonly ok: boolean;
  /** The day of the proof from which the books were read; null: no archive leads to one. */
  readonly since: string | null;
  readonly problems: readonly string[];
};

const boundaryOf = (boundaries: readonly Boundary[], { proof, hash }: ArchiveEnd) =>
  boundaries.find((one) => Number(one.number) === proof && one.hash === hash);

function endProblem(boundaries: readonly Boundary[], { month, to }: ArchiveManifest): string[] {
  if (boundaryOf(boundaries, to) !== undefined) return [];
  return [`${month}: the database has not the proof ${to.proof} of ${to.day} that it ends with`];
}

/** A month that was noted is in that very file, and its file has not been lost. */
function notedProblems(
  noted: readonly ArchivedMonth[],
  files: HistoryCheck['files'],
): readonly string[] {
  return noted.flatMap(({ month, file_hash }) => {
    const own = files.filter(({ manifest }) => manifest?.month === month);
    if (own.length === 0)
      return [`${month}: the database has noted its archive, which is not here`];
    if (own.some(({ sha256 }) => sha256 === file_hash)) return [];
    return [`${month}: the database has noted another file, whose SHA-256 is ${file_hash}`];
  });
}

export async function verifyHistoryGoesOn(
  app: App,
  { files }: Pick<HistoryCheck, 'files'>,
): Promise<HistoryOn> {
  const manifests = files.flatMap(({ manifest }) => manifest ?? []);
  const boundaries = await readSnapshot(app, readBoundaries);
  const noted = notedProblems(await readArchivedMonths(app.store.db), files);
  const ends = manifests.flatMap((manifest) => endProblem(boundaries, manifest));
  const unknown = [...ends, ...noted];
  const last = manifests.at(-1);
  const since = last === undefined ? undefined : boundaryOf(boundaries, last.to);
  if (since === undefined) {
    return { ok: false, since: null, entries: 0, proofs: 0, problems: unknown };
  }
  const { problems, ...read } = await verifyBooksAfter(app, boundaries, since);
  const all = [...unknown, ...problems];
  return { ok: all.length === 0, since: since.day, ...read, problems: all };
}
