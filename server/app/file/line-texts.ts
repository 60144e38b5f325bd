// Lines, or tags, of a file that does not name its encoding: each is read as UTF-8 if valid,
// otherwise as Latin-1.

import { UnreadableStatement } from '../../lib/xml/unreadable-statement.ts';

/** Far longer than any line of a bank; text without a line end is never held as a whole. */
const LINE_MAX = 65_536;

const UTF8 = new TextDecoder('utf-8', { fatal: true });
const LATIN1 = new TextDecoder('latin1');
const BEYOND_ASCII = /[\u0080-\u00ff]/;

function textOf(bytes_as_latin1: string): string {
  if (!BEYOND_ASCII.test(bytes_as_latin1)) return bytes_as_latin1;
  const bytes = Buffer.from(bytes_as_latin1, 'latin1');
  try {
    return UTF8.decode(bytes);
  } catch (error) {
    if (error instanceof TypeError) return LATIN1.decode(bytes);
    throw error;
  }
}

/** The texts of each piece that begin with `<`: some banks write the whole file as one line. */
export async function* tagTexts(pieces: AsyncIterable<Uint8Array>): AsyncGenerator<string[]> {
  let held = '';
  for await (const piece of pieces) {
    const texts = (held + Buffer.from(piece).toString('latin1')).split(/(?=<)/);
    held = texts.pop() ?? '';
    if (held.length > LINE_MAX) {
      throw new UnreadableStatement(`a value has more than ${LINE_MAX} characters`, { line: 1 });
    }
    yield texts.map(textOf);
  }
  if (held !== '') yield [textOf(held)];
}

/** The lines of each piece, with any kind of line end; a byte order mark is dropped. */
export async function* lineTexts(pieces: AsyncIterable<Uint8Array>): AsyncGenerator<string[]> {
  let held = '';
  let count = 1;
  for await (const piece of pieces) {
    const whole = held + Buffer.from(piece).toString('latin1');
    // Only the next piece shows whether a \n follows the last \r.
    const lines = whole.split(/\r\n|\n|\r(?!\n|$)/);
    held = lines.pop() ?? '';
    count += lines.length;
    if (held.length > LINE_MAX) {
      throw new UnreadableStatement(`a line has more than ${LINE_MAX} characters`, { line: count });
    }
    yield lines.map(textOf);
  }
  if (held !== '') yield [textOf(held.replace(/\r$/, ''))];
}
