// Judges a receipt's file by what it contains, never by its name or what the browser says it is.
import { indexOf, latin1, startsWith } from './byte-view.ts';
import { type Fit, type Unfit, unfit } from './content.ts';
import { fileName } from './file-names.ts';
import { readJpeg } from './jpeg.ts';
import { readPdf } from './pdf.ts';
import { PNG_SIGNATURE, readPng } from './png.ts';
import { readWebp } from './webp.ts';

/** Behind a `<`: marks of files that run, hidden in one that shows, wherever they stand. */
const INSIDE = /^(?:script|html|!doctype|svg|\?php|iframe|body)/i;
const MOST_MARK = 8;
const LESS_THAN = 0x3c;
/** Long enough not to come up by chance in ten million bytes of a picture. */
const LATER_PDF = '%PDF-1.';
/** Readers of ZIP look for it in the last 64 KiB. */
const ZIP_END = 'PK\x05\x06';
const ZIP_TAIL_BYTES = 65_557;

function hasMark(bytes: Uint8Array): boolean {
  let at = bytes.indexOf(LESS_THAN);
  while (at !== -1) {
    const next = bytes[at + 1] ?? 0;
    // Most that stands behind it in a picture is no letter: no text is made of it.
    const may_be = next === 0x21 || next === 0x3f || (next | 0x20) >= 0x61;
    if (may_be && INSIDE.test(latin1(bytes, at + 1, at + 1 + MOST_MARK))) return true;
    at = bytes.indexOf(LESS_THAN, at + 1);
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
  if (startsWith(bytes, '%PDF-')) return readPdf(bytes);
  return unfit('wrong_type', fileName(bytes));
}

/** What fits still has its compressed data to be tried, which is not done here. */
export function readReceipt(bytes: Uint8Array, max_bytes: number): Fit | Unfit {
  if (bytes.length === 0) return unfit('empty');
  if (bytes.length > max_bytes) return unfit('too_large');
  const read = readByType(bytes);
  return read.kind === 'fit' && isMixed(bytes) ? unfit('mixed') : read;
}
