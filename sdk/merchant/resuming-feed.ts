// Follows the feed of events for ever: waits for the next ones, and goes on after failures.
import { ApiError, ConnectionError } from '../api/api-errors.ts';
import { pause } from '../api/time-limit.ts';
import type { EventPage, Event as FeedEvent } from './schema.gen.ts';

export type FollowOptions = {
  /** The number of the last event that you have processed; default 0: from the first. */
  after?: number;
  /** How long one request waits for an event, in seconds; default: 25. */
  waitSeconds?: number;
  signal?: AbortSignal;
  /** Told of each failure; the feed goes on after a pause. */
  onFailure?: (error: Error) => void;
};

export type FetchEvents = (after: number, wait_s: number) => Promise<EventPage>;

const WAIT_S = 25;
const LEAST_PAUSE_MS = 1_000;
const LONGEST_PAUSE_MS = 30_000;

/** What passes by itself; a wrong token does not. */
const isPassing = (error: unknown): error is ApiError | ConnectionError =>
  error instanceof ConnectionError ||
  (error instanceof ApiError && (error.status === 429 || error.status >= 500));

function pauseAfter(error: ApiError | ConnectionError, failures: number): number {
  const asked_s = error instanceof ApiError ? (error.retryAfterSeconds ?? 0) : 0;
  const growing = Math.min(LONGEST_PAUSE_MS, LEAST_PAUSE_MS * 2 ** failures);
  return Math.max(asked_s * 1_000, growing * (0.5 + Math.random() / 2));
}

/** Every event once and in order; keep the number of each that you have processed. */
export async function* resumingFeed(
  fetchEvents: FetchEvents,
  { after = 0, waitSeconds = WAIT_S, signal, onFailure }: FollowOptions,
): AsyncGenerator<FeedEvent> {
  let last = after;
  for (let failures = 0; ; ) {
    signal?.throwIfAborted();
    const asked_at = performance.now();
    try {
      const page = await fetchEvents(last, waitSeconds);
      failures = 0;
      for (const event of page.data) {
        yield event;
        last = event.number;
      }
      // A service that answers without waiting is not asked all the time.
      const is_idle = page.data.length === 0 && performance.now() - asked_at < LEAST_PAUSE_MS;
      if (is_idle) await pause(LEAST_PAUSE_MS, signal);
    } catch (error) {
      if (!isPassing(error)) throw error;
      onFailure?.(error);
      await pause(pauseAfter(error, failures), signal);
      failures += 1;
    }
  }
}
