// Carries out the outcome of a dispute on its trade: a credit is taken back, given, or left alone.
import type { ActOnTrade } from '../batch/command.ts';
import type { Change } from '../batch/decision.ts';
import type { World } from '../batch/world.ts';
import { actOnSentPayout } from '../payout/payout-acts.ts';
import type { Requester } from '../record/proposal.ts';
import type { Trade } from '../record/trade.ts';
import { isRefusal, type Refusal } from '../service/refusal.ts';
import { chargeBack, isCredited, resolveTrade } from '../trade/dispute.ts';
import { raiseCredit } from '../trade/raise-credit.ts';
import type { Cause } from '../trade/trade-change.ts';
import type { OutcomeEffect } from './outcome-effect.ts';

type Execution = Omit<Cause, 'act'> & {
  actor: Requester;
  note: string | null;
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

function give(
  world: World,
  trade: Trade,
  cents: bigint,
  execution: Execution,
): readonly Change[] | Refusal {
  if (isCredited(trade)) return raiseCredit(world, trade, cents, execution);
  return acted(world, trade, execution, { amount_cents: cents, outcome: 'completed' });
}

/** The changes of the trade, which is no longer disputed. */
export function executeOutcome(
  world: World,
  trade: Trade,
  effect: OutcomeEffect,
  execution: Execution,
): readonly Change[] | Refusal {
  switch (effect.kind) {
    case 'takes':
      // The bank may have taken all of it already.
      if (effect.cents > 0n) return chargeBack(world, trade, effect.cents, execution);
      return acted(world, trade, execution);
    case 'gives':
      return give(world, trade, effect.cents, execution);
    case 'reverses':
      return acted(world, trade, execution, { act: 'reverse', reason: 'payment_not_found' });
    case 'unblocks':
    case 'returns':
      return acted(world, trade, execution);
  }
}
