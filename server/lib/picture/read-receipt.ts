// Judges a receipt's file by its content, never by its name or by what the browser says.
import { indexOf, startsWith } from './byte-view.ts';
import { fileName } from './file-names.ts';
import { readJpeg } from './jpeg.ts';
import { type Fit, type Unfit, unfit } from './picture-content.ts';
import { PNG_SIGNATURE, readPng } from './png.ts';
import { readWebp } from './webp.ts';

/** After a `<`: signs of an active document hidden anywhere in a picture. */
const INSIDE = ['script', 'html', '!doctype', 'svg', '?php', 'iframe', 'body'];
const LESS_THAN = 0x3c;
/** The bit by which a lower-case letter differs from its capital. */
const SMALL = 0x20;
/** Long enough not to occur by chance in ten million bytes of a picture. */
const LATER_PDF = '%PDF-1.';
/** Readers of ZIP look for it in the last 64 KiB. */
const ZIP_END = 'PK\x05\x06';
const ZIP_TAIL_BYTES = 65_557;

/** Ignores case. */
function startsWithWord(bytes: Uint8Array, word: string, at: number): boolean {
  for (let index = 0; index < word.length; index += 1) {
    const code = word.charCodeAt(index);
    const byte = bytes[at + index] ?? 0;
    if (byte !== code && (code < 0x61 || (byte | SMALL) !== code)) return false;
  }
  return true;
}

/** By index and byte: a picture may consist of nothing but such signs. */
function hasMark(bytes: Uint8Array): boolean {
  for (let at = 0; at < bytes.length; at += 1) {
    if (bytes[at] !== LESS_THAN) continue;
    if (INSIDE.some((word) => startsWithWord(bytes, word, at + 1))) return true;
  }
  return false;
}

function isMixed(bytes: Uint8Array): boolean {
  if (hasMark(bytes) || indexOf(bytes, LATER_PDF, 1) !== -1) return true;
  return indexOf(bytes, ZIP_END, Math.max(0, bytes.length - ZIP_TAIL_BYTES)) !== -1;
}

function readByType(bytes: Uint8Array): Fit | Unfit {
  if (startsWith(bytes, '\xff\xd8\xff')) return readJpeg(bytes);
  if (startsWith(bytes, PNG_SIGNATURE)) return readPng(bytes);
  if (startsWith(bytes, 'RIFF') && startsWith(bytes, 'WEBP', 8)) return readWebp(bytes);
  return unfit('wrong_type', fileName(bytes));
}

/** The compressed data of a fitting file still has to be checked, elsewhere. */
export function readReceipt(bytes: Uint8Array, max_bytes: number): Fit | Unfit {
  if (bytes.length === 0) return unfit('empty');
  if (bytes.length > max_bytes) return unfit('too_large');
  const read = readByType(bytes);
  return read.kind === 'fit' && isMixed(bytes) ? unfit('mixed') : read;
}
