// Writes ZIP archives in tests, right ones and ones that lie.
import { crc32, deflateRawSync } from 'node:zlib';

export type WrittenEntry = {
  readonly name: string;
  readonly content: string | Uint8Array;
  readonly stored?: boolean;
  /** As programs write it that do not know the sizes yet: they follow the data. */
  readonly is_streamed?: boolean;
  /** What the directory says instead of the truth. */
  readonly said?: { size?: number; crc?: number; flags?: number; method?: number; offset?: number };
};

function record(
  length: number,
  fields: readonly (readonly [at: number, bytes: 2 | 4, value: number])[],
) {
  const bytes = Buffer.alloc(length);
  for (const [at, size, value] of fields) bytes.writeUIntLE(value, at, size);
  return bytes;
}

function entryBytes(entry: WrittenEntry, offset: number) {
  const { name, stored = false, is_streamed = false, said = {} } = entry;
  const content = Buffer.from(entry.content);
  const packed = stored ? content : deflateRawSync(content);
  const crc = said.crc ?? crc32(content);
  const size = said.size ?? content.length;
  const flags = said.flags ?? (is_streamed ? 8 : 0);
  const method = said.method ?? (stored ? 0 : 8);
  const sums = is_streamed ? [0, 0, 0] : [crc, packed.length, size];
  const [own_crc = 0, own_packed = 0, own_size = 0] = sums;
  const title = Buffer.from(name);
  const local = Buffer.concat([
    record(30, [
      [0, 4, 0x04034b50],
      [4, 2, 20],
      [6, 2, flags],
      [8, 2, method],
      [14, 4, own_crc],
      [18, 4, own_packed],
      [22, 4, own_size],
      [26, 2, title.length],
    ]),
    title,
    packed,
    is_streamed
      ? record(16, [
          [0, 4, 0x08074b50],
          [4, 4, crc],
          [8, 4, packed.length],
          [12, 4, size],
        ])
      : Buffer.alloc(0),
  ]);
  const central = Buffer.concat([
    record(46, [
      [0, 4, 0x02014b50],
      [4, 2, 20],
      [6, 2, 20],
      [8, 2, flags],
      [10, 2, method],
      [16, 4, crc],
      [20, 4, packed.length],
      [24, 4, size],
      [28, 2, title.length],
      [42, 4, said.offset ?? offset],
    ]),
    title,
  ]);
  return { local, central };
}

export function writeZip(entries: readonly WrittenEntry[], comment = ''): Buffer {
  const locals: Buffer[] = [];
  const centrals: Buffer[] = [];
  let offset = 0;
  for (const entry of entries) {
    const { local, central } = entryBytes(entry, offset);
    locals.push(local);
    centrals.push(central);
    offset += local.length;
  }
  const directory = Buffer.concat(centrals);
  const end = record(22, [
    [0, 4, 0x06054b50],
    [8, 2, entries.length],
    [10, 2, entries.length],
    [12, 4, directory.length],
    [16, 4, offset],
    [20, 2, comment.length],
  ]);
  return Buffer.concat([...locals, directory, end, Buffer.from(comment)]);
}
