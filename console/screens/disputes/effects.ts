// What an outcome will do, in words; the service decides and refuses.
import type { Dispute } from '../../api/schema.gen.ts';
import { DISPUTE_TEXTS } from '../../texts/disputes.ts';

export const OUTCOMES = ['upheld', 'partly_upheld', 'rejected'] as const;
export type Outcome = (typeof OUTCOMES)[number];

export const isCredited = ({ direction, contested_from }: Dispute): boolean =>
  direction === 'payin' && contested_from === 'completed';

export function effectOf(dispute: Dispute, outcome: Outcome): string {
  const { effects } = DISPUTE_TEXTS;
  if (outcome === 'rejected') return isCredited(dispute) ? effects.unblocks : effects.returns;
  if (dispute.direction === 'payout') return effects.reverses;
  return isCredited(dispute) ? effects.takes : effects.gives;
}
