// Reads the directory of a ZIP archive, strictly: which entries it has and where the bytes of each
// are. Nothing is unpacked here, and no name of an entry is ever used as a path.
import { byteView, latin1 } from '../picture/byte-view.ts';

export type ZipEntry = {
  /** With `/`, as it is written. */
  readonly name: string;
  readonly is_encrypted: boolean;
  /** 0: stored, 8: deflated; others exist, but not in workbooks. */
  readonly method: number;
  readonly crc32: number;
  /** According to the directory; whoever unpacks it checks that it is true. */
  readonly size: number;
  /** As they are in the archive. */
  readonly packed: Uint8Array;
};

export type ZipDirectory = {
  /** By name in lower case, because names of Office's archives ignore case. */
  readonly entries: ReadonlyMap<string, ZipEntry>;
};

/** Far more than a workbook with pictures and comments has. */
export const MOST_ZIP_ENTRIES = 2_000;
const NAME_MAX = 512;

const END = { signature: 0x06054b50, length: 22, comment_max: 65_535 } as const;
const CENTRAL = { signature: 0x02014b50, length: 46 } as const;
const LOCAL = { signature: 0x04034b50, length: 30 } as const;
const IN_ZIP64 = 0xffffffff;
const ZIP64_EXTRA = 1;

/** Thrown and caught in this file only: the first problem ends the reading. */
class BrokenArchive extends Error {}

type End = { readonly at: number; readonly count: number; readonly from: number };

/** The last record, found from the end of the archive; its comment has to reach exactly there. */
function findEnd(view: DataView): End {
  const last = view.byteLength - END.length;
  for (let at = last; at >= Math.max(0, last - END.comment_max); at -= 1) {
    if (view.getUint32(at, true) !== END.signature) continue;
    if (at + END.length + view.getUint16(at + 20, true) !== view.byteLength) continue;
    const count = view.getUint16(at + 10, true);
    const [size, from] = [view.getUint32(at + 12, true), view.getUint32(at + 16, true)];
    const is_whole = view.getUint16(at + 4, true) === 0 && view.getUint16(at + 8, true) === count;
    if (!is_whole || from + size > at) throw new BrokenArchive('its directory is damaged');
    if (count > MOST_ZIP_ENTRIES) {
      throw new BrokenArchive(`it has more than ${MOST_ZIP_ENTRIES} entries`);
    }
    return { at, count, from };
  }
  throw new BrokenArchive('it is cut off: its end is missing');
}

type Place = Omit<ZipEntry, 'packed'> & { packed_size: number; offset: number };

/** The sizes and the offset that do not fit into 32 bits, in the order of the format. */
function zip64Values(view: DataView, from: number, end: number): number[] {
  let at = from;
  while (at + 4 <= end) {
    const [id, length] = [view.getUint16(at, true), view.getUint16(at + 2, true)];
    if (at + 4 + length > end) break;
    if (id === ZIP64_EXTRA) {
      const count = Math.min(3, Math.floor(length / 8));
      return Array.from({ length: count }, (_, index) =>
        Number(view.getBigUint64(at + 4 + index * 8, true)),
      );
    }
    at += 4 + length;
  }
  return [];
}

function readPlace(bytes: Uint8Array, view: DataView, at: number, end: number) {
  if (at + CENTRAL.length > end || view.getUint32(at, true) !== CENTRAL.signature) {
    throw new BrokenArchive('its directory is damaged');
  }
  const name_length = view.getUint16(at + 28, true);
  const extra_length = view.getUint16(at + 30, true);
  const extra_at = at + CENTRAL.length + name_length;
  const next = extra_at + extra_length + view.getUint16(at + 32, true);
  if (next > end || name_length > NAME_MAX) throw new BrokenArchive('its directory is damaged');
  const large = zip64Values(view, extra_at, extra_at + extra_length);
  const value = (offset: number): number => {
    const short = view.getUint32(at + offset, true);
    return short === IN_ZIP64 ? (large.shift() ?? short) : short;
  };
  const [size, packed_size, offset] = [value(24), value(20), value(42)];
  const flags = view.getUint16(at + 8, true);
  const place: Place = {
    name: latin1(bytes, at + CENTRAL.length, extra_at)
      .replaceAll('\\', '/')
      .replace(/^\//, ''),
    is_encrypted: (flags & 1) !== 0,
    method: view.getUint16(at + 10, true),
    crc32: view.getUint32(at + 16, true),
    size,
    packed_size,
    offset,
  };
  return { place, next };
}

/** Where its bytes begin, after the copy of the directory's entry that stands before them. */
function bytesFrom(view: DataView, { offset }: Place, end: number): number {
  if (offset + LOCAL.length > end || view.getUint32(offset, true) !== LOCAL.signature) {
    throw new BrokenArchive('an entry is not where its directory says');
  }
  const lengths = view.getUint16(offset + 26, true) + view.getUint16(offset + 28, true);
  return offset + LOCAL.length + lengths;
}

function readEntries(bytes: Uint8Array): ZipDirectory {
  if (bytes.length < END.length) throw new BrokenArchive('it is cut off: its end is missing');
  const view = byteView(bytes);
  const end = findEnd(view);
  const places: Place[] = [];
  let at = end.from;
  for (let index = 0; index < end.count; index += 1) {
    const { place, next } = readPlace(bytes, view, at, end.at);
    places.push(place);
    at = next;
  }
  const entries = new Map<string, ZipEntry>();
  let free_from = 0;
  for (const place of places.toSorted((a, b) => a.offset - b.offset)) {
    const { packed_size, offset, ...entry } = place;
    const from = bytesFrom(view, place, end.from);
    const to = from + packed_size;
    // Entries that share bytes unpack to far more than the archive can hold.
    if (offset < free_from || to > end.from) throw new BrokenArchive('its entries overlap');
    free_from = to;
    const key = entry.name.toLowerCase();
    if (entries.has(key)) throw new BrokenArchive('it has an entry twice');
    entries.set(key, { ...entry, packed: bytes.subarray(from, to) });
  }
  return { entries };
}

/** The problem is worded to follow `the archive is damaged:`. */
export function readZipDirectory(bytes: Uint8Array): ZipDirectory | { problem: string } {
  try {
    return readEntries(bytes);
  } catch (error) {
    if (error instanceof BrokenArchive) return { problem: error.message };
    throw error;
  }
}
