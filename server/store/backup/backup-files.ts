// The files of a backup: compressed, encrypted if asked, each with the checksum of its bytes; and
// the folder, which gets its name only when everything in it is written.
import { createHash } from 'node:crypto';
import { createReadStream, createWriteStream, type WriteStream } from 'node:fs';
import { mkdir, open, rename, rm } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import { PassThrough, Readable, Transform, type Writable } from 'node:stream';
import { pipeline } from 'node:stream/promises';
import { createGunzip, createGzip } from 'node:zlib';
import { StartupError } from '../../lib/startup-error.ts';
import { syncFolder } from '../embedded/atomic-file.ts';
import { fileExists } from '../embedded/data-directory.ts';
import { seal, unseal } from './sealed-stream.ts';

export type FileFacts = { bytes: number; sha256: string };

/** The key that encrypts; null: the backup is not encrypted. */
export type BackupKey = Uint8Array | null;

/** Counts and hashes what passes. */
function createMeter() {
  const hash = createHash('sha256');
  let bytes = 0;
  const stream = new Transform({
    transform: (chunk: Buffer, _encoding, done) => {
      hash.update(chunk);
      bytes += chunk.length;
      done(null, chunk);
    },
  });
  return { stream, facts: (): FileFacts => ({ bytes, sha256: hash.digest('hex') }) };
}

async function syncFile(path: string): Promise<void> {
  const file = await open(path, 'r');
  try {
    await file.sync();
  } finally {
    await file.close();
  }
}

/** `write` gets what takes the file's content; the file is on the disk once this resolves. */
export async function writeBackupFile(
  folder: string,
  name: string,
  key: BackupKey,
  write: (sink: Writable) => Promise<void>,
): Promise<FileFacts> {
  const path = join(folder, name);
  await mkdir(dirname(path), { recursive: true, mode: 0o700 });
  const [source, meter] = [new PassThrough(), createMeter()];
  const file: WriteStream = createWriteStream(path, { flags: 'wx', mode: 0o600 });
  const packed = source.pipe(createGzip({ level: 1 }));
  source.once('error', (error) => packed.destroy(error));
  const content = key === null ? packed : Readable.from(seal(packed, key, name));
  const written = pipeline(content, meter.stream, file);
  // If the disk is full, whoever writes into the source stops with that error.
  written.catch((error: Error) => source.destroy(error));
  try {
    await write(source);
    source.end();
  } catch (error) {
    source.destroy(error instanceof Error ? error : new Error(String(error)));
    await written.catch(() => undefined);
    throw error;
  }
  await written;
  await syncFile(path);
  return meter.facts();
}

const damaged = (name: string, why: string) =>
  new StartupError(`The backup is damaged: ${name} ${why} (docs/operate/backup.md).`);

/** Fails at its end if the bytes are not those that the manifest tells. */
export async function* readBackupFile(
  folder: string,
  name: string,
  key: BackupKey,
  expected: FileFacts | null,
): AsyncGenerator<Uint8Array> {
  const meter = createMeter();
  const file = createReadStream(join(folder, name));
  file.once('error', (error) => meter.stream.destroy(error));
  file.pipe(meter.stream);
  const opened = key === null ? meter.stream : Readable.from(unseal(meter.stream, key, name));
  const content = createGunzip();
  opened.once('error', (error) => content.destroy(error));
  opened.pipe(content);
  try {
    yield* content;
  } catch (error) {
    if (!(error instanceof Error && 'code' in error)) throw error;
    if (error.code === 'ENOENT') throw damaged(name, 'is missing');
    if (/^Z_|^ERR_/.test(String(error.code))) throw damaged(name, 'cannot be unpacked');
    throw error;
  } finally {
    file.destroy();
  }
  // The last block of a compressed file ends it, whatever follows.
  if (!meter.stream.readableEnded) throw damaged(name, 'has bytes after its end');
  const { bytes, sha256 } = meter.facts();
  if (expected === null || (bytes === expected.bytes && sha256 === expected.sha256)) return;
  throw damaged(name, 'does not have the checksum that the manifest tells');
}

/**
 * Lets `fill` write a folder beside the place, which is moved there when it is whole: what was
 * interrupted has another name, and is removed by the next try.
 */
export async function makeWholeFolder<Made>(
  place: string,
  fill: (folder: string) => Promise<Made>,
): Promise<Made> {
  if (await fileExists(place)) {
    throw new StartupError(`${place} exists already: a backup is written into a new folder.`);
  }
  const part = `${place}.unfinished`;
  await rm(part, { recursive: true, force: true });
  await mkdir(part, { recursive: true, mode: 0o700 });
  try {
    const made = await fill(part);
    await syncFolder(part);
    await rename(part, place);
    await syncFolder(dirname(place));
    return made;
  } catch (error) {
    await rm(part, { recursive: true, force: true });
    throw error;
  }
}
