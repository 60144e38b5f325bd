// Answers that stay open long after their work is done: they hold no place among the requests in
// work.
import type { ServerResponse } from 'node:http';

const ends = new WeakMap<ServerResponse, () => void>();

/** What is to be done when the work for an answer has ended before the answer itself. */
export function whenWorkEnds(response: ServerResponse, end: () => void): void {
  ends.set(response, end);
}

/** All that follows on this answer is told as it comes. */
export function endWork(response: ServerResponse): void {
  ends.get(response)?.();
}
