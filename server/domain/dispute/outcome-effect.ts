// The effect of an outcome on the trade: what was contested when the dispute was opened decides it,
// and a second decision moves the difference to the first one.
import {
  canDispute,
  type Dispute,
  type DisputeOutcome,
  isBinding,
  subjectOf,
} from '../record/dispute-record.ts';
import type { Trade } from '../record/trade.ts';
import { isCredited } from '../trade/dispute.ts';

export const EFFECT_KINDS = ['takes', 'gives', 'reverses', 'unblocks', 'returns'] as const;

/** All but `returns` move money of the merchant; `cents` is the part of the trade's amount. */
export type OutcomeEffect =
  | { kind: 'takes' | 'gives'; cents: bigint }
  | { kind: 'reverses' | 'unblocks' | 'returns' };

const UNBLOCKS: OutcomeEffect = { kind: 'unblocks' };
const RETURNS: OutcomeEffect = { kind: 'returns' };

const FOR_CLAIM: readonly DisputeOutcome[] = ['upheld', 'partly_upheld', 'accepted'];

/** Whether the person who opened it was right, at least in part. */
export const isForClaim = (outcome: DisputeOutcome): boolean => FOR_CLAIM.includes(outcome);

/** What is decided now, or was decided and is carried out now. */
export type Judgement = Pick<
  Dispute,
  'contested_from' | 'state' | 'recalled_when_decided_cents'
> & {
  outcome: DisputeOutcome;
  awarded_cents: bigint;
  /** What the last decision that took effect awarded; null if none did. */
  awarded_before_cents: bigint | null;
};

/** The facts of a dispute on which its next decision rests. */
export const decidedBefore = (dispute: Dispute) => ({
  contested_from: dispute.contested_from,
  state: dispute.state,
  recalled_when_decided_cents: dispute.recalled_when_decided_cents,
  awarded_before_cents: dispute.awarded_cents,
});

const atMost = (cents: bigint, most_cents: bigint): bigint =>
  cents < most_cents ? cents : most_cents;

const leftOf = ({ amount_cents, recalled_amount_cents }: Trade): bigint =>
  amount_cents - recalled_amount_cents;

/**
 * What is taken of a credit. What the bank took while the outcome waited is a part of what was
 * awarded, so that nothing is taken twice.
 */
function taking(trade: Trade, judgement: Judgement): OutcomeEffect {
  const { state, awarded_cents, recalled_when_decided_cents: before } = judgement;
  const since = state === 'decided' && before !== null ? trade.recalled_amount_cents - before : 0n;
  const rest = since > 0n ? awarded_cents - since : awarded_cents;
  return { kind: 'takes', cents: rest > 0n ? atMost(rest, leftOf(trade)) : 0n };
}

/** The first decision, or something after it, has credited the contested pay-in. */
function correcting(trade: Trade, awarded_cents: bigint, before_cents: bigint): OutcomeEffect {
  if (awarded_cents < before_cents) {
    return { kind: 'takes', cents: atMost(before_cents - awarded_cents, leftOf(trade)) };
  }
  // A bank line may have credited as much meanwhile.
  const more = awarded_cents - trade.amount_cents;
  return more > 0n ? { kind: 'gives', cents: more } : UNBLOCKS;
}

export function effectOf(trade: Trade, judgement: Judgement): OutcomeEffect {
  const is_right = isForClaim(judgement.outcome);
  const awarded_cents = is_right ? judgement.awarded_cents : 0n;
  switch (subjectOf(trade.direction, judgement.contested_from)) {
    case 'credited_payin':
      return is_right ? taking(trade, judgement) : UNBLOCKS;
    case 'uncredited_payin':
      if (isCredited(trade)) {
        return correcting(trade, awarded_cents, judgement.awarded_before_cents ?? 0n);
      }
      return is_right ? { kind: 'gives', cents: awarded_cents } : RETURNS;
    case 'payout':
      return is_right ? { kind: 'reverses' } : RETURNS;
  }
}

export type PreviewedEffect = {
  act: 'decide' | 'close';
  outcome: DisputeOutcome;
  effect: OutcomeEffect;
};

/**
 * What the next decision would do to the trade, or what closing will do, by the rule that carries
 * it out. A part is left out: its amount is not known before somebody says it.
 */
export function previewEffects(trade: Trade, dispute: Dispute): PreviewedEffect[] {
  const facts = decidedBefore(dispute);
  if (canDispute(dispute.state, 'decide')) {
    const awards = { upheld: dispute.amount_cents, rejected: 0n } as const;
    return (['upheld', 'rejected'] as const).map((outcome) => {
      const effect = effectOf(trade, { ...facts, outcome, awarded_cents: awards[outcome] });
      return { act: 'decide', outcome, effect };
    });
  }
  const { outcome, awarded_cents } = dispute;
  const waits = canDispute(dispute.state, 'close') && isBinding(dispute);
  if (!waits || outcome === null || awarded_cents === null) return [];
  const effect = effectOf(trade, { ...facts, outcome, awarded_cents });
  return [{ act: 'close', outcome, effect }];
}
