// Reads an archive from its file: the manifest with its signature first, then part by part, each
// compared with the hash that the manifest tells.
import { createHash } from 'node:crypto';
import {
  ARCHIVE_DOCUMENT,
  ARCHIVE_VERSION,
  type ArchiveManifest,
  type ArchivePart,
  type ArchiveSignature,
} from '../../domain/archive/archive-document.ts';
import { isRecord } from '../../lib/is-record.ts';
import { StartupError } from '../../lib/startup-error.ts';
import { archiveLines } from '../../store/archive/archive-files.ts';

export type ArchiveHead = {
  readonly manifest: ArchiveManifest;
  /** The manifest's line, as it was signed. */
  readonly text: string;
  readonly signature: ArchiveSignature;
};

export type OpenedArchive = ArchiveHead & { readonly lines: AsyncGenerator<string> };

/** Rows of the file; what is in them was told by whoever wrote the file. */
export type ArchiveRecord = { readonly kind: string } & Readonly<Record<string, unknown>>;

const PAGE = 500;

function readHead(file: string, text: string, below: string): ArchiveHead {
  const none = new StartupError(`${file} is no archive of payment-orders.`);
  let manifest: unknown;
  let signature: unknown;
  try {
    [manifest, signature] = [JSON.parse(text), JSON.parse(below)];
  } catch (error) {
    if (error instanceof SyntaxError) throw none;
    throw error;
  }
  if (!isRecord(manifest) || !isRecord(signature)) throw none;
  if (manifest.document !== ARCHIVE_DOCUMENT) throw none;
  if (manifest.version !== ARCHIVE_VERSION) {
    throw new StartupError(
      `${file} has version ${String(manifest.version)} of the format, which this release does ` +
        'not know: use the release that made it, or a newer one.',
    );
  }
  return {
    manifest: manifest as ArchiveManifest,
    text,
    signature: signature as ArchiveSignature,
  };
}

/** Close `lines` if not all of them are read. */
export async function openArchive(file: string): Promise<OpenedArchive> {
  const lines = archiveLines(file);
  const first = await lines.next();
  const second = await lines.next();
  try {
    return { ...readHead(file, String(first.value), String(second.value)), lines };
  } catch (error) {
    await lines.return(undefined);
    throw error;
  }
}

export async function readArchiveHead(file: string): Promise<ArchiveHead> {
  const { lines, ...head } = await openArchive(file);
  await lines.return(undefined);
  return head;
}

/** The records of the next part, in pages; afterwards, problems tell what the part lacks. */
export async function* readPart(
  lines: AsyncGenerator<string>,
  part: ArchivePart,
  problems: string[],
): AsyncGenerator<ArchiveRecord[]> {
  const hash = createHash('sha256');
  let page: ArchiveRecord[] = [];
  let read = 0;
  while (read < part.records) {
    const { done, value } = await lines.next();
    if (done === true) break;
    read += 1;
    hash.update(`${value}\n`);
    const record: ArchiveRecord = JSON.parse(value);
    if (record.kind === part.kind) page.push(record);
    else problems.push(`${part.kind}: a ${record.kind} is in its place`);
    if (page.length < PAGE) continue;
    yield page;
    page = [];
  }
  if (page.length > 0) yield page;
  if (read < part.records) problems.push(`${part.kind}: ${part.records - read} records are gone`);
  else if (hash.digest('hex') !== part.sha256) problems.push(`${part.kind}: the hash differs`);
}
