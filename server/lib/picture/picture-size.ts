// The width and height of an intact picture, for which a page reserves space.
import { byteView } from './byte-view.ts';
import { orientationOf } from './exif-orientation.ts';

export type PictureSize = { width: number; height: number };

function pngSize(bytes: Uint8Array): PictureSize {
  const view = byteView(bytes);
  return { width: view.getUint32(16), height: view.getUint32(20) };
}

const EXIF = 0xe1;
/** Baseline, extended, progressive. */
const FRAMES = [0xc0, 0xc1, 0xc2];

/** A photo taken upright is stored on its side. */
const isTurned = (orientation: number) => orientation >= 5;

function jpegSize(bytes: Uint8Array): PictureSize | null {
  const view = byteView(bytes);
  let turned = false;
  for (let at = 2; at + 9 <= bytes.length; at += 2 + view.getUint16(at + 2)) {
    const marker = view.getUint8(at + 1);
    const content = bytes.subarray(at + 4, at + 2 + view.getUint16(at + 2));
    if (marker === EXIF) turned = isTurned(orientationOf(content) ?? 1);
    if (!FRAMES.includes(marker)) continue;
    const [height, width] = [view.getUint16(at + 5), view.getUint16(at + 7)];
    return turned ? { width: height, height: width } : { width, height };
  }
  return null;
}

/** In the first chunk: each of the three kinds has its own form. */
function webpSize(bytes: Uint8Array): PictureSize | null {
  const view = byteView(bytes);
  const kind = String.fromCharCode(...bytes.subarray(12, 16));
  const whole = (at: number) => view.getUint16(at, true) | (view.getUint8(at + 2) << 16);
  if (kind === 'VP8X') return { width: whole(24) + 1, height: whole(27) + 1 };
  if (kind === 'VP8 ') {
    return { width: view.getUint16(26, true) & 0x3fff, height: view.getUint16(28, true) & 0x3fff };
  }
  if (kind !== 'VP8L') return null;
  const bits = view.getUint32(21, true);
  return { width: (bits & 0x3fff) + 1, height: ((bits >>> 14) & 0x3fff) + 1 };
}

/** Null if the file does not contain it in the expected place. */
export function pictureSize(type: 'png' | 'jpeg' | 'webp', bytes: Uint8Array): PictureSize | null {
  if (type === 'png') return pngSize(bytes);
  return type === 'jpeg' ? jpegSize(bytes) : webpSize(bytes);
}
