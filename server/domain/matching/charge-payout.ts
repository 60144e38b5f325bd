// Charges a merchant for an unsuccessful pay-out whose money left all the same, and gives the
// charge back if the money turns out not to have left or is returned.

import type { ReviewLine } from '../batch/command.ts';
import type { Change } from '../batch/decision.ts';
import { chargeAgain, entryOf, undoTrade } from '../batch/entries.ts';
import { attemptsOf, type World } from '../batch/world.ts';
import { postedOn } from '../ledger/posted-on.ts';
import { type Reviewed, withTrade } from '../line/line-outcome.ts';
import type { BankLine } from '../record/bank-line.ts';
import { newAttempt, type PayoutAttempt } from '../record/payout-attempt.ts';
import { type Trade, waysOut } from '../record/trade.ts';
import { isRefusal, type Refusal, refuse, refuseFields } from '../service/refusal.ts';
import { countRefund, refundable } from '../trade/refund-count.ts';
import { sumsWithoutFee } from '../trade/trade-amounts.ts';
import { type Cause, changeTrade, tradeAfter } from '../trade/trade-change.ts';
import { seenBy, utrOf } from './line-on-attempt.ts';
import { idsOfLine } from './match-payout.ts';
import { sendAlong } from './return-line.ts';

/** Failed, canceled or reversed: nothing was taken for it, or everything was given back. */
export const canBeCharged = (trade: Trade): boolean =>
  trade.direction === 'payout' && waysOut('payout', 'charge', trade.state).length > 0;

type LineCause = Omit<Cause, 'act'>;
type Told = Partial<Pick<Trade, 'utr' | 'receiving_account_id'>>;

/**
 * Counts a refund that was paid after all on its pay-in again (sign 1), or removes it (sign −1).
 */
function counted(
  world: World,
  trade: Trade,
  sign: 1n | -1n,
  { actor, command_id, note = null }: LineCause,
): Change[] | Refusal {
  if (trade.refund_of === null) return [];
  const payin = world.trades.get(trade.refund_of);
  if (payin === undefined) throw new Error(`The pay-in of refund ${trade.trade_id} was not read`);
  if (sign === 1n && refundable(payin) < trade.amount_cents) {
    const rest = refundable(payin);
    const detail =
      `The pay-in was refunded otherwise since: only ${rest} minor units of it are left. Put the ` +
      'line to the costs, or adjust the balance of the merchant.';
    return refuse('refund_too_large', detail, {
      extra: { refundable_cents: Number(rest) },
      errors: [{ field: 'charge', code: 'range', message: 'is more than can be refunded' }],
    });
  }
  return countRefund(payin, sign * trade.amount_cents, { actor, command_id, note }, world.now);
}

/** Takes again what was given back before; a pay-out that never succeeded has no fee. */
function chargeEntry(world: World, trade: Trade) {
  const again = chargeAgain(world, trade);
  return again ?? entryOf('payout_charged', trade, sumsWithoutFee(trade));
}

/** `charged_cents`: what the merchant's balance gives. */
type Charged = { changes: readonly Change[]; charged_cents: bigint };

/**
 * Charges the merchant, with an event that keeps the state. If the pay-out was a return to sender,
 * the bank line in suspense is credited to its merchant along with it.
 */
export function chargeTrade(
  world: World,
  trade: Trade,
  told: Told,
  cause: LineCause,
): Charged | Refusal {
  const refunds = counted(world, trade, 1n, cause);
  if (isRefusal(refunds)) return refunds;
  const along = sendAlong(world, trade);
  if (isRefusal(along)) return along;
  const patch = { state: trade.state, ...told };
  const changes = changeTrade(trade, patch, { ...cause, act: 'charge' }, world.now);
  const charge = chargeEntry(world, tradeAfter(changes, trade));
  const charged_cents = -(postedOn(charge.entry.postings, 'available')?.amount_cents ?? 0n);
  return { changes: [...along, ...changes, charge, ...refunds], charged_cents };
}

