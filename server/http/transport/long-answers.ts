// Answers that stay open long after their work is done, such as streams: they hold no place among
// the requests in work.
import type { ServerResponse } from 'node:http';

const ends = new WeakMap<ServerResponse, () => void>();

/** Sets what to do when the work for an answer ends, which may be before the answer itself does. */
export function whenWorkEnds(response: ServerResponse, end: () => void): void {
  ends.set(response, end);
}

/** Call it when an answer's work is done and only the stream stays open. */
export function endWork(response: ServerResponse): void {
  ends.get(response)?.();
}
