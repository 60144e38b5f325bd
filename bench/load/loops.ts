// The two kinds of load. In a closed loop, each connection sends its next request after an answer;
// in an open loop, requests are due at a fixed rate even if the service does not keep up.

import type { LoadTally } from './load-tally.ts';
import type { RequestSource } from './request-source.ts';

export type LoopParts = {
  /** How many lines there are; each carries one request at a time. */
  readonly lines: number;
  readonly source: RequestSource;
  readonly tally: LoadTally;
  ask(index: number, request: string, since_ms: number): void;
};

export type Loop = {
  start(now_ms: number): void;
  free(index: number, now_ms: number): void;
  lost(index: number): void;
  end(now_ms: number): void;
};

const indexes = (count: number) => Array.from({ length: count }, (_, index) => index);

export function closedLoop({ lines, source, tally, ask }: LoopParts): Loop {
  const askNext = (index: number, now_ms: number) => {
    if (now_ms >= tally.end_ms()) return;
    const request = source.next();
    if (request === null) tally.endAt(now_ms);
    else ask(index, request, now_ms);
  };
  return {
    start(now_ms) {
      for (const index of indexes(lines)) askNext(index, now_ms);
    },
    free: askNext,
    lost: () => undefined,
    end: () => undefined,
  };
}

/**
 * The resolution of timers. A request may be sent this late, and the delay counts as its time.
 * Polling more often would use up a core that the service needs.
 */
const LOOK_EVERY_MS = 1;

/** A free line takes the next request that is due; its time counts from then. */
export function openLoop(parts: LoopParts, rate_per_second: number): Loop {
  const { lines, source, tally, ask } = parts;
  const gap_ms = 1_000 / rate_per_second;
  /** In the order in which they became free, so that all lines are used. */
  const free = new Set<number>();
  let start_ms = 0;
  let sent = 0;
  let timer: NodeJS.Timeout | undefined;

  const nextDue = () => start_ms + sent * gap_ms;

  /** Whether this line had to take a request. */
  function take(index: number, now_ms: number): boolean {
    const due_ms = nextDue();
    if (due_ms > now_ms || due_ms >= tally.end_ms()) return false;
    const request = source.next();
    if (request === null) {
      tally.endAt(now_ms);
      return false;
    }
    sent += 1;
    ask(index, request, due_ms);
    return true;
  }

  function look(): void {
    const now_ms = performance.now();
    for (const index of free) {
      if (!take(index, now_ms)) return;
      free.delete(index);
    }
  }

  return {
    start(now_ms) {
      start_ms = now_ms;
      for (const index of indexes(lines)) free.add(index);
      timer = setInterval(look, LOOK_EVERY_MS);
    },
    free(index, now_ms) {
      if (!take(index, now_ms)) free.add(index);
    },
    lost: (index) => free.delete(index),
    /** Requests that found no free line count as waiting since they were due. */
    end(now_ms) {
      clearInterval(timer);
      for (; nextDue() < tally.end_ms(); sent += 1) tally.unanswered(nextDue(), now_ms);
    },
  };
}
