// Decodes a statement's bytes: encodings, byte order marks, one kind of line end, no binary files.
import { setImmediate } from 'node:timers/promises';
import { A_STATEMENT_IS } from '../../formats/statement/statement-format.ts';
import { UnreadableStatement } from '../../lib/xml/unreadable-statement.ts';
import { markedEncoding } from './detect-format.ts';

export type TextForm = {
  /** A byte order mark overrides it. */
  readonly encoding: string;
  /** How many lines to skip at the beginning. */
  readonly skip_lines: number;
  /** What to advise if the bytes are not in that encoding. */
  readonly cure?: string;
};

const BINARY_FILE = `the file is not text; ${A_STATEMENT_IS}`;
const OTHER_PROFILE = 'choose a profile or an encoding that fits it';

// Control characters that do not occur in text; tab and line ends are not among them.
const BINARY = /[^\P{Cc}\t\n\v\f\r\u0080-\u009f]/u;

/**
 * Pieces of text with `\n` as the only line end; skipped lines become empty, so that line numbers
 * stay right.
 */
export async function* statementText(
  pieces: AsyncIterable<Uint8Array>,
  form: TextForm,
): AsyncGenerator<string> {
  const decoder = createDecoder(form.encoding, form.cure ?? OTHER_PROFILE);
  const lines = createLineEnds(form.skip_lines);
  for await (const piece of withEnd(longEnough(pieces))) {
    const decoded = decoder(piece);
    if (BINARY.test(decoded)) {
      throw new UnreadableStatement(BINARY_FILE, { line: 1 });
    }
    const text = lines.push(decoded, piece === null);
    if (text !== '') yield text;
    await setImmediate();
  }
}

/** The first piece is long enough to contain a byte order mark. */
async function* longEnough(pieces: AsyncIterable<Uint8Array>): AsyncGenerator<Uint8Array> {
  let head: Uint8Array | null = new Uint8Array(0);
  for await (const piece of pieces) {
    if (head === null) {
      yield piece;
      continue;
    }
    const whole: Uint8Array = Buffer.concat([head, piece]);
    head = whole.length < 4 ? whole : null;
    if (head === null) yield whole;
  }
  if (head !== null && head.length > 0) yield head;
}

async function* withEnd(all: AsyncIterable<Uint8Array>): AsyncGenerator<Uint8Array | null> {
  yield* all;
  yield null;
}

function createDecoder(encoding: string, cure: string): (piece: Uint8Array | null) => string {
  let decoder: InstanceType<typeof TextDecoder> | undefined;
  let chosen = encoding;
  return (piece) => {
    if (decoder === undefined) {
      chosen = (piece === null ? null : markedEncoding(piece)) ?? encoding;
      decoder = new TextDecoder(chosen, { fatal: true });
    }
    try {
      return piece === null ? decoder.decode() : decoder.decode(piece, { stream: true });
    } catch (error) {
      if (!(error instanceof TypeError)) throw error;
      const message = `the file is not ${chosen.toUpperCase()} text`;
      throw new UnreadableStatement(`${message}; ${cure}`, { line: 1, cause: error });
    }
  };
}

function createLineEnds(skip_lines: number) {
  let line = 1;
  let held = '';
  const skip = (text: string): string => {
    let [kept, rest] = ['', text];
    while (line <= skip_lines && rest !== '') {
      const end = rest.indexOf('\n');
      if (end === -1) return kept;
      kept += '\n';
      rest = rest.slice(end + 1);
      line += 1;
    }
    return kept + rest;
  };
  return {
    push: (text: string, is_end: boolean): string => {
      const whole = held + text;
      // Only the next piece shows whether a \n follows.
      held = whole.endsWith('\r') && !is_end ? '\r' : '';
      const complete = held === '' ? whole : whole.slice(0, -1);
      return skip(complete.includes('\r') ? complete.replace(/\r\n?/g, '\n') : complete);
    },
  };
}
