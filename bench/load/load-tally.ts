// Counts the results of a load: answers within the measured time, their latencies, and unanswered
// requests.
import { createHistogram } from './histogram.ts';
import type { LoadResult } from './load-plan.ts';
import type { ResponseHead } from './response-parser.ts';

export type LoadTally = {
  /** Requests due from this time on do not count. */
  end_ms(): number;
  /** Ends the measurement early because there are no more requests. */
  endAt(at_ms: number): void;
  answered(head: ResponseHead, since_ms: number, now_ms: number): void;
  unanswered(since_ms: number, now_ms: number): void;
  result(cpu_us: number): LoadResult;
};

const MS = 1_000;

export function createTally(begin_ms: number, seconds: number, least_answers = 0): LoadTally {
  const histogram = createHistogram();
  const statuses: Record<string, number> = {};
  let end_ms = begin_ms + seconds * MS;
  let missing = least_answers;
  let answered = 0;
  let in_window = 0;
  let accepted_in_window = 0;
  let shed = 0;
  let unanswered = 0;

  const end = () => (missing > 0 ? Number.POSITIVE_INFINITY : end_ms);
  const counts = (at_ms: number) => at_ms >= begin_ms && at_ms < end();
  const record = (since_ms: number, now_ms: number) => histogram.record((now_ms - since_ms) * MS);
  /** The last of the answers that are waited for may end the measurement. */
  const countDown = (now_ms: number) => {
    if (missing === 0) return;
    missing -= 1;
    if (missing === 0) end_ms = Math.max(end_ms, now_ms);
  };

  return {
    end_ms: end,
    endAt(at_ms) {
      missing = 0;
      end_ms = Math.min(end_ms, at_ms);
    },
    answered({ status, retry_after }, since_ms, now_ms) {
      answered += 1;
      const is_accepted = status >= 200 && status < 300;
      if (counts(now_ms)) {
        in_window += 1;
        if (is_accepted) accepted_in_window += 1;
      }
      if (!counts(since_ms)) return;
      statuses[status] = (statuses[status] ?? 0) + 1;
      if (status === 503 && retry_after) shed += 1;
      if (is_accepted) record(since_ms, now_ms);
      countDown(now_ms);
    },
    unanswered(since_ms, now_ms) {
      if (!counts(since_ms)) return;
      unanswered += 1;
      record(since_ms, now_ms);
    },
    result(cpu_us) {
      const measured_s = (end_ms - begin_ms) / MS;
      if (measured_s <= 0) throw new Error('The load ended before its warm-up did');
      return {
        per_second: accepted_in_window / measured_s,
        mean_ms: histogram.meanUs() / MS,
        p50_ms: histogram.quantileUs(0.5) / MS,
        p99_ms: histogram.quantileUs(0.99) / MS,
        max_ms: histogram.maxUs() / MS,
        statuses,
        shed,
        unanswered,
        seconds: measured_s,
        answered,
        cpu_us_per_request: in_window === 0 ? 0 : cpu_us / in_window,
      };
    },
  };
}
