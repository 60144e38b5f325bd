// The one door into the rules: decides a batch of commands in order, each seeing what the earlier
// ones did.

import type { ActOnTrade, Adjust, Command } from './batch/command.ts';
import type { Adjustment, Change, Decision, Result, Verdict } from './batch/decision.ts';
import { adjustmentEntry } from './batch/entries.ts';
import { applyChange, balanceOf, type World } from './batch/world.ts';
import { withConsequences } from './consequences.ts';
import { attachUtr } from './matching/attach-utr.ts';
import { rematchLine, sameLine, takeLine } from './matching/matching.ts';
import { reviewLine } from './matching/review-line.ts';
import { passesBound, refuseBeyondBound } from './merchant/balance-bound.ts';
import { customerVerdict } from './page/page-acts.ts';
import { createPayout } from './payout/payout.ts';
import { actOnSentPayout, takePayout } from './payout/payout-acts.ts';
import { answerPayout } from './payout/payout-answer.ts';
import { exportPayouts } from './payout/payout-batch.ts';
import { createRefund } from './payout/refund.ts';
import { type Trade, waysOut } from './record/trade.ts';
import { isRefusal, type Refusal, refuse } from './service/refusal.ts';
import { approveSettlement } from './settlement/settlement-approval.ts';
import { actOnDispute } from './trade/dispute.ts';
import { actOnPayin, assignAccount, createPayin } from './trade/payin.ts';
import { releaseHolds } from './trade/release-holds.ts';
import { nothingToDo, refuseAct, refuseFinal } from './trade/trade-change.ts';

function adjust(world: World, command: Adjust): Verdict {
  const { adjustment_id, amount_cents, merchant, reason, actor } = command;
  const known = world.adjustments.get(adjustment_id);
  if (known !== undefined) {
    return { changes: [], result: { kind: 'adjustment', adjustment: known, found: true } };
  }
  const { merchant_id, balance_currency: currency } = merchant;
  const available = balanceOf(world, merchant_id, 'available', currency);
  if (amount_cents < 0n && available + amount_cents < 0n) {
    return refuse('insufficient_funds', 'The balance is too small to take this amount from it.', {
      errors: [{ field: 'amount_cents', code: 'range', message: 'is more than the balance holds' }],
    });
  }
  const adjustment: Adjustment = {
    merchant_id,
    adjustment_id,
    amount_cents,
    currency,
    reason,
    actor,
    at: world.now,
  };
  return {
    changes: [{ kind: 'adjusted', adjustment }, adjustmentEntry(adjustment)],
    result: { kind: 'adjustment', adjustment, found: false },
  };
}

function act(world: World, command: ActOnTrade, trade: Trade): Verdict {
  if (waysOut(trade.direction, command.act, trade.state).length === 0) {
    return refuseAct(trade, command.act);
  }
  if (trade.final_at !== null && world.now > trade.final_at) return refuseFinal(trade, command.act);
  if (trade.direction === 'payout') return actOnSentPayout(world, command, trade);
  return actOnDispute(world, command, trade) ?? actOnPayin(world, command, trade);
}

function onTrade(
  world: World,
  command: Extract<Command, { trade_id: string; merchant_id: string }>,
): Verdict {
  const trade = world.trades.get(command.trade_id);
  if (trade === undefined || trade.merchant_id !== command.merchant_id) {
    return refuse('not_found', 'There is no such trade.');
  }
  if (command.kind === 'answer_payout') return answerPayout(world, command, trade);
  // A retry after a lost reply: this very command has been written already.
  if (trade.last_command_id === command.command_id) return nothingToDo(trade);
  const verdict = customerVerdict(trade, command);
  if (verdict === 'done') return nothingToDo(trade);
  if (verdict !== null) return verdict;
  if (command.kind === 'attach_utr') return attachUtr(world, command, trade);
  if (command.kind === 'assign_account') return assignAccount(world, command, trade);
  if (command.kind === 'take_payout') return takePayout(world, command, trade);
  return act(world, command, trade);
}

/** Decides one command on the world as it stands; changes nothing. */
export function decide(world: World, command: Command): Verdict {
  switch (command.kind) {
    case 'create_payin':
      return createPayin(world, command);
    case 'create_payout':
      return createPayout(world, command);
    case 'take_line':
      return takeLine(world, command);
    case 'rematch_line':
      return rematchLine(world, command);
    case 'review_line':
      return reviewLine(world, command);
    case 'create_refund':
      return createRefund(world, command);
    case 'adjust':
      return adjust(world, command);
    case 'approve_settlement':
      return approveSettlement(world, command);
    case 'release_holds':
      return releaseHolds(world, command);
    case 'export_payouts':
      return exportPayouts(world, command);
    case 'take_payout':
    case 'answer_payout':
    case 'assign_account':
    case 'attach_utr':
    case 'act':
      return onTrade(world, command);
  }
}

function audited(world: World, { audit, actor }: Command, decision: Decision): Change[] {
  if (audit === undefined || decision.changes.length === 0) return [];
  return [{ kind: 'audited', entry: { ...audit, actor, at: world.now } }];
}

/** What would pass a balance's bound is refused; bank lines, which cannot be, wait. */
function decideWithin(world: World, command: Command): Verdict {
  const verdict = decide(world, command);
  if (isRefusal(verdict)) return verdict;
  const decision = { ...verdict, changes: withConsequences(world, verdict.changes) };
  if (!passesBound(world, decision.changes)) return decision;
  if (command.kind === 'take_line') return takeLine(world, command, 'balance_limit');
  if (command.kind === 'rematch_line') return sameLine(world, command);
  return refuseBeyondBound();
}

/**
 * Decides a batch: one answer per command, and all changes in order. A refusal touches no
 * neighbour.
 */
export function decideAll(
  world: World,
  commands: readonly Command[],
): { answers: (Result | Refusal)[]; changes: Change[] } {
  const changes: Change[] = [];
  const answers = commands.map((command) => {
    const verdict = decideWithin(world, command);
    if (isRefusal(verdict)) return verdict;
    for (const change of [...verdict.changes, ...audited(world, command, verdict)]) {
      applyChange(world, change);
      changes.push(change);
    }
    return verdict.result;
  });
  return { answers, changes };
}
