// Recognises a file's format and text encoding from its first bytes.
import { fileLike, type StatementFileKind } from '../../formats/statement/statement-format.ts';

const LOOKED_AT = 4_096;

const MARKS: readonly (readonly [encoding: string, mark: readonly number[]])[] = [
  ['utf-8', [0xef, 0xbb, 0xbf]],
  ['utf-16le', [0xff, 0xfe]],
  ['utf-16be', [0xfe, 0xff]],
];

/** The encoding given by a byte order mark, or null. */
export function markedEncoding(head: Uint8Array): string | null {
  return MARKS.find(([, mark]) => mark.every((byte, at) => head[at] === byte))?.[0] ?? null;
}

/** Even a file of digits, blanks and line ends has more zeros: one in this many pairs is enough. */
const PAIRS_PER_ZERO = 8;

/** Recognises UTF-16 without a mark by its zero bytes, which other text does not have. */
function zeroEncoding(head: Uint8Array): string | null {
  const pairs = Math.min(head.length, LOOKED_AT) >> 1;
  let [even, odd] = [0, 0];
  for (let at = 0; at < 2 * pairs; at += 2) {
    if (head[at] === 0) even += 1;
    if (head[at + 1] === 0) odd += 1;
  }
  const isLikely = (zeros: number, others: number) =>
    zeros > 0 && zeros * PAIRS_PER_ZERO >= pairs && others * PAIRS_PER_ZERO <= zeros;
  if (isLikely(odd, even)) return 'utf-16le';
  return isLikely(even, odd) ? 'utf-16be' : null;
}

/** The encoding that the bytes alone prove, by a mark or by zeros; null if they prove none. */
export const shownEncoding = (head: Uint8Array): string | null =>
  markedEncoding(head) ?? zeroEncoding(head);

const isUtf8 = (head: Uint8Array): boolean => {
  try {
    // Streaming, because the last character may be cut off.
    new TextDecoder('utf-8', { fatal: true }).decode(head, { stream: true });
    return true;
  } catch (error) {
    if (error instanceof TypeError) return false;
    throw error;
  }
};

/**
 * A likely encoding for files that do not name one: UTF-8 if the bytes are valid UTF-8, otherwise
 * Latin-1.
 */
export function likelyEncoding(head: Uint8Array): string {
  return shownEncoding(head) ?? (isUtf8(head) ? 'utf-8' : 'latin1');
}

/** The first characters, whatever the encoding turns out to be. */
export function beginningOf(head: Uint8Array): string {
  const encoding = shownEncoding(head) ?? 'latin1';
  return new TextDecoder(encoding).decode(head.subarray(0, LOOKED_AT));
}

export function fileOf(head: Uint8Array): StatementFileKind {
  // Few bytes with many zeros might be taken for UTF-16.
  const bytes = Buffer.from(head.subarray(0, 4)).toString('latin1');
  const file = fileLike(bytes);
  return file === 'xlsx' ? file : fileLike(beginningOf(head));
}

const DECLARED = /^\s*<\?xml[^>]*?\sencoding\s*=\s*["']([A-Za-z0-9._-]{1,40})["']/;
const TAKEN = /^(?:utf-?8|us-ascii|iso-8859-(?:1|2|5|9|15)|windows-125[0-4]|utf-?16(?:le|be)?)$/i;

const TAKEN_IN_WORDS =
  'UTF-8, UTF-16, ISO 8859-1, -2, -5, -9, -15 and Windows-1250 to -1254; convert the file to UTF-8';

/**
 * The encoding by byte order mark, otherwise as the XML declares it; or why the file cannot be
 * read.
 */
export function xmlEncoding(head: Uint8Array): { encoding: string } | { problem: string } {
  const known = shownEncoding(head);
  if (known !== null) return { encoding: known };
  const declared = DECLARED.exec(beginningOf(head))?.[1] ?? 'utf-8';
  const said = `the XML declares the encoding ${declared}`;
  if (!TAKEN.test(declared)) return { problem: `${said}; accepted are ${TAKEN_IN_WORDS}` };
  // If it were UTF-16, the bytes would have shown it.
  if (/^utf-?16/i.test(declared)) {
    return {
      problem: `${said}, but the file is not in it; correct the declaration in its first line`,
    };
  }
  return { encoding: declared.toLowerCase() };
}
