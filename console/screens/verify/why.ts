// Why a pay-in waits, in words.
import type { Trade } from '../../api/schema.gen.ts';
import { TEXTS } from '../../texts/en.ts';

/** Without a reason of its own it waits for the bank line of its claimed UTR. */
export const why = (reason: Trade['state_reason']): string => TEXTS.verify.why[reason ?? 'none'];
