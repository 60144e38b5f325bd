// An answer that takes minutes, as lines of JSON: one per step, the result as the last, so that
// somebody who waits sees how far it is.
import { PassThrough } from 'node:stream';
import type { FastifyReply } from 'fastify';

const LINES_TYPE = 'application/x-ndjson';

/** Thrown into the work when nobody waits for its result any more. */
export class NobodyWaits extends Error {}

/** For work that was begun and is ended all the same: then it goes on in silence. */
export function untilNobodyWaits<Line>(say: (line: Line) => void): (line: Line) => void {
  let is_heard = true;
  return (line) => {
    if (!is_heard) return;
    try {
      say(line);
    } catch (error) {
      if (!(error instanceof NobodyWaits)) throw error;
      is_heard = false;
    }
  };
}

export class LineAnswer {
  readonly #work: (say: (line: object) => void) => Promise<object>;

  /** `work` tells its steps and resolves with the last line. */
  constructor(work: (say: (line: object) => void) => Promise<object>) {
    this.#work = work;
  }

  send(reply: FastifyReply): FastifyReply {
    const lines = new PassThrough();
    const say = (line: object) => {
      if (lines.destroyed) throw new NobodyWaits('The connection was closed');
      lines.write(`${JSON.stringify(line)}\n`);
    };
    this.#work(say).then(
      (result) => {
        if (!lines.destroyed) lines.end(`${JSON.stringify(result)}\n`);
      },
      // Cut short, the answer is seen to have no last line; the framework logs why.
      (error: Error) => lines.destroy(error),
    );
    return reply.type(LINES_TYPE).send(lines);
  }
}
