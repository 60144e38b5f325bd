// Disputes and reversals of either direction: a credit is blocked first, then given back or taken.
import type { ActOnTrade } from '../batch/command.ts';
import type { Change, Verdict } from '../batch/decision.ts';
import { recallEntry, undoTrade } from '../batch/entries.ts';
import type { World } from '../batch/world.ts';
import { freeMoney } from '../line/free-money.ts';
import { returnLines } from '../line/line-outcome.ts';
import type { StateReason, Trade, TradeStanding } from '../record/trade.ts';
import { type Refusal, refuse, refuseFields } from '../service/refusal.ts';
import { blockContested } from './blocked-credit.ts';
import { creditOf, creditPayin, refuseAmount } from './complete-payin.ts';
import { isCreditable } from './trade-amounts.ts';
import { type Cause, changeTrade, decided, refuseAct } from './trade-change.ts';

type Reason = Pick<TradeStanding, 'state_reason'>;

/** Whether the merchant was credited with this pay-in's money. */
export function isCredited(trade: Trade): boolean {
  if (trade.direction !== 'payin') return false;
  return trade.state === 'completed' || trade.disputed_from === 'completed';
}

/**
 * Contests the trade. Of a credit, `contested_cents` are blocked; null: all that is left of it.
 */
export function disputeTrade(
  world: World,
  trade: Trade,
  { contested_cents, state_reason }: { contested_cents: bigint | null } & Reason,
  cause: Omit<Cause, 'act'>,
): Change[] {
  const patch = { state: 'disputed' as const, state_reason, disputed_from: trade.state };
  const changes = changeTrade(trade, patch, { ...cause, act: 'dispute' }, world.now);
  if (!isCredited(trade)) return changes;
  const left = trade.amount_cents - trade.recalled_amount_cents;
  return [...changes, ...blockContested(world, trade, contested_cents ?? left)];
}

/**
 * The merchant gives back a part of a disputed credit, and the dispute ends. All of it reverses the
 * pay-in. Money of its lines that nobody is credited with any more goes to suspense.
 */
export function chargeBack(
  world: World,
  trade: Trade,
  part_cents: bigint,
  given: Omit<Cause, 'act'>,
): Change[] {
  const cause = { ...given, act: 'resolve' as const };
  const recalled_amount_cents = trade.recalled_amount_cents + part_cents;
  if (recalled_amount_cents === trade.amount_cents) {
    return reverseAndFree(world, trade, { state_reason: 'payment_not_found' }, cause);
  }
  const { received_amount_cents: received, amount_cents } = trade;
  const credited = amount_cents - recalled_amount_cents;
  const free_cents = received > credited ? received - credited : 0n;
  const patch = {
    state: 'completed' as const,
    state_reason: null,
    disputed_from: null,
    recalled_amount_cents,
    received_amount_cents: received - free_cents,
  };
  const { command_id } = cause;
  return [
    ...changeTrade(trade, patch, cause, world.now),
    ...undoTrade(world, trade, 'payin_dispute_won'),
    recallEntry(world, trade, recalled_amount_cents, 'dispute'),
    ...freeMoney(world, trade, free_cents, { reason: 'credit_reversed', command_id }),
  ];
}

function dispute(world: World, command: ActOnTrade, trade: Trade): Verdict {
  const state_reason = command.reason ?? trade.state_reason;
  const all = { contested_cents: null, state_reason };
  return decided(trade, disputeTrade(world, trade, all, command));
}

function refuseAmountHere(): Refusal {
  const message = 'is for resolving to completed a pay-in that was not credited';
  return refuseFields([{ field: 'amount_cents', code: 'not_allowed', message }]);
}

/**
 * If a pay-out's bank line was taken away, the person who resolves the dispute may have to give the
 * UTR.
 */
const toldBy = ({ utr }: ActOnTrade, trade: Trade) =>
  trade.direction === 'payout' && trade.utr === null ? { utr } : {};

function refuseFailedPayout({ state }: Trade): Refusal {
  const detail = 'A pay-out that was paid cannot fail. If its money came back, reverse it.';
  return refuse('act_not_allowed', detail, { extra: { act: 'resolve', state } });
}

