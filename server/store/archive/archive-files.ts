// The files of archives: gzip of lines of JSON. Parts are written beside, then put together under
// the manifest; a file has its name only when everything in it is on the disk.
import { createHash } from 'node:crypto';
import { createReadStream, createWriteStream } from 'node:fs';
import { mkdir, open, readdir, rename, rm } from 'node:fs/promises';
import { join } from 'node:path';
import { Readable } from 'node:stream';
import { pipeline } from 'node:stream/promises';
import { StringDecoder } from 'node:string_decoder';
import { createGunzip, createGzip } from 'node:zlib';
import {
  type ArchiveKind,
  type ArchivePart,
  archiveName,
  monthOfArchive,
} from '../../domain/archive/archive-document.ts';
import { StartupError } from '../../lib/startup-error.ts';
import { syncFolder } from '../embedded/atomic-file.ts';

const OWN = { flags: 'wx', mode: 0o600 } as const;
/** More than a proof of a million books has. */
const LONGEST_LINE = 256_000_000;

/** The place where one month is written, until its file is whole. */
export const workFolder = (folder: string, month: string) =>
  join(folder, `archive-${month}.unfinished`);

/** Empties what an interrupted try has left. */
export async function beginWork(folder: string, month: string): Promise<string> {
  const work = workFolder(folder, month);
  await rm(work, { recursive: true, force: true });
  await mkdir(work, { recursive: true, mode: 0o700 });
  return work;
}

/** Writes a part as a compressed file of its own. */
export async function writePart(
  work: string,
  kind: ArchiveKind,
  pages: AsyncIterable<readonly string[]>,
): Promise<ArchivePart> {
  const hash = createHash('sha256');
  let records = 0;
  async function* lines() {
    for await (const page of pages) {
      records += page.length;
      const text = page.map((line) => `${line}\n`).join('');
      hash.update(text);
      yield text;
    }
  }
  const file = createWriteStream(join(work, kind), OWN);
  await pipeline(Readable.from(lines()), createGzip(), file);
  return { kind, records, sha256: hash.digest('hex') };
}

/** Everything as one file, on the disk: several streams of gzip after each other are one. */
export async function putTogether(
  work: string,
  head: readonly string[],
  parts: readonly ArchivePart[],
): Promise<string> {
  const whole = join(work, 'whole');
  const first = Readable.from([head.map((line) => `${line}\n`).join('')]);
  await pipeline(first, createGzip(), createWriteStream(whole, OWN));
  for (const { kind } of parts) {
    const more = createWriteStream(whole, { flags: 'a' });
    await pipeline(createReadStream(join(work, kind)), more);
  }
  const file = await open(whole, 'r');
  try {
    await file.sync();
  } finally {
    await file.close();
  }
  return whole;
}

/** From here on the file is there, whatever happens to the machine. */
export async function giveName(folder: string, month: string, whole: string): Promise<string> {
  const file = join(folder, archiveName(month));
  await rename(whole, file);
  await syncFolder(folder);
  return file;
}

export async function clearWork(folder: string, month: string): Promise<void> {
  await rm(workFolder(folder, month), { recursive: true, force: true });
}

export async function archiveHash(file: string): Promise<string> {
  const hash = createHash('sha256');
  await pipeline(createReadStream(file), hash);
  return hash.digest('hex');
}

const unreadable = (file: string, why: string) =>
  new StartupError(`${file} is no whole archive: ${why} (docs/operate/archive.md).`);

const CODES: Readonly<Record<string, string>> = {
  ENOENT: 'there is no such file',
  EISDIR: 'it is a folder',
  EACCES: 'it may not be read',
};

function whyUnreadable(file: string, error: unknown): unknown {
  if (!(error instanceof Error && 'code' in error)) return error;
  const code = String(error.code);
  if (code.startsWith('Z_')) return unreadable(file, 'it cannot be unpacked');
  const why = CODES[code];
  return why === undefined ? error : unreadable(file, why);
}

/** Without line feeds. A text separator of JavaScript inside of a line ends none. */
export async function* archiveLines(file: string): AsyncGenerator<string> {
  const source = createReadStream(file);
  const unpacked = createGunzip();
  source.once('error', (error) => unpacked.destroy(error));
  source.pipe(unpacked);
  const decoder = new StringDecoder('utf8');
  let rest = '';
  try {
    for await (const chunk of unpacked) {
      const lines = (rest + decoder.write(chunk)).split('\n');
      rest = lines.pop() ?? '';
      if (rest.length > LONGEST_LINE) throw unreadable(file, 'a line is too long');
      yield* lines;
    }
  } catch (error) {
    throw whyUnreadable(file, error);
  } finally {
    source.destroy();
    unpacked.destroy();
  }
  if (rest + decoder.end() !== '') throw unreadable(file, 'its last line is cut off');
}

const ENDING = '.jsonl.gz';

/** Whatever looks like an archive, also if its name is that of no month. */
export async function listLikeArchives(folder: string): Promise<string[]> {
  const names = await readdir(folder).catch((error: NodeJS.ErrnoException) => {
    if (error.code === 'ENOENT') return [];
    throw error;
  });
  return names.filter((name) => name.endsWith(ENDING)).toSorted();
}

/** The archives of a folder, oldest month first. */
export async function listArchives(folder: string): Promise<string[]> {
  return (await listLikeArchives(folder)).filter((name) => monthOfArchive(name) !== null);
}
