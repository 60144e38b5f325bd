// PDF: whole, readable by everybody and passive; it is kept as it came.
import { indexOf, latin1, startsWith } from './byte-view.ts';
import { type Fit, type Unfit, unfit } from './content.ts';

/** Where readers look for the end. */
const TAIL_BYTES = 1_024;
/** What a receipt needs when it is opened is far below it. */
const MOST_INFLATED = 128 * 1_024 * 1_024;
const MOST_STREAMS = 5_000;

/** What stands between the streams is text; of the streams, those that say they are deflated. */
type Parts = { text: string; deflated: Uint8Array[] };

const START = 'stream';
const END = 'endstream';
const DEFLATED = /\/Fl(?:ateDecode)?\b/;
const [CR, LF] = [0x0d, 0x0a];

/** Where the data after the word `stream` begins; -1 where it is another word. */
function dataAfter(bytes: Uint8Array, word: number): number {
  const at = word + START.length;
  if (startsWith(bytes, 'end', word - 3)) return -1;
  if (bytes[at] === LF) return at + 1;
  return bytes[at] === CR && bytes[at + 1] === LF ? at + 2 : -1;
}

/** One pass from front to back, whatever the file says; null where a stream has no end. */
function partsOf(bytes: Uint8Array): Parts | null {
  const between: string[] = [];
  const deflated: Uint8Array[] = [];
  let at = 0;
  let word = indexOf(bytes, START);
  while (word !== -1) {
    const from = dataAfter(bytes, word);
    if (from === -1) {
      word = indexOf(bytes, START, word + 1);
      continue;
    }
    const end = indexOf(bytes, END, from);
    if (end === -1) return null;
    const before = latin1(bytes, at, word);
    const dictionary = before.slice(before.lastIndexOf(' obj') + 1);
    if (DEFLATED.test(plainNames(dictionary))) deflated.push(bytes.subarray(from, end));
    between.push(before);
    at = end + END.length;
    word = indexOf(bytes, START, at);
  }
  return { text: [...between, latin1(bytes, at)].join('\n'), deflated };
}

/** Names may be spelt in hexadecimal: `/#4aavaScript` is `/JavaScript`. */
function plainNames(text: string): string {
  return text.replace(/#([0-9a-fA-F]{2})/g, (_, code: string) =>
    String.fromCharCode(Number.parseInt(code, 16)),
  );
}

/** What runs, opens something or carries other files. */
const ACTIVE =
  /\/(?:JavaScript|JS|Launch|EmbeddedFiles?|RichMedia|XFA|SubmitForm|ImportData|GoToR|GoToE)\b/;

/** One decoder in another: nobody needs it, and it is how small files become huge. */
const TWICE = /\/Fl(?:ateDecode)?\s*\/Fl(?:ateDecode)?\b/;

/** The last lines: where the table of objects begins, and the end. */
function hasEnd(bytes: Uint8Array): boolean {
  const tail = latin1(bytes, Math.max(0, bytes.length - TAIL_BYTES));
  const found = /startxref\s+(\d{1,10})\s+%%EOF\s*$/.exec(tail);
  const at = Number(found?.[1] ?? -1);
  if (at < 0 || at >= bytes.length) return false;
  const table = latin1(bytes, at, Math.min(bytes.length, at + 64));
  return /^\s{0,8}(?:xref\b|\d{1,10}\s{1,8}\d{1,5}\s{1,8}obj\b)/.test(table);
}

export function readPdf(bytes: Uint8Array): Fit | Unfit {
  const is_known = /^%PDF-(?:1\.[0-7]|2\.0)/.test(latin1(bytes, 0, 8));
  if (!is_known || !hasEnd(bytes)) return unfit('damaged', 'PDF');
  const parts = partsOf(bytes);
  if (parts === null) return unfit('damaged', 'PDF');
  const names = plainNames(parts.text);
  if (/\/Encrypt\b/.test(names)) return unfit('protected', 'PDF');
  if (ACTIVE.test(names)) return unfit('active', 'PDF');
  const { deflated: data } = parts;
  if (TWICE.test(names) || data.length > MOST_STREAMS) return unfit('oversized', 'PDF');
  const compressed = { kind: 'most' as const, data, size: MOST_INFLATED };
  return { kind: 'fit', type: 'pdf', bytes, compressed };
}
