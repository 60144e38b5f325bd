// Verifies the archives of a folder as one history: each file by itself, and each begins with the
// signed proof that the one before ended with. A proof signs the heads and balances of all books,
// so with it the heads meet, too.
import { join } from 'node:path';
import {
  type ArchiveManifest,
  monthOfArchive,
  monthsBetween,
} from '../../domain/archive/archive-document.ts';
import { StartupError } from '../../lib/startup-error.ts';
import { archiveHash, listLikeArchives } from '../../store/archive/archive-files.ts';
import { verifyArchive } from './verify-archive.ts';

export type CheckedFile = {
  readonly name: string;
  readonly sha256: string;
  /** Null if the file cannot be read. */
  readonly manifest: ArchiveManifest | null;
  readonly books: number;
  readonly entries: number;
  readonly problems: readonly string[];
};

export type HistoryCheck = {
  readonly ok: boolean;
  /** Whether the keys were given from outside, or are only those that the files tell. */
  readonly is_key_given: boolean;
  /** In the order of their months. */
  readonly files: readonly CheckedFile[];
  /** Of the files and between them, each with its month. */
  readonly problems: readonly string[];
};

/** A file that cannot be read is a problem of this file, and the others are still verified. */
async function checkFile(
  folder: string,
  name: string,
  public_keys: readonly string[],
): Promise<CheckedFile> {
  const file = join(folder, name);
  const sha256 = await archiveHash(file);
  try {
    const { manifest, books, entries, problems } = await verifyArchive(file, public_keys);
    return { name, sha256, manifest, books, entries, problems };
  } catch (error) {
    if (!(error instanceof StartupError)) throw error;
    return { name, sha256, manifest: null, books: 0, entries: 0, problems: [error.message] };
  }
}

const monthOf = ({ manifest, name }: CheckedFile): string =>
  manifest?.month ?? monthOfArchive(name) ?? name;

const byMonth = (a: CheckedFile, b: CheckedFile): number => {
  const [first, second] = [`${monthOf(a)} ${a.name}`, `${monthOf(b)} ${b.name}`];
  return first < second ? -1 : 1;
};

const nameProblems = ({ name, manifest }: CheckedFile): string[] =>
  manifest === null || monthOfArchive(name) === manifest.month
    ? []
    : [`${name} is the archive of ${manifest.month}, and has another name`];

/** Why the next month does not go on from the one before; empty if it does. */
function meetingProblems(
  before: ArchiveManifest,
  next: ArchiveManifest,
  months: ReadonlySet<string>,
): string[] {
  if (before.month === next.month) return [`${next.month}: it is there twice`];
  // A month without any proof has no archive: what was written in it is in the next one.
  if (next.after?.hash === before.to.hash) return [];
  const missing = monthsBetween(before.month, next.month).filter((month) => !months.has(month));
  const [first, last] = [missing[0], missing.at(-1)];
  if (first !== undefined) return [`${first}${first === last ? '' : ` to ${last}`}: no archive`];
  const begin = next.after === null ? 'the first entry' : `proof ${next.after.proof}`;
  return [
    `${next.month}: it begins with ${begin}, and not with the heads of proof ${before.to.proof} ` +
      `with which ${before.month} ends: one of them is of another history`,
  ];
}

/** One number is one key for ever; the later file knows all keys that the earlier one knew. */
function keyProblems(before: ArchiveManifest, next: ArchiveManifest): string[] {
  return before.proof_keys.flatMap(({ key_id, public_key }) => {
    const other = next.proof_keys.find((key) => key.key_id === key_id);
    if (other?.public_key === public_key) return [];
    return [`${next.month}: its proof key ${key_id} is another than that of ${before.month}`];
  });
}

function chainProblems(files: readonly CheckedFile[]): string[] {
  const manifests = files.flatMap(({ manifest }) => manifest ?? []);
  const months = new Set(files.map(monthOf));
  return manifests.slice(1).flatMap((next, index) => {
    const before = manifests[index] ?? next;
    return [...meetingProblems(before, next, months), ...keyProblems(before, next)];
  });
}

/** `tell` is called before each file is read. */
export async function verifyHistory(
  folder: string,
  public_keys: readonly string[] = [],
  tell: (name: string) => void = () => undefined,
): Promise<HistoryCheck> {
  const names = await listLikeArchives(folder);
  if (names.length === 0) throw new StartupError(`There is no archive in ${folder}.`);
  const files: CheckedFile[] = [];
  for (const name of names) {
    tell(name);
    files.push(await checkFile(folder, name, public_keys));
  }
  files.sort(byMonth);
  const own = files.flatMap((file) =>
    [...file.problems, ...nameProblems(file)].map((problem) => `${monthOf(file)}: ${problem}`),
  );
  const problems = [...own, ...chainProblems(files)];
  const is_key_given = public_keys.length > 0;
  return { ok: problems.length === 0, is_key_given, files, problems };
}
