// Pay-ins: creation, assignment of a receiving account, and acts of people and timers on them.

import { MINUTE_MS } from '../../lib/durations.ts';
import { counted } from '../account/account-count.ts';
import { retryAfter } from '../account/retry-account.ts';
import { dayIn, merchantDayKey } from '../batch/account-days.ts';
import type { ActOnTrade, AssignAccount, CreatePayin } from '../batch/command.ts';
import { type Change, isMissing, type OrMissing, type Verdict } from '../batch/decision.ts';
import { dayFor, isTaken, type World } from '../batch/world.ts';
import { returnLines } from '../line/line-outcome.ts';
import { clientLimitBroken } from '../merchant/client-limits.ts';
import { capsOf, isBeyondPart, openPayinsBroken } from '../merchant/merchant-caps.ts';
import { hasClientLimits, type Merchant } from '../record/merchant.ts';
import {
  type AccountChoice,
  chooseAccount,
  epochDay,
  hasDailyLimit,
  type MissReason,
} from '../record/receiving-account.ts';
import { type Trade, waysOut } from '../record/trade.ts';
import { LIMITS } from '../service/limits.ts';
import { isRefusal, type Refusal, refuse } from '../service/refusal.ts';
import { referenceOf } from '../values/reference.ts';
import { amountPatch, creditOf, creditPayin, refuseAmount } from './complete-payin.ts';
import { created, findOrder, foundOrder, newTrade, refuseCurrency } from './create-trade.ts';
import { isCreditable } from './trade-amounts.ts';
import { changeTrade, decided, declinedBy, nothingToDo, refuseAct } from './trade-change.ts';

type Chosen = Exclude<AccountChoice, { missed: string }>;

function choose(
  world: World,
  command: Pick<CreatePayin, 'accounts' | 'command_id' | 'merchant'>,
  amount_cents: bigint,
): OrMissing<Chosen | Refusal> {
  const { merchant_id, settings } = command.merchant;
  const caps = capsOf(settings, world.is_shared);
  const looked_at = world.looked_at.get(command.command_id);
  const choice = chooseAccount({
    accounts: looked_at ?? command.accounts,
    amount_cents,
    now: world.now,
    shift_allowed: command.merchant.settings.amount_shift,
    dayFor: (id) => dayFor(world, id, epochDay(world.now)),
    isTaken: (id, amount) => isTaken(world, id, amount),
    isBeyondPart: (account, amount) => {
      // Checked for every account of every pay-in, so accounts without a limit return early.
      if (!hasDailyLimit(account)) return false;
      const { receiving_account_id } = account;
      const key = merchantDayKey(merchant_id, receiving_account_id);
      const of = { receiving_account_id, day: epochDay(world.now) };
      const used = dayIn(world.merchant_days, key, of);
      return isBeyondPart(account, caps, used, amount);
    },
  });
  const is_missed = 'missed' in choice;
  const is_best = !is_missed && choice.exclusive && choice.amount_cents === amount_cents;
  if (looked_at !== undefined && !is_best) {
    return { facts_missing: 'accounts that may fit better' };
  }
  if (!is_missed) return choice;
  return noAccount(choice.missed, retryAfter(command.accounts, amount_cents, world.now));
}

/** `retry_after` is set only if waiting helps. */
function noAccount(reason: MissReason, wait_s: number | null): Refusal {
  const code = 'no_receiving_account_available';
  if (wait_s === null) {
    const detail = 'No receiving account takes this amount of this type and currency.';
    return refuse(code, detail, { extra: { retryable: false, reason } });
  }
  return refuse(code, 'No receiving account can take this amount right now.', {
    extra: { retry_after: wait_s, reason },
    retry_after_s: wait_s,
  });
}

/** The reservation of the account assigned to a pay-in. */
function reserve(trade: Trade, chosen: Chosen): Change[] {
  const { receiving_account_id } = chosen.account;
  const { amount_cents } = chosen;
  return [
    {
      kind: 'reserved',
      reservation: {
        receiving_account_id,
        amount_cents,
        merchant_id: trade.merchant_id,
        trade_id: trade.trade_id,
        reference: referenceOf(trade.trade_id),
        exclusive: chosen.exclusive,
        free_at: null,
      },
    },
  ];
}

const lifeOf = (merchant: Merchant) => merchant.settings.payin_life_minutes * MINUTE_MS;

/**
 * A pay-in becomes pending with an account at once, or stays created if the page assigns the
 * account.
 */
