// Writes a ZIP archive as a stream: each entry is packed as its text comes, so that no entry is
// ever in memory as a whole. Sizes and checksums follow an entry, and stand in the directory.
import { crc32, createDeflateRaw, type DeflateRaw } from 'node:zlib';

export type ZipText = { readonly name: string; readonly text: AsyncIterable<string> };

const LOCAL = { signature: 0x04034b50, length: 30 } as const;
const AFTER = { signature: 0x08074b50, length: 16 } as const;
const CENTRAL = { signature: 0x02014b50, length: 46 } as const;
const END = { signature: 0x06054b50, length: 22 } as const;

const VERSION = 20;
/** Sizes follow the entry; the name is UTF-8. */
const FLAGS = 0x0808;
const DEFLATED = 8;
/** 1 January 1980, the first day that the format knows: the same rows give the same file. */
const NO_TIME = 0;
const FIRST_DAY = 0x21;
/** Beyond this the format needs longer fields; the bounds of exports are far below. */
const MOST_BYTES = 0xffff_ffff;

type Written = { name: Buffer; crc: number; packed: number; size: number; offset: number };

function localHeader(name: Buffer): Buffer {
  const head = Buffer.alloc(LOCAL.length);
  head.writeUInt32LE(LOCAL.signature, 0);
  head.writeUInt16LE(VERSION, 4);
  head.writeUInt16LE(FLAGS, 6);
  head.writeUInt16LE(DEFLATED, 8);
  head.writeUInt16LE(NO_TIME, 10);
  head.writeUInt16LE(FIRST_DAY, 12);
  head.writeUInt16LE(name.length, 26);
  return Buffer.concat([head, name]);
}

function afterEntry({ crc, packed, size }: Written): Buffer {
  const after = Buffer.alloc(AFTER.length);
  after.writeUInt32LE(AFTER.signature, 0);
  after.writeUInt32LE(crc, 4);
  after.writeUInt32LE(packed, 8);
  after.writeUInt32LE(size, 12);
  return after;
}

function centralEntry({ name, crc, packed, size, offset }: Written): Buffer {
  const entry = Buffer.alloc(CENTRAL.length);
  entry.writeUInt32LE(CENTRAL.signature, 0);
  entry.writeUInt16LE(VERSION, 4);
  entry.writeUInt16LE(VERSION, 6);
  entry.writeUInt16LE(FLAGS, 8);
  entry.writeUInt16LE(DEFLATED, 10);
  entry.writeUInt16LE(NO_TIME, 12);
  entry.writeUInt16LE(FIRST_DAY, 14);
  entry.writeUInt32LE(crc, 16);
  entry.writeUInt32LE(packed, 20);
  entry.writeUInt32LE(size, 24);
  entry.writeUInt16LE(name.length, 28);
  entry.writeUInt32LE(offset, 42);
  return Buffer.concat([entry, name]);
}

function endOf(count: number, size: number, offset: number): Buffer {
  const end = Buffer.alloc(END.length);
  end.writeUInt32LE(END.signature, 0);
  end.writeUInt16LE(count, 8);
  end.writeUInt16LE(count, 10);
  end.writeUInt32LE(size, 12);
  end.writeUInt32LE(offset, 16);
  return end;
}

/** Until it takes more, or nobody reads it any longer. */
function drained(deflate: DeflateRaw): Promise<void> {
  return new Promise((resolve) => {
    const done = () => {
      deflate.off('drain', done);
      deflate.off('close', done);
      resolve();
    };
    deflate.once('drain', done);
    deflate.once('close', done);
  });
}

/** The packed bytes; what they were is added up in `entry`. */
async function* packed(text: AsyncIterable<string>, entry: Written): AsyncGenerator<Buffer> {
  const deflate = createDeflateRaw();
  async function feed(): Promise<void> {
    for await (const piece of text) {
      const bytes = Buffer.from(piece);
      entry.crc = crc32(bytes, entry.crc);
      entry.size += bytes.length;
      if (!deflate.write(bytes)) await drained(deflate);
      if (deflate.destroyed) return;
    }
    deflate.end();
  }
  const fed = feed().catch((error: unknown) => {
    deflate.destroy(error instanceof Error ? error : new Error(String(error)));
  });
  try {
    for await (const piece of deflate as AsyncIterable<Buffer>) {
      entry.packed += piece.length;
      yield piece;
    }
  } finally {
    deflate.destroy();
    await fed;
  }
}

/** The entries are asked for one after the other, each once the one before is written. */
export async function* zipStream(
  entries: AsyncIterable<ZipText> | Iterable<ZipText>,
): AsyncGenerator<Buffer> {
  const written: Written[] = [];
  let offset = 0;
  for await (const { name, text } of entries) {
    const entry = { name: Buffer.from(name), crc: 0, packed: 0, size: 0, offset };
    const head = localHeader(entry.name);
    yield head;
    yield* packed(text, entry);
    yield afterEntry(entry);
    written.push(entry);
    offset += head.length + entry.packed + AFTER.length;
    if (offset > MOST_BYTES || entry.size > MOST_BYTES) throw new Error('The archive is too large');
  }
  const directory = Buffer.concat(written.map(centralEntry));
  yield directory;
  yield endOf(written.length, directory.length, offset);
}
