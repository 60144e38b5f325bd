// A statement's bytes: in pieces of bounded size, and its beginning looked at before it is read.

import { UnreadableStatement } from '../../lib/xml/unreadable-statement.ts';

export type StatementBody = Uint8Array | AsyncIterable<Uint8Array>;

const STATEMENT_MAX_BYTES = 256 * 1_024 * 1_024;
/** Between two pieces other requests get their turn. */
const PIECE_BYTES = 65_536;
/** Enough to tell a format, an encoding and a few rows. */
export const HEAD_BYTES = 65_536;

/** Pieces of at most 64 KiB; a file beyond the limit ends with the reason. */
async function* pieces(body: StatementBody): AsyncGenerator<Uint8Array> {
  const chunks = body instanceof Uint8Array ? [body] : body;
  let size = 0;
  for await (const chunk of chunks) {
    size += chunk.length;
    if (size > STATEMENT_MAX_BYTES) {
      const message = `the file is larger than ${STATEMENT_MAX_BYTES} bytes`;
      throw new UnreadableStatement(message, { line: 1 });
    }
    for (let from = 0; from < chunk.length; from += PIECE_BYTES) {
      yield chunk.subarray(from, from + PIECE_BYTES);
    }
  }
}

export type OpenedBytes = {
  /** The first bytes: 64 KiB, or all that there are. */
  readonly head: Uint8Array;
  /** All of them, the head too. */
  readonly all: AsyncIterable<Uint8Array>;
  /** Whatever was read: who sends learns that nobody reads on. */
  close(): Promise<void>;
};

export async function openBytes(body: StatementBody): Promise<OpenedBytes> {
  const rest = pieces(body);
  const first: Uint8Array[] = [];
  let size = 0;
  while (size < HEAD_BYTES) {
    const { value, done } = await rest.next();
    if (done === true) break;
    first.push(value);
    size += value.length;
  }
  const head = Buffer.concat(first);
  async function* all() {
    // The same size as the others: what was joined for the look is cut again.
    for (let from = 0; from < head.length; from += PIECE_BYTES) {
      yield head.subarray(from, from + PIECE_BYTES);
    }
    yield* rest;
  }
  return {
    head,
    all: all(),
    async close() {
      await rest.return(undefined);
    },
  };
}
