// Which refusals tell who changed the record last: the second of two people knows why.
import type { Refusal, RefusalCode } from '../../domain/service/refusal.ts';

/** Refusals that somebody else may have caused a moment ago. */
const TOLD: ReadonlySet<string> = new Set<RefusalCode>(['act_not_allowed', 'changed_meanwhile']);

export const isAboutChange = (code: string): boolean => TOLD.has(code);

/** `act`: null if nobody's act changed it; the time is in ISO 8601. */
export type LastChange = { act: string | null; by: string; at: string };

export function tellLast(refusal: Refusal, { act, by, at }: LastChange): Refusal {
  const acted = act === null ? {} : { changed_act: act };
  return { ...refusal, extra: { ...refusal.extra, ...acted, changed_by: by, changed_at: at } };
}
