// Writes screenshots as an animated GIF with one palette; each frame has only what changed.
import gifenc from 'gifenc';
import type { Pixels } from './png.ts';

export type GifFrame = { pixels: Pixels; shown_ms: number };

/** The last index stands for "as before". */
const MOST_COLORS = 255;
const AS_BEFORE = MOST_COLORS;
/** Keeps what the frame before has drawn. */
const KEEP = 1;

function joined(frames: readonly GifFrame[]): Uint8ClampedArray {
  const all = new Uint8ClampedArray(
    frames.reduce((sum, { pixels }) => sum + pixels.data.length, 0),
  );
  let at = 0;
  for (const { pixels } of frames) {
    all.set(pixels.data, at);
    at += pixels.data.length;
  }
  return all;
}

/** Runs for ever, as a reader may come to it at any time. */
export function writeGif(frames: readonly GifFrame[]): Uint8Array {
  const colors = gifenc.quantize(joined(frames), MOST_COLORS);
  const palette = [...colors, ...Array(AS_BEFORE + 1 - colors.length).fill([0, 0, 0])];
  const gif = gifenc.GIFEncoder();
  let before: Uint8Array | null = null;
  for (const { pixels, shown_ms } of frames) {
    const drawn = gifenc.applyPalette(pixels.data, colors);
    const last = before;
    const changed =
      last === null ? drawn : drawn.map((index, at) => (index === last[at] ? AS_BEFORE : index));
    gif.writeFrame(changed, pixels.width, pixels.height, {
      ...(last === null ? { palette } : {}),
      delay: shown_ms,
      transparent: last !== null,
      transparentIndex: AS_BEFORE,
      dispose: KEEP,
    });
    before = drawn;
  }
  gif.finish();
  return gif.bytes();
}

type GifFacts = { width: number; height: number; frames: number; total_ms: number };

const EXTENSION = 0x21;
const GRAPHIC_CONTROL = 0xf9;
const IMAGE = 0x2c;

/** What a GIF says of itself. */
export function readGif(gif: Buffer): GifFacts {
  const tableBytes = (flags: number) => ((flags & 0x80) === 0 ? 0 : 3 * 2 ** ((flags & 7) + 1));
  const facts = { width: gif.readUInt16LE(6), height: gif.readUInt16LE(8), frames: 0, total_ms: 0 };
  const afterBlocks = (start: number): number => {
    let at = start;
    for (let size = gif[at] ?? 0; size > 0; size = gif[at] ?? 0) at += size + 1;
    return at + 1;
  };
  let at = 13 + tableBytes(gif[10] ?? 0);
  while (gif[at] === EXTENSION || gif[at] === IMAGE) {
    if (gif[at] === IMAGE) {
      facts.frames += 1;
      at = afterBlocks(at + 11 + tableBytes(gif[at + 9] ?? 0));
      continue;
    }
    if (gif[at + 1] === GRAPHIC_CONTROL) facts.total_ms += gif.readUInt16LE(at + 4) * 10;
    at = afterBlocks(at + 2);
  }
  return facts;
}
