// Reads a WebP chunk by chunk, and rewrites it with only those that the picture needs.
import { bytesOf, byteView, join, latin1 } from './byte-view.ts';
import { type Fit, MOST_PARTS, pixelProblem, type Unfit, unfit } from './picture-content.ts';

type Chunk = { type: string; whole: Uint8Array; content: Uint8Array };
type Size = { width: number; height: number };

const HEADER_BYTES = 12;
const ALPHA_FLAG = 0x10;
const ANIMATION_FLAG = 0x02;

/**
 * Every chunk, padded to an even size; null if they do not fill the file. Stops one above the
 * limit.
 */
function chunksOf(bytes: Uint8Array): Chunk[] | null {
  const view = byteView(bytes);
  if (bytes.length < HEADER_BYTES + 8) return null;
  const end_of_file = view.getUint32(4, true) + 8;
  if (end_of_file > bytes.length) return null;
  const chunks: Chunk[] = [];
  let at = HEADER_BYTES;
  while (at + 8 <= end_of_file) {
    const length = view.getUint32(at + 4, true);
    const end = at + 8 + length + (length % 2);
    if (end > end_of_file) return null;
    chunks.push({
      type: latin1(bytes, at, at + 4),
      whole: bytes.subarray(at, end),
      content: bytes.subarray(at + 8, at + 8 + length),
    });
    at = end;
    if (chunks.length > MOST_PARTS) return chunks;
  }
  return at === end_of_file ? chunks : null;
}

/** A key frame: its first partition lies within it, and the start code follows the tag. */
function lossySize(content: Uint8Array): Size | null {
  if (content.length < 10) return null;
  const view = byteView(content);
  const tag = view.getUint16(0, true) | ((content[2] ?? 0) << 16);
  const is_key_frame = (tag & 1) === 0;
  if (!is_key_frame || tag >>> 5 > content.length - 10) return null;
  if (content[3] !== 0x9d || content[4] !== 0x01 || content[5] !== 0x2a) return null;
  return { width: view.getUint16(6, true) & 0x3fff, height: view.getUint16(8, true) & 0x3fff };
}

function losslessSize(content: Uint8Array): Size | null {
  if (content.length < 5 || content[0] !== 0x2f) return null;
  const bits = byteView(content).getUint32(1, true);
  if (bits >>> 29 !== 0) return null;
  return { width: (bits & 0x3fff) + 1, height: ((bits >>> 14) & 0x3fff) + 1 };
}

function canvasSize(content: Uint8Array): Size {
  const [a = 0, b = 0, c = 0, d = 0, e = 0, f = 0] = content.subarray(4, 10);
  return { width: 1 + (a | (b << 8) | (c << 16)), height: 1 + (d | (e << 8) | (f << 16)) };
}

function pictureSize({ type, content }: Chunk): Size | null {
  return type === 'VP8 ' ? lossySize(content) : losslessSize(content);
}

/** Removes the flags of the chunks that are dropped: places, devices and colour profiles. */
function plainCanvas(content: Uint8Array): Uint8Array {
  const plain = content.slice();
  plain[0] = (content[0] ?? 0) & ALPHA_FLAG;
  return join([bytesOf('VP8X\x0a\0\0\0'), plain]);
}

function written(kept: readonly Uint8Array[]): Fit {
  const content = join([bytesOf('WEBP'), ...kept]);
  const length = new Uint8Array(4);
  byteView(length).setUint32(0, content.length, true);
  const bytes = join([bytesOf('RIFF'), length, content]);
  return { kind: 'fit', type: 'webp', bytes, compressed: null };
}

export function readWebp(bytes: Uint8Array): Fit | Unfit {
  const chunks = chunksOf(bytes);
  if (chunks === null) return unfit('damaged');
  return chunks.length > MOST_PARTS ? unfit('oversized', 'WebP') : readChunks(chunks);
}

function readChunks(chunks: readonly Chunk[]): Fit | Unfit {
  const only = (type: string) => chunks.filter((chunk) => chunk.type === type);
  const [canvas, ...canvases] = only('VP8X');
  const is_animated = ((canvas?.content[0] ?? 0) & ANIMATION_FLAG) !== 0;
  if (is_animated || only('ANMF').length > 0) return unfit('animated', 'WebP');
  const pictures = chunks.filter(({ type }) => type === 'VP8 ' || type === 'VP8L');
  const [picture] = pictures;
  const size = picture === undefined ? null : pictureSize(picture);
  if (picture === undefined || size === null || pictures.length > 1) return unfit('damaged');
  const problem = pixelProblem(size.width, size.height);
  if (problem !== null) return problem;
  if (canvas === undefined) {
    return chunks[0] === picture ? written([picture.whole]) : unfit('damaged');
  }
  const outer = canvasSize(canvas.content);
  const is_whole = canvas.content.length === 10 && chunks[0] === canvas && canvases.length === 0;
  if (!is_whole || outer.width !== size.width || outer.height !== size.height) {
    return unfit('damaged');
  }
  const alpha = picture.type === 'VP8 ' ? only('ALPH').slice(0, 1) : [];
  return written([plainCanvas(canvas.content), ...alpha.map(({ whole }) => whole), picture.whole]);
}
