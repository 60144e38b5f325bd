// Reads PNG screenshots into pixels, and writes them as small files with a palette.
import { crc32, deflateSync, inflateSync } from 'node:zlib';

/** Red, green, blue and alpha, row by row. */
export type Pixels = { width: number; height: number; data: Uint8ClampedArray };

const SIGNATURE = Buffer.from('89504e470d0a1a0a', 'hex');

function chunksOf(png: Buffer): { type: string; data: Buffer }[] {
  const chunks: { type: string; data: Buffer }[] = [];
  for (let at = SIGNATURE.length; at < png.length; ) {
    const length = png.readUInt32BE(at);
    const type = png.toString('latin1', at + 4, at + 8);
    chunks.push({ type, data: png.subarray(at + 8, at + 8 + length) });
    at += length + 12;
  }
  return chunks;
}

/** The value that PNG's Paeth filter expects from its three neighbours. */
function paeth(left: number, above: number, corner: number): number {
  const estimate = left + above - corner;
  const [to_left, to_above, to_corner] = [left, above, corner].map((value) =>
    Math.abs(estimate - value),
  ) as [number, number, number];
  if (to_left <= to_above && to_left <= to_corner) return left;
  return to_above <= to_corner ? above : corner;
}

function unfilter(filter: number, left: number, above: number, corner: number): number {
  if (filter === 1) return left;
  if (filter === 2) return above;
  if (filter === 3) return (left + above) >> 1;
  return filter === 4 ? paeth(left, above, corner) : 0;
}

/** Every row consists of a filter's number and the filtered bytes. */
function rowsOf(raw: Buffer, stride: number, height: number, channels: number): Buffer {
  const rows = Buffer.alloc(stride * height);
  const valueAt = (x: number, y: number) => (x < 0 || y < 0 ? 0 : (rows[y * stride + x] ?? 0));
  for (let y = 0; y < height; y += 1) {
    const start = y * (stride + 1);
    const filter = raw[start] ?? 0;
    for (let x = 0; x < stride; x += 1) {
      const [left, above] = [valueAt(x - channels, y), valueAt(x, y - 1)];
      const expected = unfilter(filter, left, above, valueAt(x - channels, y - 1));
      rows[y * stride + x] = (raw[start + 1 + x] ?? 0) + expected;
    }
  }
  return rows;
}

/** Reads 8 bits per channel, RGB or RGBA, not interlaced: the format that browsers write. */
export function decodePng(png: Buffer): Pixels {
  const chunks = chunksOf(png);
  const head = chunks.find(({ type }) => type === 'IHDR')?.data ?? Buffer.alloc(13);
  const [width, height] = [head.readUInt32BE(0), head.readUInt32BE(4)];
  const channels = { 2: 3, 6: 4 }[head[9] ?? 0];
  if (head[8] !== 8 || head[12] !== 0 || channels === undefined) throw new Error('unexpected PNG');
  const parts = chunks.filter(({ type }) => type === 'IDAT').map(({ data }) => data);
  const raw = inflateSync(Buffer.concat(parts));
  const rows = rowsOf(raw, width * channels, height, channels);
  const data = new Uint8ClampedArray(width * height * 4).fill(255);
  for (let pixel = 0; pixel < width * height; pixel += 1) {
    data.set(rows.subarray(pixel * channels, (pixel + 1) * channels), pixel * 4);
  }
  return { width, height, data };
}

function chunk(type: string, data: Uint8Array): Buffer {
  const body = Buffer.concat([Buffer.from(type, 'latin1'), data]);
  const framed = Buffer.alloc(body.length + 8);
  framed.writeUInt32BE(data.length, 0);
  body.copy(framed, 4);
  framed.writeUInt32BE(crc32(body), body.length + 4);
  return framed;
}

const MOST_COLORS = 256;
/** Grey levels at the edges of letters differ by less than the eye can see. */
const STEP = 4;

type Color = readonly [red: number, green: number, blue: number];

const colorAt = ({ data }: Pixels, pixel: number): number =>
  ((data[pixel * 4] ?? 0) << 16) | ((data[pixel * 4 + 1] ?? 0) << 8) | (data[pixel * 4 + 2] ?? 0);
const parts = (color: number): Color => [color >> 16, (color >> 8) & 255, color & 255];
const isNear = (one: number, other: number) =>
  parts(one).every((part, index) => Math.abs(part - (parts(other)[index] ?? 0)) < STEP);

/** Keeps the most used colours; a rarer colour is replaced by a similar one of them. */
function paletteOf(counts: ReadonlyMap<number, number>): number[] {
  const by_use = [...counts].sort(([, one], [, other]) => other - one).map(([color]) => color);
  const palette: number[] = [];
  for (const color of by_use) {
    if (palette.length === MOST_COLORS) break;
    if (!palette.some((taken) => isNear(taken, color))) palette.push(color);
  }
  return palette;
}

function nearest(palette: readonly number[], color: number): number {
  const [red, green, blue] = parts(color);
  const distances = palette.map((taken) => {
    const [r, g, b] = parts(taken);
    return (r - red) ** 2 + (g - green) ** 2 + (b - blue) ** 2;
  });
  return distances.indexOf(Math.min(...distances));
}

/** A quarter of the size of the browser's own file, and the same to the eye. */
export function writeSmallPng(pixels: Pixels): Buffer {
  const { width, height } = pixels;
  const counts = new Map<number, number>();
  for (let pixel = 0; pixel < width * height; pixel += 1) {
    const color = colorAt(pixels, pixel);
    counts.set(color, (counts.get(color) ?? 0) + 1);
  }
  const palette = paletteOf(counts);
  const index_of = new Map([...counts.keys()].map((color) => [color, nearest(palette, color)]));
  const rows = Buffer.alloc((width + 1) * height);
  for (let y = 0; y < height; y += 1) {
    for (let x = 0; x < width; x += 1) {
      rows[y * (width + 1) + 1 + x] = index_of.get(colorAt(pixels, y * width + x)) ?? 0;
    }
  }
  const head = Buffer.alloc(13);
  head.writeUInt32BE(width, 0);
  head.writeUInt32BE(height, 4);
  head.set([8, 3], 8);
  return Buffer.concat([
    SIGNATURE,
    chunk('IHDR', head),
    chunk('PLTE', Uint8Array.from(palette.flatMap(parts))),
    chunk('IDAT', deflateSync(rows, { level: 9, memLevel: 9 })),
    chunk('IEND', Buffer.alloc(0)),
  ]);
}
