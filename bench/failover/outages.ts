// What an outage looked like to those who watched: how long no order was acknowledged, and whether
// /readyz told the truth about it.
import type { ServiceWatch } from './watch-service.ts';

export type Outage = {
  /** From the event to the first acknowledged order after the last long time without one. */
  readonly back_after_ms: number;
  /** That time without one; it may have begun before the event. */
  readonly gap_ms: number;
};

/** A busy machine makes shorter ones, too. */
export const LONG_GAP_MS = 2_000;

/** A probe of /readyz takes up to 5 s to fail; what passed before holds for a second. */
const READY_LATE_MS = 4_000;
/** The next probe after the writes are back. */
const BACK_LATE_MS = 5_000;

const within = <One extends { at_ms: number }>(
  list: readonly One[],
  from_ms: number,
  to_ms: number,
) => list.filter(({ at_ms }) => at_ms > from_ms && at_ms <= to_ms);

/** What was seen from one moment to another. */
export const watchedWithin = (
  watch: ServiceWatch,
  from_ms: number,
  to_ms: number,
): ServiceWatch => ({
  ...watch,
  answers: within(watch.answers, from_ms, to_ms),
  ready: within(watch.ready, from_ms, to_ms),
});

/** Null while no order was acknowledged after the event. */
export function outageOf({ answers }: ServiceWatch, event_ms: number): Outage | null {
  const acknowledged = answers.filter(({ was }) => was === 'acknowledged');
  let before_ms = acknowledged.filter(({ at_ms }) => at_ms <= event_ms).at(-1)?.at_ms ?? event_ms;
  let longest: Outage | null = null;
  let last: Outage | null = null;
  for (const { at_ms } of acknowledged.filter((one) => one.at_ms > event_ms)) {
    const gap_ms = at_ms - before_ms;
    const gap: Outage = { back_after_ms: at_ms - event_ms, gap_ms };
    if (gap_ms > (longest?.gap_ms ?? 0)) longest = gap;
    if (gap_ms > LONG_GAP_MS) last = gap;
    before_ms = at_ms;
  }
  // Without a long one, the longest of the short ones tells how it went.
  return last ?? longest;
}

/** Where /readyz said something else than what happened to orders at this time. */
export function untruths({ url, ready }: ServiceWatch, event_ms: number, outage: Outage): string[] {
  const to_ms = event_ms + outage.back_after_ms;
  const from_ms = to_ms - outage.gap_ms;
  const said = (status: number, after_ms: number, before_ms: number) =>
    ready.filter((one) => one.status === status && one.at_ms > after_ms && one.at_ms < before_ms)
      .length;
  const problems: string[] = [];
  const wrongly_ready = said(200, from_ms + READY_LATE_MS, to_ms - READY_LATE_MS);
  if (wrongly_ready > 0) problems.push(`${url}: ready ${wrongly_ready} times without a write`);
  if (outage.gap_ms > 2 * READY_LATE_MS && said(503, from_ms, to_ms) === 0) {
    problems.push(`${url}: always ready, in ${Math.round(outage.gap_ms)} ms without a write`);
  }
  const late = said(503, to_ms + BACK_LATE_MS, Number.POSITIVE_INFINITY);
  if (late > 0) problems.push(`${url}: ${late} times not ready after the writes were back`);
  return problems;
}