/** The money did not leave for it, or was returned: the charge is given back. */
export function giveChargeBack(
  world: World,
  trade: Trade,
  told: Told,
  cause: Cause & { act: 'charge' | 'unmatch' },
): Change[] {
  const refunds = counted(world, trade, -1n, cause);
  if (isRefusal(refunds)) throw new Error('Removing a refund from its pay-in cannot be refused');
  const changes = changeTrade(trade, { state: trade.state, ...told }, cause, world.now);
  return [...changes, ...undoTrade(world, trade, 'payout_charge_undone'), ...refunds];
}

const refuseTrade = (message: string): Refusal =>
  refuseFields([{ field: 'trade_id', code: 'not_allowed', message }]);

function problemOf(attempts: readonly PayoutAttempt[], line: BankLine): Refusal | null {
  if (attempts.some(({ charged_cents }) => charged_cents !== null)) {
    return refuseTrade('is charged already');
  }
  if (attempts.some(({ return_line_id }) => return_line_id !== null)) {
    return refuseTrade('came back with another line: undo that one first');
  }
  if (attempts.some(({ debit_line_id }) => debit_line_id !== null)) {
    return refuseTrade('has another line that shows its money leave: undo that one first');
  }
  if (attempts.length > 0 && !attempts.some((attempt) => isOnAccountOf(attempt, line))) {
    return refuseTrade('was to be paid from another account than the line’s');
  }
  return null;
}

const isOnAccountOf = ({ receiving_account_id }: PayoutAttempt, line: BankLine): boolean =>
  (receiving_account_id ?? line.receiving_account_id) === line.receiving_account_id;

/**
 * The attempt whose money left: the one that the line names, otherwise the last that may have been
 * sent.
 */
function attemptOf(
  world: World,
  { command_id }: ReviewLine,
  line: BankLine,
  trade: Trade,
): PayoutAttempt | Refusal {
  if (trade.amount_cents !== -line.amount_cents) {
    return refuseTrade('is no pay-out of this amount');
  }
  const names = idsOfLine(line);
  const isNamed = ({ end_to_end_id }: PayoutAttempt) => names.includes(end_to_end_id);
  const attempts = attemptsOf(world, trade.trade_id).filter(
    (attempt) => attempt.state !== 'released' || isNamed(attempt),
  );
  const problem = problemOf(attempts, line);
  if (problem !== null) return problem;
  const here = attempts.filter((attempt) => isOnAccountOf(attempt, line));
  const found = here.find(isNamed) ?? here.at(-1);
  if (found !== undefined) return found;
  // As far as the service knows, nobody ever took this pay-out.
  const ids = { payout_batch_id: null, receiving_account_id: null };
  return newAttempt(trade, { payout_attempt_id: command_id, ...ids }, world.now);
}

/**
 * A person says that the money of an unsuccessful pay-out left with this line. The merchant is
 * charged, even if its balance falls below zero.
 */
export function chargeWithLine(
  world: World,
  command: ReviewLine,
  line: BankLine,
  trade: Trade,
): Reviewed | Refusal {
  const attempt = attemptOf(world, command, line, trade);
  if (isRefusal(attempt)) return attempt;
  const told = {
    utr: trade.utr ?? utrOf(line),
    receiving_account_id: trade.receiving_account_id ?? line.receiving_account_id,
  };
  const charged = chargeTrade(world, trade, told, command);
  if (isRefusal(charged)) return charged;
  const { outcome, entry } = withTrade(line, trade, 'charged', world.now);
  const paid: PayoutAttempt = {
    ...seenBy(attempt, line, world.now),
    state: 'paid',
    charged_cents: charged.charged_cents,
  };
  const is_new = !world.attempts.has(attempt.payout_attempt_id);
  const kind = is_new ? ('attempt_added' as const) : ('attempt_changed' as const);
  return { outcome, changes: [entry, ...charged.changes, { kind, attempt: paid }] };
}
