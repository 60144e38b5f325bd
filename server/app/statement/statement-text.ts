// A statement's bytes as text: encodings, byte order marks, one kind of line end, no binary files.
import { setImmediate } from 'node:timers/promises';
import type { StatementProfile } from '../../domain/statement-profile.ts';
import { UnreadableStatement } from './unreadable-statement.ts';

export type StatementBody = Uint8Array | AsyncIterable<Uint8Array>;

const STATEMENT_MAX_BYTES = 64 * 1_024 * 1_024;
/** Between two pieces other requests get their turn. */
const PIECE_BYTES = 65_536;

const MARKS: readonly (readonly [encoding: string, mark: readonly number[]])[] = [
  ['utf-8', [0xef, 0xbb, 0xbf]],
  ['utf-16le', [0xff, 0xfe]],
  ['utf-16be', [0xfe, 0xff]],
];

/** What people upload instead of a CSV, told by how it begins. */
const OTHER_FILES: readonly (readonly [start: RegExp, kind: string])[] = [
  [/^%PDF-/, 'a PDF'],
  [/^PK\p{Cc}{2}/u, 'a spreadsheet or an archive'],
  [/^\s*<(?:!doctype|html|\?xml|table|\w+[ >])/i, 'HTML or XML'],
  [/^\s*[{[]\s*["{[\]}]/, 'JSON'],
];

// Control characters that no text has; tab and line ends are not among them.
const BINARY = /[^\P{Cc}\t\n\v\f\r\u0080-\u009f]/u;

/** Pieces of text with `\n` as the only line end; skipped lines are empty, so that lines count. */
export async function* statementText(
  body: StatementBody,
  profile: StatementProfile,
): AsyncGenerator<string> {
  const decoder = createDecoder(profile.encoding);
  const lines = createLineEnds(profile.skip_lines);
  let is_first = true;
  for await (const piece of withEnd(pieces(body))) {
    const decoded = decoder(piece);
    if (is_first && decoded !== '') {
      is_first = false;
      refuseOtherFiles(decoded);
    }
    if (BINARY.test(decoded)) {
      throw new UnreadableStatement('the file is not text, so it is no CSV', { line: 1 });
    }
    const text = lines.push(decoded, piece === null);
    if (text !== '') yield text;
    await setImmediate();
  }
}

/** Pieces of bounded size; the first is long enough to show a byte order mark. */
async function* pieces(body: StatementBody): AsyncGenerator<Uint8Array> {
  const chunks = body instanceof Uint8Array ? [body] : body;
  let size = 0;
  let head = Buffer.alloc(0);
  for await (const chunk of chunks) {
    size += chunk.length;
    if (size > STATEMENT_MAX_BYTES) {
      throw new UnreadableStatement(`the file is larger than ${STATEMENT_MAX_BYTES} bytes`, {
        line: 1,
      });
    }
    const whole: Uint8Array = head.length === 0 ? chunk : Buffer.concat([head, chunk]);
    head = Buffer.alloc(0);
    if (size < 4) {
      head = Buffer.from(whole);
      continue;
    }
    for (let from = 0; from < whole.length; from += PIECE_BYTES) {
      yield whole.subarray(from, from + PIECE_BYTES);
    }
  }
  if (head.length > 0) yield head;
}

async function* withEnd(all: AsyncIterable<Uint8Array>): AsyncGenerator<Uint8Array | null> {
  yield* all;
  yield null;
}

function createDecoder(encoding: string): (piece: Uint8Array | null) => string {
  let decoder: InstanceType<typeof TextDecoder> | undefined;
  let chosen = encoding;
  return (piece) => {
    if (decoder === undefined) {
      chosen =
        MARKS.find(([, mark]) => mark.every((byte, at) => piece?.[at] === byte))?.[0] ?? encoding;
      decoder = new TextDecoder(chosen, { fatal: true });
    }
    try {
      return piece === null ? decoder.decode() : decoder.decode(piece, { stream: true });
    } catch (error) {
      if (!(error instanceof TypeError)) throw error;
      const message = `the file is not ${chosen.toUpperCase()} text; choose a profile that fits it`;
      throw new UnreadableStatement(message, { line: 1, cause: error });
    }
  };
}

function refuseOtherFiles(start: string): void {
  const kind = OTHER_FILES.find(([pattern]) => pattern.test(start))?.[1];
  if (kind === undefined) return;
  throw new UnreadableStatement(`the file is ${kind}; a statement is imported as CSV`, { line: 1 });
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
      // Whether a \n follows is told by the next piece.
      held = whole.endsWith('\r') && !is_end ? '\r' : '';
      const complete = held === '' ? whole : whole.slice(0, -1);
      return skip(complete.replace(/\r\n?/g, '\n'));
    },
  };
}
