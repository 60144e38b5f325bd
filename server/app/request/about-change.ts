// Which refusals tell who changed the record last: the second of two people knows why.
import type { RefusalCode } from '../../domain/service/refusal.ts';

/** Refusals that somebody else may have caused a moment ago. */
const TOLD: ReadonlySet<string> = new Set<RefusalCode>(['act_not_allowed', 'changed_meanwhile']);

export const isAboutChange = (code: string): boolean => TOLD.has(code);
