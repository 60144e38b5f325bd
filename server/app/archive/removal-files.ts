// The files of a removal: the month's own, verified and noted, a second one that is the same, and
// those of the months before it, whose trades may go only now.
import { stat } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import { archiveName } from '../../domain/archive/archive-document.ts';
import type { CopyKind } from '../../domain/archive/removal.ts';
import { StartupError } from '../../lib/startup-error.ts';
import { archiveHash } from '../../store/archive/archive-files.ts';
import { readMonthStages } from '../../store/archive/archived-months.ts';
import type { App } from '../process/app.ts';
import { readArchiveHead } from './read-archive.ts';
import { verifyArchive } from './verify-archive.ts';

/** A second file, or its hash as somebody tells it. */
export type SecondCopy = { readonly file: string } | { readonly sha256: string };

export type RemovalFiles = {
  readonly month: string;
  readonly file_sha256: string;
  readonly copy: CopyKind;
  /** All up to the month, oldest first. */
  readonly files: readonly string[];
  readonly after_proof: bigint;
  readonly proof_number: bigint;
};

const isOneFile = async (one: string, other: string): Promise<boolean> => {
  const [a, b] = await Promise.all([stat(one), stat(other)]);
  return a.dev === b.dev && a.ino === b.ino;
};

async function checkCopy(file: string, sha256: string, copy: SecondCopy): Promise<CopyKind> {
  const is_file = 'file' in copy;
  const other = is_file ? await archiveHash(copy.file) : copy.sha256.toLowerCase();
  if (is_file && (await isOneFile(file, copy.file))) {
    throw new StartupError(
      `${copy.file} is the same file as ${file}: the copy has to be a file of its own, on other ` +
        'storage (docs/operate/archive.md).',
    );
  }
  if (other === sha256) return is_file ? 'read' : 'told';
  throw new StartupError(
    `The copy has the SHA-256 ${other}, ${file} has ${sha256}: nothing is removed.`,
  );
}

/** The same bytes that were noted. */
async function requireNoted(file: string, month: string, noted_hash: string): Promise<void> {
  const hash = await archiveHash(file);
  if (hash === noted_hash) return;
  throw new StartupError(
    `${file} is not the archive of ${month} that was noted: it has the SHA-256 ${hash}, the ` +
      `noted one ${noted_hash}.`,
  );
}

/** Throws StartupError unless everything is as it has to be before rows may go. */
export async function checkRemovalFiles(
  app: App,
  file: string,
  { copy, public_keys }: { copy: SecondCopy; public_keys: readonly string[] },
): Promise<RemovalFiles> {
  if (public_keys.length === 0) {
    throw new StartupError(
      'Give the public key of the proofs with --public-key, as you were told it by another way: ' +
        'the key that a file tells proves nothing about it.',
    );
  }
  const { month } = (await readArchiveHead(file)).manifest;
  const months = await readMonthStages(app.store.db);
  const own = months.find((one) => one.month === month);
  if (own === undefined) {
    throw new StartupError(`${month} is not noted: note its archive first (archive note).`);
  }
  const before = months.filter(({ proof_number }) => proof_number < own.proof_number);
  const left = before.find(({ stage }) => stage !== 'removed');
  if (left !== undefined) {
    throw new StartupError(`Months are removed from the oldest on: ${left.month} comes first.`);
  }
  await requireNoted(file, month, own.file_hash);
  const { ok, problems } = await verifyArchive(file, public_keys);
  if (!ok) throw new StartupError(`${file} is not right: ${problems.join('; ')}.`);
  const earlier: string[] = [];
  for (const one of before) {
    const name = join(dirname(file), archiveName(one.month));
    await requireNoted(name, one.month, one.file_hash);
    earlier.push(name);
  }
  return {
    month,
    file_sha256: own.file_hash,
    copy: await checkCopy(file, own.file_hash, copy),
    files: [...earlier, file],
    after_proof: own.after_proof,
    proof_number: own.proof_number,
  };
}
