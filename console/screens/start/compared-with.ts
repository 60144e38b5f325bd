// Today's figure beside another day's, in words.
import { FIGURE_TEXTS, REPORT_TEXTS } from '../../texts/reports.ts';

/** `12 % more than`; null if there was nothing to compare with. */
export function comparedWith(now: number, then: number): string | null {
  if (then === 0) return null;
  const change = ((now - then) / then) * 100;
  if (now === then) return FIGURE_TEXTS.same;
  const percent = REPORT_TEXTS.percent(Math.abs(change));
  return change > 0 ? FIGURE_TEXTS.more(percent) : FIGURE_TEXTS.less(percent);
}