function failDisputed(
  world: World,
  trade: Trade,
  state_reason: StateReason | null,
  cause: Cause & { act: 'resolve' },
): Verdict {
  if (trade.direction === 'payout') return refuseFailedPayout(trade);
  if (isCredited(trade)) {
    // The merchant may have acted on the credit, so that it is reversed, and the record shows it.
    const reversed = { state_reason: state_reason ?? ('payment_not_found' as const) };
    return decided(trade, reverseAndFree(world, trade, reversed, cause));
  }
  const patch = { disputed_from: null, state_reason, received_amount_cents: 0n };
  const changes = changeTrade(trade, { ...patch, state: 'failed' }, cause, world.now);
  return decided(trade, [...changes, ...returnLines(world, trade)]);
}

export function resolveTrade(world: World, command: ActOnTrade, trade: Trade): Verdict {
  const cause = { ...command, act: 'resolve' as const };
  const state = command.outcome ?? trade.disputed_from ?? 'completed';
  const state_reason = state === 'completed' ? null : (command.reason ?? trade.state_reason);
  const settled = { disputed_from: null, state_reason };
  if (state === 'completed' && trade.direction === 'payin' && !isCredited(trade)) {
    const amount_cents = command.amount_cents ?? creditOf(trade);
    if (!isCreditable(trade, amount_cents)) return refuseAmount();
    const before = { ...trade, disputed_from: null };
    return decided(trade, creditPayin(world, before, amount_cents, cause));
  }
  if (command.amount_cents !== null) return refuseAmountHere();
  if (state === 'failed') return failDisputed(world, trade, state_reason, cause);
  const changes = changeTrade(
    trade,
    { ...settled, ...toldBy(command, trade), state },
    cause,
    world.now,
  );
  const won = isCredited(trade) ? undoTrade(world, trade, 'payin_dispute_won') : [];
  return decided(trade, [...changes, ...won]);
}

/** Reverses a trade: the change of state, and the entries that take or give back its money. */
export function reverseTrade(
  world: World,
  trade: Trade,
  patch: Pick<TradeStanding, 'state_reason'> & Partial<TradeStanding>,
  cause: Omit<Cause, 'act'> & { act?: 'unmatch' | 'resolve' },
): Change[] {
  const reversed = { ...patch, state: 'reversed' as const, disputed_from: null };
  const act = cause.act ?? 'reverse';
  const changes = changeTrade(trade, reversed, { ...cause, act }, world.now);
  if (trade.direction === 'payout') {
    return [...changes, ...undoTrade(world, trade, 'payout_reversed')];
  }
  return [
    ...changes,
    ...undoTrade(world, trade, 'payin_dispute_won'),
    ...undoTrade(world, trade, 'payin_reversed'),
  ];
}

/** Reverses a pay-in without a bank line: the money that it received is nobody's again. */
export function reverseAndFree(
  world: World,
  trade: Trade,
  patch: Pick<TradeStanding, 'state_reason'> & Partial<TradeStanding>,
  cause: Omit<Cause, 'act'> & { act?: 'unmatch' | 'resolve' },
  without?: string,
): Change[] {
  const { received_amount_cents = trade.received_amount_cents } = patch;
  const { command_id } = cause;
  const free = { reason: 'credit_reversed' as const, command_id };
  return [
    ...reverseTrade(world, trade, { ...patch, received_amount_cents: 0n }, cause),
    ...freeMoney(world, trade, received_amount_cents, without ? { ...free, without } : free),
  ];
}

function reverse(world: World, command: ActOnTrade, trade: Trade): Verdict {
  if (trade.direction === 'payin' && !isCredited(trade)) return refuseAct(trade, 'reverse');
  const state_reason = command.reason ?? ('bank_returned' as const);
  const { act: _, ...cause } = command;
  if (trade.direction === 'payout') {
    return decided(trade, reverseTrade(world, trade, { state_reason }, cause));
  }
  return decided(trade, reverseAndFree(world, trade, { state_reason }, cause));
}

/** Null if the act does not belong to a dispute. */
export function actOnDispute(world: World, command: ActOnTrade, trade: Trade): Verdict | null {
  if (command.act === 'dispute') return dispute(world, command, trade);
  if (command.act === 'resolve') return resolveTrade(world, command, trade);
  if (command.act === 'reverse') return reverse(world, command, trade);
  return null;
}
