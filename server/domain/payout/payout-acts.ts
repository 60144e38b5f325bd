// Acts on pay-outs and their attempts: both change together, and a pay-out that may have been sent
// never returns to the queue.
import type { ActOnTrade, TakePayout } from '../batch/command.ts';
import type { Change, Verdict } from '../batch/decision.ts';
import { attemptsOf, openAttempt, type World } from '../batch/world.ts';
import { mayBeSent, newAttempt, type PayoutAttempt } from '../record/payout-attempt.ts';
import type { StateReason, Trade } from '../record/trade.ts';
import { isRefusal, type Refusal, refuse, refuseFields } from '../service/refusal.ts';
import { actOnDispute } from '../trade/dispute.ts';
import { changeTrade, decided, nothingToDo, refuseAct } from '../trade/trade-change.ts';
import { actOnPayout } from './payout.ts';
import { refuseFull } from './payout-batch.ts';

function refuseUnsure(attempt: PayoutAttempt): Refusal {
  return refuse(
    'act_not_allowed',
    'Its file was handed out: it may have been sent. It stays processing until the bank answers.',
    { extra: { end_to_end_id: attempt.end_to_end_id, attempt_state: attempt.state } },
  );
}

/**
 * The facts about an attempt that may have been sent, which only the person can know and must give.
 */
function refuseUnproven(world: World, command: ActOnTrade): Refusal | null {
  const attempt = openAttempt(world, command.trade_id);
  if (attempt === undefined || !mayBeSent(attempt)) return null;
  if (command.act === 'release') return refuseUnsure(attempt);
  if (command.act !== 'fail' || command.note !== null) return null;
  const message = 'is required: how is it known that the bank will not pay it?';
  return refuseFields([{ field: 'note', code: 'required', message }]);
}

/** Whether a UTR or a bank line shows that it was paid; the line may have been taken away since. */
const isShown = (world: World, trade: Trade): boolean =>
  trade.utr !== null ||
  attemptsOf(world, trade.trade_id).some(({ debit_line_id }) => debit_line_id !== null);

/**
 * If nothing shows any more how it was paid, resolving it as paid needs the same facts as
 * completing it.
 */
function refuseUnshown(world: World, command: ActOnTrade, trade: Trade): Refusal | null {
  if (command.act !== 'resolve' || command.outcome === 'failed') return null;
  if (command.utr !== null || isShown(world, trade)) return null;
  const message = 'is required: no bank line shows any more that it was paid';
  return refuseFields([{ field: 'utr', code: 'required', message }]);
}

/**
 * If nothing shows that it was paid, that is the reason of the reversal, unless another is given.
 */
function reasonOf(world: World, command: ActOnTrade, trade: Trade): StateReason | null {
  const is_given = command.reason !== null || command.act !== 'reverse';
  return is_given || isShown(world, trade) ? command.reason : 'insufficient_evidence';
}

const changed = (attempt: PayoutAttempt, patch: Partial<PayoutAttempt>, now: number): Change => ({
  kind: 'attempt_changed',
  attempt: { ...attempt, ...patch, changed_at: now },
});

/** The effect of the act on the attempt. */
function followAttempt(world: World, command: ActOnTrade, trade: Trade): Change[] {
  if (command.act === 'take') {
    const ids = { payout_batch_id: null, receiving_account_id: null };
    const attempt = newAttempt(trade, { payout_attempt_id: command.command_id, ...ids }, world.now);
    return [{ kind: 'attempt_added', attempt }];
  }
  if (command.act === 'reverse') {
    const paid = attemptsOf(world, trade.trade_id).find(({ state }) => state === 'paid');
    if (paid === undefined) return [];
    // A return line cannot follow for money that never left; a line that shows it leaving needs a
    // person.
    const is_unpaid = command.reason === 'insufficient_evidence' && !isShown(world, trade);
    return [changed(paid, { state: is_unpaid ? 'rejected' : 'returned' }, world.now)];
  }
  if (command.act === 'resolve' && !isShown(world, trade)) {
    const paid = attemptsOf(world, trade.trade_id).find(({ state }) => state === 'paid');
    return paid === undefined ? [] : [changed(paid, { utr: command.utr }, world.now)];
  }
  const attempt = openAttempt(world, trade.trade_id);
  if (attempt === undefined) return [];
  switch (command.act) {
    case 'release':
      return [changed(attempt, { state: 'released' }, world.now)];
    case 'complete':
      return [changed(attempt, { state: 'paid', utr: command.utr }, world.now)];
    case 'fail':
      return [changed(attempt, { state: 'rejected' }, world.now)];
    default:
      return [];
  }
}

/** An act of a person on a pay-out, together with its attempt. */
export function actOnSentPayout(world: World, given: ActOnTrade, trade: Trade): Verdict {
  const refused = refuseUnproven(world, given) ?? refuseUnshown(world, given, trade);
  if (refused !== null) return refused;
  const command = { ...given, reason: reasonOf(world, given, trade) };
  const verdict = actOnDispute(world, command, trade) ?? actOnPayout(world, command, trade);
  if (isRefusal(verdict)) return verdict;
  const following = followAttempt(world, command, trade);
  return { ...verdict, changes: [...verdict.changes, ...following] };
}

/** Null if the batch and its account can take this pay-out. */
function problemOf(world: World, command: TakePayout, trade: Trade): Refusal | null {
  const { account_currency, payout_batch_id } = command;
  if (account_currency !== null && account_currency !== trade.currency) {
    const detail = `The account pays ${account_currency}, the pay-out is in ${trade.currency}.`;
    return refuse('act_not_allowed', detail);
  }
  if (payout_batch_id === null) return null;
  const batch = world.payout_batches.get(payout_batch_id);
  if (batch === undefined) return refuse('not_found', 'There is no such batch.');
  if (batch.exported_at === null) return refuseFull(world, payout_batch_id, command.most_in_batch);
  return refuse('act_not_allowed', 'The batch was exported: no pay-outs can be added.');
}

/**
 * Takes a pay-out from the queue: into a draft batch, or to pay it by hand from an account. If it
 * is in this batch already, nothing changes.
 */
export function takePayout(world: World, command: TakePayout, trade: Trade): Verdict {
  if (trade.direction !== 'payout') return refuseAct(trade, 'take');
  const { payout_attempt_id, payout_batch_id, receiving_account_id } = command;
  const open = openAttempt(world, trade.trade_id);
  const is_in = payout_batch_id !== null && open?.payout_batch_id === payout_batch_id;
  if (is_in) return nothingToDo(trade);
  if (trade.state !== 'created') return refuseAct(trade, 'take');
  const problem = problemOf(world, command, trade);
  if (problem !== null) return problem;
  const patch = { state: 'processing' as const, receiving_account_id };
  const changes = changeTrade(trade, patch, { ...command, act: 'take' }, world.now);
  const ids = { payout_attempt_id, payout_batch_id, receiving_account_id };
  const attempt = newAttempt(trade, ids, world.now);
  return decided(trade, [...changes, { kind: 'attempt_added', attempt }]);
}
