// A statement's bytes: in pieces of bounded size, with its beginning available before the rest is
// read.

import { STATEMENT_MAX_BYTES } from '../../domain/line/statement-requests.ts';
import { UnreadableStatement } from '../../lib/xml/unreadable-statement.ts';

export type StatementBody = Uint8Array | AsyncIterable<Uint8Array>;

/** Small, because other requests are served between two pieces. */
const PIECE_BYTES = 65_536;
/** Enough to recognise a format, an encoding and a few rows. */
export const HEAD_BYTES = 65_536;

/** Pieces of at most 64 KiB; throws the reason if the file exceeds the limit. */
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
  /** The first bytes: 64 KiB, or the whole file if it is shorter. */
  readonly head: Uint8Array;
  /** The whole file, including the head. */
  readonly all: AsyncIterable<Uint8Array>;
  /** Lets the sender know that nobody reads on, however much was read. */
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
    // The head was joined for the look at it; cut it into pieces of the usual size again.
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
