// What kind of file this is, and how its bytes are text, told by how it begins.

export type FileKind = 'csv' | 'xml' | 'mt940';

const MARKS: readonly (readonly [encoding: string, mark: readonly number[]])[] = [
  ['utf-8', [0xef, 0xbb, 0xbf]],
  ['utf-16le', [0xff, 0xfe]],
  ['utf-16be', [0xfe, 0xff]],
];

/** The encoding that a byte order mark tells, or null. */
export function markedEncoding(head: Uint8Array): string | null {
  return MARKS.find(([, mark]) => mark.every((byte, at) => head[at] === byte))?.[0] ?? null;
}

/** Without a mark, text of two bytes each shows by its zeros. */
function zeroEncoding(head: Uint8Array): string | null {
  const [first, second, third, fourth] = head;
  if (first !== 0 && second === 0 && third !== 0 && fourth === 0) return 'utf-16le';
  if (first === 0 && second !== 0 && third === 0 && fourth !== 0) return 'utf-16be';
  return null;
}

const isUtf8 = (head: Uint8Array): boolean => {
  try {
    // The last character may be cut.
    new TextDecoder('utf-8', { fatal: true }).decode(head, { stream: true });
    return true;
  } catch (error) {
    if (error instanceof TypeError) return false;
    throw error;
  }
};

/** What fits the bytes, for files that do not say it: UTF-8 where it can be, else Latin-1. */
export function likelyEncoding(head: Uint8Array): string {
  return markedEncoding(head) ?? zeroEncoding(head) ?? (isUtf8(head) ? 'utf-8' : 'latin1');
}

const LOOKED_AT = 4_096;

function beginningOf(head: Uint8Array): string {
  const encoding = markedEncoding(head) ?? zeroEncoding(head) ?? 'latin1';
  return new TextDecoder(encoding).decode(head.subarray(0, LOOKED_AT));
}

const XML = /^\s*<(?:\?xml[\s?]|(?:[\w.-]+:)?Document[\s>])/;
const MT940_FIELD = /(?:^|[\r\n{:4}])\s*:20:/;
const MT940_SECOND = /[\r\n]:(?:21|25|28C?|60[FM]):/;

export function kindOf(head: Uint8Array): FileKind {
  const start = beginningOf(head);
  if (XML.test(start)) return 'xml';
  return MT940_FIELD.test(start) && MT940_SECOND.test(start) ? 'mt940' : 'csv';
}

const DECLARED = /^\s*<\?xml[^>]*?\sencoding\s*=\s*["']([A-Za-z0-9._-]{1,40})["']/;
const TAKEN = /^(?:utf-?8|us-ascii|iso-8859-(?:1|2|5|9|15)|windows-125[0-4]|utf-?16(?:le|be)?)$/i;

/** By its mark, else as the XML declares it; null where it declares what is not taken. */
export function xmlEncoding(head: Uint8Array): string | null {
  const known = markedEncoding(head) ?? zeroEncoding(head);
  if (known !== null) return known;
  const declared = DECLARED.exec(beginningOf(head))?.[1] ?? 'utf-8';
  // Two bytes each would have shown.
  if (!TAKEN.test(declared) || /^utf-?16/i.test(declared)) return null;
  return declared.toLowerCase();
}
