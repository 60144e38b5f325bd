// Reads a photo's orientation, the one fact that is taken from its EXIF data.
import { byteView, startsWith } from './byte-view.ts';

const HEADER = 'Exif\0\0';
const ORIENTATION = 0x0112;
const ENTRY_BYTES = 12;

/** 1 to 8, or null if the segment does not contain it. */
export function orientationOf(content: Uint8Array): number | null {
  if (!startsWith(content, HEADER)) return null;
  const tiff = content.subarray(HEADER.length);
  const is_little = startsWith(tiff, 'II*\0');
  if (tiff.length < 8 || !(is_little || startsWith(tiff, 'MM\0*'))) return null;
  const view = byteView(tiff);
  const start = view.getUint32(4, is_little);
  if (start + 2 > tiff.length) return null;
  const count = view.getUint16(start, is_little);
  for (let index = 0; index < count; index += 1) {
    const entry = start + 2 + index * ENTRY_BYTES;
    if (entry + ENTRY_BYTES > tiff.length) return null;
    if (view.getUint16(entry, is_little) !== ORIENTATION) continue;
    const value = view.getUint16(entry + 8, is_little);
    return value >= 1 && value <= 8 ? value : null;
  }
  return null;
}
