// Carries out the outcome of a dispute on its trade: a credit is taken back, given, or left alone.
import type { ActOnTrade } from '../batch/command.ts';
import type { Change } from '../batch/decision.ts';
import type { World } from '../batch/world.ts';
import { actOnSentPayout } from '../payout/payout-acts.ts';
import type { DisputeOutcome } from '../record/dispute-record.ts';
import type { Requester, Trade } from '../record/trade.ts';
import { isRefusal, type Refusal } from '../service/refusal.ts';
import { chargeBack, resolveTrade } from '../trade/dispute.ts';
import type { Cause } from '../trade/trade-change.ts';
import { subjectOf } from './dispute-terms.ts';

/** The effect on the trade; all but `returns` move money of the merchant. */
export type OutcomeEffect = 'takes' | 'gives' | 'reverses' | 'unblocks' | 'returns';

const FOR_CLAIM: readonly DisputeOutcome[] = ['upheld', 'partly_upheld', 'accepted'];

/** Whether the person who opened it was right, at least in part. */
export const isForClaim = (outcome: DisputeOutcome): boolean => FOR_CLAIM.includes(outcome);

export function effectOf(trade: Trade, outcome: DisputeOutcome): OutcomeEffect {
  const is_right = isForClaim(outcome);
  switch (subjectOf(trade)) {
    case 'credited_payin':
      return is_right ? 'takes' : 'unblocks';
    case 'uncredited_payin':
      return is_right ? 'gives' : 'returns';
    case 'payout':
      return is_right ? 'reverses' : 'returns';
  }
}

type Execution = Omit<Cause, 'act'> & {
  actor: Requester;
  note: string | null;
  outcome: DisputeOutcome;
  awarded_cents: bigint;
  /** For a pay-out that was paid after all, if no bank line shows it: the bank's number. */
  utr: string | null;
};

/** As a person's act on the trade does. */
function acted(
  world: World,
  trade: Trade,
  { actor, command_id, note, utr }: Execution,
  given: Partial<Pick<ActOnTrade, 'act' | 'amount_cents' | 'outcome' | 'reason'>> = {},
): readonly Change[] | Refusal {
  const { merchant_id, trade_id } = trade;
  const command: ActOnTrade = {
    ...{ kind: 'act', act: 'resolve', command_id, actor, merchant_id, trade_id, note, utr },
    ...{ reason: null, amount_cents: null, outcome: null },
    ...given,
  };
  const verdict =
    trade.direction === 'payout'
      ? actOnSentPayout(world, command, trade)
      : resolveTrade(world, command, trade);
  return isRefusal(verdict) ? verdict : verdict.changes;
}

/** The changes of the trade, which is no longer disputed. */
export function executeOutcome(
  world: World,
  trade: Trade,
  execution: Execution,
): readonly Change[] | Refusal {
  const { outcome, awarded_cents } = execution;
  switch (effectOf(trade, outcome)) {
    case 'takes':
      // The bank may have taken all that was contested already.
      if (awarded_cents > 0n) return chargeBack(world, trade, awarded_cents, execution);
      return acted(world, trade, execution);
    case 'gives':
      return acted(world, trade, execution, {
        amount_cents: awarded_cents,
        outcome: 'completed',
      });
    case 'reverses':
      return acted(world, trade, execution, { act: 'reverse', reason: 'payment_not_found' });
    case 'unblocks':
    case 'returns':
      return acted(world, trade, execution);
  }
}