export function decidePayin(world: World, command: CreatePayin): OrMissing<Verdict> {
  const existing = findOrder(world, command);
  if (isRefusal(existing)) return existing;
  if (existing !== null) return foundOrder(command, existing);
  const open = world.open_payins.get(command.merchant.merchant_id) ?? 0;
  const refused =
    refuseCurrency(command) ??
    clientLimitBroken(world, command) ??
    openPayinsBroken(command.merchant, world.is_shared, open);
  if (refused !== null) return refused;
  const { settings } = command.merchant;
  const chosen = settings.deferred_assignment ? null : choose(world, command, command.amount_cents);
  if (isRefusal(chosen) || isMissing(chosen)) return chosen;
  const trade = newTrade(command, world.now, {
    state: chosen === null ? 'created' : 'pending',
    amount_cents: chosen?.amount_cents ?? command.amount_cents,
    receiving_account_id: chosen?.account.receiving_account_id ?? null,
    exclusive: chosen?.exclusive ?? false,
    expires_at: world.now + lifeOf(command.merchant),
  });
  if (isRefusal(trade)) return trade;
  const changes: Change[] = [created(command, trade), ...counted(null, trade)];
  if (chosen !== null) changes.push(...reserve(trade, chosen));
  if (hasClientLimits(settings)) changes.push({ kind: 'client_used', trade });
  return decided(trade, changes);
}

/** The customer has opened the page of a deferred pay-in: it gets its account and its timer. */
export function assignAccount(
  world: World,
  command: AssignAccount,
  trade: Trade,
): OrMissing<Verdict> {
  if (trade.state === 'pending') return nothingToDo(trade);
  if (waysOut(trade.direction, 'assign', trade.state).length === 0) {
    return refuseAct(trade, 'assign');
  }
  const chosen = choose(world, command, trade.amount_cents);
  if (isRefusal(chosen) || isMissing(chosen)) return chosen;
  const patch = {
    state: 'pending' as const,
    ...amountPatch(trade, chosen.amount_cents),
    receiving_account_id: chosen.account.receiving_account_id,
    exclusive: chosen.exclusive,
    expires_at: world.now + lifeOf(command.merchant),
  };
  const changes = changeTrade(trade, patch, { ...command, act: 'assign' }, world.now);
  return decided(trade, [...changes, ...reserve(trade, chosen)]);
}

function confirm(world: World, command: ActOnTrade, trade: Trade): Verdict {
  const amount_cents = command.amount_cents ?? creditOf(trade);
  if (!isCreditable(trade, amount_cents)) return refuseAmount();
  return decided(trade, creditPayin(world, trade, amount_cents, { ...command, act: 'confirm' }));
}

/** An expiry later than any pay-in can have was set by a clock that ran ahead. */
function isOver({ expires_at }: Trade, now: number): boolean {
  if (expires_at === null) return false;
  return expires_at <= now || expires_at > now + LIMITS.payin_life_max_ms;
}

function expire(world: World, command: ActOnTrade, trade: Trade): Verdict {
  if (command.at_once !== true && !isOver(trade, world.now)) return refuseAct(trade, 'expire');
  const patch = { state: 'expired' as const, state_reason: 'timeout' as const };
  return decided(trade, changeTrade(trade, patch, { ...command, act: 'expire' }, world.now));
}

function fail(world: World, command: ActOnTrade, trade: Trade): Verdict {
  const patch = {
    state: 'failed' as const,
    state_reason: command.reason ?? ('payment_not_found' as const),
    received_amount_cents: 0n,
  };
  const changes = changeTrade(trade, patch, { ...command, act: 'fail' }, world.now);
  return decided(trade, [...changes, ...returnLines(world, trade)]);
}

function cancel(world: World, command: ActOnTrade, trade: Trade): Verdict {
  const patch = { state: 'canceled' as const, state_reason: declinedBy(command.actor) };
  return decided(trade, changeTrade(trade, patch, { ...command, act: 'cancel' }, world.now));
}

const ACTS = { confirm, expire, fail, cancel };

/** An act of a person or a timer on a pay-in; the caller has checked that the table allows it. */
export function actOnPayin(world: World, command: ActOnTrade, trade: Trade): Verdict {
  const { act } = command;
  if (act === 'confirm' || act === 'expire' || act === 'fail' || act === 'cancel') {
    return ACTS[act](world, command, trade);
  }
  return refuseAct(trade, act);
}
