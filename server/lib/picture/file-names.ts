// Names the kind of a file that is no receipt, by the name that people know.
import { latin1 } from './byte-view.ts';

/** By their first bytes; the first match counts. */
const BEGINNINGS: readonly (readonly [name: string, at: number, bytes: string])[] = [
  ['PDF', 0, '%PDF-'],
  ['GIF', 0, 'GIF8'],
  ...['heic', 'heix', 'hevc', 'heim', 'heis', 'mif1', 'msf1'].map(
    (brand) => ['HEIC', 4, `ftyp${brand}`] as const,
  ),
  ['AVIF', 4, 'ftypavi'],
  ['MP4', 4, 'ftyp'],
  ['BMP', 0, 'BM'],
  ['TIFF', 0, 'II*\0'],
  ['TIFF', 0, 'MM\0*'],
  ['ICO', 0, '\0\0\x01\0'],
  ['JPEG XL', 0, '\xff\x0a'],
  ['JPEG XL', 0, '\0\0\0\x0cJXL '],
  ['ZIP', 0, 'PK\x03\x04'],
  ['ZIP', 0, 'PK\x05\x06'],
  ['RAR', 0, 'Rar!'],
  ['7-Zip', 0, '7z\xbc\xaf\x27\x1c'],
  ['gzip', 0, '\x1f\x8b'],
  ['Word', 0, '\xd0\xcf\x11\xe0\xa1\xb1\x1a\xe1'],
  ['RTF', 0, '{\\rtf'],
  ['PostScript', 0, '%!PS'],
  ['EXE', 0, 'MZ'],
  ['ELF', 0, '\x7fELF'],
];

/** Texts that browsers run or draw, after a prolog. */
const TEXTS: readonly (readonly [name: string, beginning: RegExp])[] = [
  ['SVG', /^(?:<!doctype svg[^>]*>\s*)?<(?:\w+:)?svg[\s/>]/i],
  ['HTML', /^<(?:!doctype html|html|head|body|script|iframe)/i],
  ['PHP', /^<\?php/i],
];

const HEAD_BYTES = 2_048;

/** What may come before a text's first element, and how each of it ends. */
const PROLOG: readonly (readonly [beginning: RegExp, end: string])[] = [
  [/^<\?xml/i, '>'],
  [/^<!--/, '-->'],
];

function withoutProlog(head: string): string {
  let text = head.replace(/^\xef\xbb\xbf/, '').trimStart();
  for (;;) {
    const [, end = ''] = PROLOG.find(([beginning]) => beginning.test(text)) ?? [];
    const at = end === '' ? -1 : text.indexOf(end);
    if (at === -1) return text;
    text = text.slice(at + end.length).trimStart();
  }
}

export function fileName(bytes: Uint8Array): string | null {
  const head = latin1(bytes, 0, Math.min(bytes.length, HEAD_BYTES));
  const known = BEGINNINGS.find(([, at, beginning]) => head.startsWith(beginning, at));
  if (known !== undefined) return known[0];
  const is_xml = /^(?:\xef\xbb\xbf)?\s*<\?xml/i.test(head);
  const text = withoutProlog(head);
  return TEXTS.find(([, beginning]) => beginning.test(text))?.[0] ?? (is_xml ? 'XML' : null);
}
