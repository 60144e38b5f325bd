// Unpacks one entry of a ZIP archive piece by piece, in memory only: never more than its directory
// says, and only if size and checksum are right.
import { crc32, createInflateRaw } from 'node:zlib';
import { UnreadableStatement } from '../../lib/xml/unreadable-statement.ts';
import type { ZipEntry } from '../../lib/zip/zip-directory.ts';

const MEBIBYTE = 1_024 * 1_024;
const PIECE_BYTES = 65_536;
/** As much as a bank's file in any other format. */
const MOST_BYTES = 256 * MEBIBYTE;
/** XML of a sheet becomes a tenth to a fiftieth; only zeros and bombs become a thousandth. */
const MOST_RATIO = 300;
const HARMLESS_BYTES = MEBIBYTE;

const DEFLATED = 8;
const STORED = 0;

function fail(entry: ZipEntry, message: string): never {
  const name = entry.name.slice(0, 100).replace(/[^\x20-\x7e]/g, '?');
  throw new UnreadableStatement(`${name} in the workbook ${message}`, { line: 1 });
}

/** Before any work is done on it. */
function checkEntry(entry: ZipEntry): void {
  const { size, packed, method } = entry;
  if (entry.is_encrypted) fail(entry, 'is encrypted; save the workbook without a password');
  if (method !== DEFLATED && method !== STORED) fail(entry, 'is packed in a way that is not read');
  if (size > MOST_BYTES) fail(entry, `is larger than ${MOST_BYTES} bytes; export fewer days`);
  if (size > HARMLESS_BYTES && size > packed.length * MOST_RATIO) {
    fail(entry, `is packed to less than one part in ${MOST_RATIO}, as no bank's file is`);
  }
}

async function* inflated(entry: ZipEntry): AsyncGenerator<Uint8Array> {
  const inflater = createInflateRaw({ chunkSize: PIECE_BYTES });
  inflater.end(entry.packed);
  try {
    yield* inflater as AsyncIterable<Uint8Array>;
  } catch (error) {
    const is_data = error instanceof Error && 'code' in error && /^Z_/.test(String(error.code));
    if (!is_data) throw error;
    fail(entry, 'is damaged; download the file again');
  } finally {
    inflater.destroy();
  }
}

async function* stored({ packed }: ZipEntry): AsyncGenerator<Uint8Array> {
  for (let from = 0; from < packed.length; from += PIECE_BYTES) {
    yield await Promise.resolve(packed.subarray(from, from + PIECE_BYTES));
  }
}

/** Whoever reads all pieces knows that they are the ones that were packed. */
export async function* unpackEntry(entry: ZipEntry): AsyncGenerator<Uint8Array> {
  checkEntry(entry);
  let [size, sum] = [0, 0];
  for await (const piece of entry.method === DEFLATED ? inflated(entry) : stored(entry)) {
    size += piece.length;
    if (size > entry.size) fail(entry, 'is larger than its archive says');
    sum = crc32(piece, sum);
    yield piece;
  }
  if (size !== entry.size || sum !== entry.crc32) {
    fail(entry, 'is damaged: its checksum is wrong; download the file again');
  }
}
