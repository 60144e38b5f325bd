// An answer that takes minutes, as lines of JSON: one line per step and the result as the last, so
// that the client sees the progress.
import { PassThrough } from 'node:stream';
import type { FastifyReply } from 'fastify';

const LINES_TYPE = 'application/x-ndjson';

/** Thrown into the work when the client has disconnected. */
export class ClientGone extends Error {}

/** For work that must be finished once begun: it goes on without reporting. */
export function untilClientGone<Line>(say: (line: Line) => void): (line: Line) => void {
  let is_heard = true;
  return (line) => {
    if (!is_heard) return;
    try {
      say(line);
    } catch (error) {
      if (!(error instanceof ClientGone)) throw error;
      is_heard = false;
    }
  };
}

export class LineAnswer {
  readonly #work: (say: (line: object) => void) => Promise<object>;

  /** `work` reports its steps and resolves to the last line. */
  constructor(work: (say: (line: object) => void) => Promise<object>) {
    this.#work = work;
  }

  send(reply: FastifyReply): FastifyReply {
    const lines = new PassThrough();
    const say = (line: object) => {
      if (lines.destroyed) throw new ClientGone('The connection was closed');
      lines.write(`${JSON.stringify(line)}\n`);
    };
    this.#work(say).then(
      (result) => {
        if (!lines.destroyed) lines.end(`${JSON.stringify(result)}\n`);
      },
      // The client sees that the last line is missing; the framework logs the reason.
      (error: Error) => lines.destroy(error),
    );
    return reply.type(LINES_TYPE).send(lines);
  }
}
