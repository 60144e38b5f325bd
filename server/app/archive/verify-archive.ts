// Verifies an archive from its file alone: signature, hashes, proofs, and the chain of every book
// from the signed head before the month to the signed head at its end.
import { ARCHIVE_KINDS, type ArchiveManifest } from '../../domain/archive/archive-document.ts';
import { StartupError } from '../../lib/startup-error.ts';
import type { BookRecord } from '../../store/proof/proof-books.ts';
import { openProven, walkBooks } from '../proof/walk-books.ts';
import { ArchivedBooks, archivedEntry } from './archived-books.ts';
import { hasSigned } from './has-signed.ts';
import { endProblems, type KeyOf, ProofChain } from './proof-chain.ts';
import {
  type ArchiveHead,
  type ArchiveRecord,
  type OpenedArchive,
  openArchive,
  readPart,
} from './read-archive.ts';

export type ArchiveCheck = {
  readonly ok: boolean;
  readonly manifest: ArchiveManifest;
  /** Whether the key was given from outside, or is only the one that the file tells. */
  readonly is_key_given: boolean;
  readonly books: number;
  readonly entries: number;
  readonly problems: readonly string[];
};

const MOST_PROBLEMS = 100;

/** Given keys replace those of the file, which whoever wrote the file could have chosen. */
const keysOf =
  ({ proof_keys }: ArchiveManifest, given: readonly string[]) =>
  (key_id: number) => {
    const told = proof_keys.find((key) => key.key_id === key_id)?.public_key;
    return told !== undefined && (given.length === 0 || given.includes(told)) ? told : null;
  };

function headProblems({ text, signature }: ArchiveHead, keyOf: KeyOf): string[] {
  const key = keyOf(signature.key_id);
  if (key === null)
    return [`the manifest is signed with key ${signature.key_id}, which is unknown`];
  return hasSigned(key, text, signature.signature)
    ? []
    : ['the manifest was changed, or was not signed with its key'];
}

/** Numbers of each merchant's events have no gap within the file. */
function createEventCheck(problems: string[]) {
  let merchant: unknown;
  let last = 0;
  return ({ merchant_id, number }: ArchiveRecord) => {
    if (merchant === merchant_id && Number(number) !== last + 1) {
      problems.push(`event ${String(number)} of ${String(merchant_id)}: one before it is gone`);
    }
    merchant = merchant_id;
    last = Number(number);
  };
}

async function each(
  pages: AsyncIterable<readonly ArchiveRecord[]>,
  take: (record: ArchiveRecord) => void,
): Promise<void> {
  for await (const page of pages) for (const record of page) take(record);
}

async function* entryPages(pages: AsyncIterable<readonly ArchiveRecord[]>) {
  for await (const page of pages) yield page.map(archivedEntry);
}

async function checkParts(
  { manifest, lines }: OpenedArchive,
  keyOf: KeyOf,
): Promise<Omit<ArchiveCheck, 'ok' | 'manifest' | 'is_key_given'>> {
  const problems: string[] = [];
  const chain = new ProofChain(keyOf);
  const books = new ArchivedBooks(chain, manifest.after !== null);
  const takeEvent = createEventCheck(problems);
  let entries = 0;
  const kinds = manifest.parts.map(({ kind }) => kind);
  if (kinds.join() !== ARCHIVE_KINDS.join()) problems.push('its parts are not those of an archive');
  for (const part of manifest.parts) {
    const pages = readPart(lines, part, problems);
    if (part.kind === 'proof') await each(pages, (record) => chain.take(record));
    else if (part.kind === 'book') await each(pages, (record) => books.take(record));
    else if (part.kind === 'entry') {
      books.end();
      const walked = await walkBooks(booksOf(books.records), entryPages(pages), {
        open: openProven,
        told_by: `proof ${manifest.to.proof}`,
      });
      problems.push(...walked.problems);
      entries = walked.entries;
    } else await each(pages, part.kind === 'event' ? takeEvent : () => undefined);
  }
  if ((await lines.next()).done !== true) problems.push('lines follow after its end');
  return {
    books: books.records.length,
    entries,
    problems: [...endProblems(manifest, chain), ...chain.problems, ...books.problems, ...problems],
  };
}

async function* booksOf(records: readonly BookRecord[]): AsyncGenerator<BookRecord> {
  yield* records;
}

/** `given`: the public keys that somebody was told by another way than this file. */
export async function verifyArchive(
  file: string,
  given: readonly string[] = [],
): Promise<ArchiveCheck> {
  const archive = await openArchive(file);
  const { manifest } = archive;
  const keyOf = keysOf(manifest, given);
  try {
    const found = await checkParts(archive, keyOf);
    const problems = [...headProblems(archive, keyOf), ...found.problems].slice(0, MOST_PROBLEMS);
    const is_key_given = given.length > 0;
    return { ...found, ok: problems.length === 0, manifest, is_key_given, problems };
  } catch (error) {
    // A record that is no JSON, or not the record that its kind says.
    if (!(error instanceof SyntaxError || error instanceof TypeError)) throw error;
    throw new StartupError(`${file} is damaged: ${error.message}`, { cause: error });
  } finally {
    await archive.lines.return(undefined);
  }
}
