// What operators look at at the same time: the things on which two people could act.
import type { Right } from '../access/rights.ts';

export const PRESENCE_SUBJECTS = [
  'trade',
  'bank_line',
  'dispute',
  'proposal',
  'payout_batch',
] as const;
export type PresenceSubject = (typeof PRESENCE_SUBJECTS)[number];

/** Whoever may not read a thing is not told who looks at it. */
export const PRESENCE_RIGHTS: Readonly<Record<PresenceSubject, Right>> = {
  trade: 'trades.read',
  bank_line: 'bank.read',
  dispute: 'disputes.read',
  proposal: 'approvals.read',
  payout_batch: 'payouts.read',
};

/** More pages than anybody has open. */
export const MOST_PRESENCES = 50;
