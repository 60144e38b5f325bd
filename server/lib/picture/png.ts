// Reads a PNG chunk by chunk with its checksums, and rewrites it with only what the picture needs.
import { bytesOf, byteView, join, latin1 } from './byte-view.ts';
import { crc32 } from './crc32.ts';
import { type Fit, MOST_PARTS, pixelProblem, type Unfit, unfit } from './picture-content.ts';

export const PNG_SIGNATURE = '\x89PNG\r\n\x1a\n';

/** The channels and the bit depths that each colour type allows. */
const DEPTHS: Readonly<Record<number, { channels: number; depths: readonly number[] }>> = {
  0: { channels: 1, depths: [1, 2, 4, 8, 16] },
  2: { channels: 3, depths: [8, 16] },
  3: { channels: 1, depths: [1, 2, 4, 8] },
  4: { channels: 2, depths: [8, 16] },
  6: { channels: 4, depths: [8, 16] },
};
const PALETTE = 3;
/** For each of the seven passes: first column and row, and the steps between them. */
const PASSES = [
  [0, 0, 8, 8],
  [4, 0, 8, 8],
  [0, 4, 4, 8],
  [2, 0, 4, 4],
  [0, 2, 2, 4],
  [1, 0, 2, 2],
  [0, 1, 1, 2],
] as const;

type Header = { width: number; height: number; bits: number; color: number; interlaced: boolean };

type Chunk = { type: string; whole: Uint8Array; content: Uint8Array };

function readHeader({ type, content }: Chunk): Header | Unfit {
  if (type !== 'IHDR' || content.length !== 13) return unfit('damaged');
  const view = byteView(content);
  const [width, height] = [view.getUint32(0), view.getUint32(4)];
  const [depth = 0, color = 0, compression, filter, interlace = 0] = content.subarray(8);
  const known = DEPTHS[color];
  if (known === undefined || !known.depths.includes(depth)) return unfit('damaged');
  if (compression !== 0 || filter !== 0 || interlace > 1) return unfit('damaged');
  const bits = depth * known.channels;
  return pixelProblem(width, height) ?? { width, height, bits, color, interlaced: interlace === 1 };
}

/** Each row has one byte more, for its filter; a pass without columns has no rows. */
function sizeOf({ width, height, bits, interlaced }: Header): number {
  const rows = (columns: number, count: number) =>
    columns === 0 ? 0 : count * (1 + Math.ceil((columns * bits) / 8));
  if (!interlaced) return rows(width, height);
  return PASSES.reduce((sum, [x, y, step_x, step_y]) => {
    const columns = Math.max(0, Math.ceil((width - x) / step_x));
    return sum + rows(columns, Math.max(0, Math.ceil((height - y) / step_y)));
  }, 0);
}

/** Counted before any chunk is examined. */
function hasTooManyChunks(bytes: Uint8Array): boolean {
  const view = byteView(bytes);
  let at = PNG_SIGNATURE.length;
  for (let count = 0; at + 12 <= bytes.length; count += 1) {
    if (count === MOST_PARTS) return true;
    at += 12 + view.getUint32(at);
  }
  return false;
}

/** All chunks up to the end of the picture; what follows is not read. */
function chunksOf(bytes: Uint8Array): Chunk[] | null {
  const view = byteView(bytes);
  const chunks: Chunk[] = [];
  let at = PNG_SIGNATURE.length;
  while (at + 12 <= bytes.length) {
    const length = view.getUint32(at);
    const end = at + 12 + length;
    if (end > bytes.length) return null;
    const type = latin1(bytes, at + 4, at + 8);
    if (!/^[A-Za-z]{4}$/.test(type)) return null;
    if (crc32(bytes.subarray(at + 4, end - 4)) !== view.getUint32(end - 4)) return null;
    chunks.push({
      type,
      whole: bytes.subarray(at, end),
      content: bytes.subarray(at + 8, end - 4),
    });
    if (type === 'IEND') return length === 0 ? chunks : null;
    at = end;
  }
  return null;
}

const NEEDED = ['IHDR', 'PLTE', 'tRNS', 'IDAT', 'IEND'];
/** A capital first letter: the picture cannot be shown without this chunk. */
const isCritical = (type: string) => /^[A-Z]/.test(type);

/** Header, palette and transparency once each, then the data without gaps, then the end. */
function isInOrder(types: readonly string[], color: number): boolean {
  const needed = types.filter((type) => NEEDED.includes(type)).join(' ');
  if (!/^IHDR(?: PLTE)?(?: tRNS)?(?: IDAT)+ IEND$/.test(needed)) return false;
  return (color === PALETTE) === needed.includes('PLTE') || color === 2 || color === 6;
}

export function readPng(bytes: Uint8Array): Fit | Unfit {
  if (hasTooManyChunks(bytes)) return unfit('oversized', 'PNG');
  const chunks = chunksOf(bytes);
  const [first] = chunks ?? [];
  if (chunks === null || first === undefined) return unfit('damaged');
  const header = readHeader(first);
  if ('why' in header) return header;
  const types = chunks.map(({ type }) => type);
  const is_known = types.every((type) => !isCritical(type) || NEEDED.includes(type));
  if (!is_known || !isInOrder(types, header.color)) return unfit('damaged');
  const kept = chunks.filter(({ type }) => NEEDED.includes(type));
  const data = kept.filter(({ type }) => type === 'IDAT').map(({ content }) => content);
  return {
    kind: 'fit',
    type: 'png',
    bytes: join([bytesOf(PNG_SIGNATURE), ...kept.map(({ whole }) => whole)]),
    compressed: { data, size: sizeOf(header) },
  };
}
