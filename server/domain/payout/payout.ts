// Pay-outs: the hold at creation, and the acts that turn it into a debit or release it.

import type { ActOnTrade, CreatePayout } from '../batch/command.ts';
import type { Change, Verdict } from '../batch/decision.ts';
import { undoTrade } from '../batch/entries.ts';
import { balanceOf, type World } from '../batch/world.ts';
import type { Trade, TradeTerms } from '../record/trade.ts';
import { isRefusal, refuse, refuseFields } from '../service/refusal.ts';
import { created, findOrder, foundOrder, newTrade, refuseCurrency } from '../trade/create-trade.ts';
import { tradeEntry } from '../trade/trade-amounts.ts';
import { changeTrade, decided, declinedBy, type Patch, refuseAct } from '../trade/trade-change.ts';

/** Places the hold (amount and fee) in the decision that creates the pay-out; never below zero. */
export function decidePayout(world: World, command: CreatePayout): Verdict {
  const existing = findOrder(world, command);
  if (isRefusal(existing)) return existing;
  if (existing !== null) return foundOrder(command, existing);
  return refuseCurrency(command) ?? placePayout(world, command);
}

/**
 * A new pay-out with its hold, if the balance suffices; `link` ties it to its purpose. `free` gives
 * the changes that unblock money for it.
 */
export function placePayout(
  world: World,
  command: CreatePayout,
  link: Partial<Pick<TradeTerms, 'refund_of' | 'settlement_id'>> = {},
  free: (amount_cents: bigint) => readonly Change[] = () => [],
): Verdict {
  const plain = newTrade(command, world.now, {
    state: 'created',
    amount_cents: command.amount_cents,
    receiving_account_id: null,
    exclusive: false,
    expires_at: null,
  });
  if (isRefusal(plain)) return plain;
  const trade = { ...plain, ...link };
  const { merchant_id, balance_currency } = command.merchant;
  const freed = free(trade.settlement_amount_cents);
  const available =
    balanceOf(world, merchant_id, 'available', balance_currency) +
    postedTo(freed, 'available', balance_currency);
  if (available < trade.settlement_amount_cents) {
    return refuse('insufficient_funds', 'The balance is too small for this pay-out and its fee.', {
      errors: [{ field: 'amount_cents', code: 'range', message: 'is more than the balance holds' }],
    });
  }
  const held = tradeEntry('payout_held', trade);
  return decided(trade, [...freed, created(command, trade), held]);
}

function postedTo(changes: readonly Change[], account: string, currency: string): bigint {
  const postings = changes.flatMap((change) =>
    change.kind === 'entry' ? change.entry.postings : [],
  );
  return postings
    .filter((leg) => leg.account === account && leg.currency === currency)
    .reduce((total, leg) => total + leg.amount_cents, 0n);
}

function move(
  world: World,
  command: ActOnTrade,
  trade: Trade,
  patch: Patch,
  entries: readonly Change[] = [],
): Verdict {
  const changes = changeTrade(trade, patch, { ...command, act: command.act }, world.now);
  return decided(trade, [...changes, ...entries]);
}

/** The pay-out did not succeed: its hold is released. */
function end(world: World, command: ActOnTrade, trade: Trade, patch: Patch): Verdict {
  return move(world, command, trade, patch, undoTrade(world, trade, 'payout_released'));
}

function complete(world: World, command: ActOnTrade, trade: Trade): Verdict {
  if (command.utr === null) {
    return refuseFields([{ field: 'utr', code: 'required', message: 'is required' }]);
  }
  const patch = { state: 'completed' as const, state_reason: null, utr: command.utr };
  return move(world, command, trade, patch, [tradeEntry('payout_completed', trade)]);
}

/**
 * An act of an operator or a merchant on a pay-out; the caller has checked that the table allows
 * it.
 */
export function actOnPayout(world: World, command: ActOnTrade, trade: Trade): Verdict {
  switch (command.act) {
    case 'take':
      return move(world, command, trade, { state: 'processing' });
    case 'release': {
      // The person who takes it next names the account that pays.
      const patch = { state: 'created' as const, receiving_account_id: null };
      return move(world, command, trade, patch);
    }
    case 'complete':
      return complete(world, command, trade);
    case 'fail': {
      const state_reason = command.reason ?? 'beneficiary_rejected';
      return end(world, command, trade, { state: 'failed', state_reason });
    }
    case 'cancel': {
      const state_reason = declinedBy(command.actor);
      return end(world, command, trade, { state: 'canceled', state_reason });
    }
    default:
      return refuseAct(trade, command.act);
  }
}
