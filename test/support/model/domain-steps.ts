// Compares every change of a decision with the state before it: the rules of each step.
import assert from 'node:assert/strict';
import type { Change, TradeEvent } from '../../../server/domain/batch/decision.ts';
import {
  clientKey,
  emptyWorld,
  putAttempt,
  putLine,
  putReservation,
  putTrade,
  type World,
} from '../../../server/domain/batch/world.ts';
import {
  accountKey,
  accountSide,
  type EntryDraft,
  HOUSE_BOOK,
} from '../../../server/domain/ledger/ledger.ts';
import type { LineOutcome } from '../../../server/domain/record/bank-line.ts';
import { hasClientLimits } from '../../../server/domain/record/merchant.ts';
import { isOpen } from '../../../server/domain/record/state-sets.ts';
import { finality, type Trade, waysOut } from '../../../server/domain/record/trade.ts';
import { MERCHANTS } from './domain-model.ts';

export type Follower = { follow(changes: readonly Change[], now: number): void };

function sumsToZero(entry: EntryDraft): void {
  const sums = new Map<string, bigint>();
  for (const { currency, amount_cents } of entry.postings) {
    assert.notEqual(amount_cents, 0n, `${entry.act} has an empty leg`);
    sums.set(currency, (sums.get(currency) ?? 0n) + amount_cents);
  }
  assert.ok(entry.postings.length >= 2, `${entry.act} has ${entry.postings.length} legs`);
  for (const [currency, sum] of sums) assert.equal(sum, 0n, `${entry.act} in ${currency}`);
}

const MAY_OVERDRAW =
  /^(?:payin_(?:disputed|recalled|reversed)|payout_charged|difference_(?:charged|undone))$/;

function checkGuarded(entry: EntryDraft, before: bigint, delta: bigint, account: string): void {
  const after = before + delta;
  if (after >= 0n || delta > 0n) return;
  assert.equal(account, 'available', `${entry.act} leaves ${account} at ${after}`);
  assert.ok(entry.overdraft, `${entry.act} leaves available at ${after}`);
  assert.match(entry.act, MAY_OVERDRAW);
}

const TERMS = [
  'merchant_id',
  'trade_id',
  'order_id',
  'direction',
  'currency',
  'requested_amount_cents',
  'percent',
  'exchange_rate',
  'settlement_currency',
  'fingerprint',
  'page_key_id',
  'created_at',
] as const;

function checkEvent(before: Trade | undefined, trade: Trade, event: TradeEvent): void {
  const from = before?.state ?? 'new';
  const ways = waysOut(trade.direction, event.act, from);
  assert.ok(ways.includes(trade.state), `${trade.direction} ${from} ${event.act} ${trade.state}`);
  assert.equal(trade.sequence, (before?.sequence ?? 0) + 1);
  assert.equal(event.sequence, trade.sequence);
  for (const [name, value] of Object.entries(event.standing)) {
    assert.deepEqual(value, trade[name as keyof Trade], name);
  }
  assert.ok(trade.changed_at >= (before?.changed_at ?? 0), 'time runs backwards');
  for (const name of before === undefined ? [] : TERMS) {
    assert.deepEqual(trade[name], before?.[name], `${name} was frozen`);
  }
  const rests = finality(trade.direction, trade.state) !== 'no';
  assert.equal(trade.final_at !== null, rests, `final_at of ${trade.state}`);
  assert.equal(trade.disputed_from !== null, trade.state === 'disputed');
}

export function follower(): Follower {
  const trades = new Map<string, Trade>();
  const sums = new Map<string, bigint>();
  const lines = new Map<string, LineOutcome['status']>();

  const post = (entry: EntryDraft) => {
    sumsToZero(entry);
    for (const { account, currency, amount_cents } of entry.postings) {
      accountSide(account);
      const key = accountKey(entry.book, account, currency);
      const before = sums.get(key) ?? 0n;
      if (entry.book !== HOUSE_BOOK && /^(?:available|blocked)$/.test(account)) {
        checkGuarded(entry, before, amount_cents, account);
      }
      sums.set(key, before + amount_cents);
    }
  };

  const step = (change: Change) => {
    if (change.kind === 'entry') post(change.entry);
    if (change.kind === 'trade_created' || change.kind === 'trade_changed') {
      const before = trades.get(change.trade.trade_id);
      assert.equal(before === undefined, change.kind === 'trade_created');
      checkEvent(before, change.trade, change.event);
      trades.set(change.trade.trade_id, change.trade);
    }
    if (change.kind === 'line_added') {
      const { line, outcome } = change.record;
      assert.ok(!lines.has(line.bank_line_id), 'a line was added twice');
      lines.set(line.bank_line_id, outcome.status);
    }
    if (change.kind === 'line_moved') {
      const { bank_line_id, status } = change.outcome;
      assert.equal(lines.get(bank_line_id), change.from, 'a line is not where it was');
      const is_kept = change.outcome.reason === 'kept';
      assert.ok(status !== change.from || is_kept, 'a line was moved to where it is');
      lines.set(bank_line_id, status);
    }
  };

  return {
    follow(changes) {
      for (const change of changes) step(change);
    },
  };
}

function clientsOf(world: World): World['clients'] {
  const limited = MERCHANTS.filter((merchant) => hasClientLimits(merchant.settings));
  const ids = new Set(limited.map((merchant) => merchant.merchant_id));
  const clients: World['clients'] = new Map();
  for (const trade of world.trades.values()) {
    if (trade.direction !== 'payin' || !ids.has(trade.merchant_id)) continue;
    const key = clientKey(trade.merchant_id, trade.client_id);
    const { trade_id, currency, created_at, requested_amount_cents: amount_cents } = trade;
    const payin = { trade_id, amount_cents, currency, created_at, open: isOpen(trade) };
    clients.set(key, [...(clients.get(key) ?? []), payin]);
  }
  return clients;
}

/** The same facts, read again from the stored state as the next batch would read them. */
export function readAgain(world: World, now: number): World {
  const next = emptyWorld(now);
  for (const trade of world.trades.values()) putTrade(next, trade);
  for (const reservation of world.reservations.values()) putReservation(next, reservation);
  for (const record of world.lines.values()) putLine(next, record);
  for (const [utr, claims] of world.claims) if (claims.length > 0) next.claims.set(utr, claims);
  for (const [key, amount] of world.balances) if (amount !== 0n) next.balances.set(key, amount);
  for (const [trade_id, posted] of world.posted) next.posted.set(trade_id, posted);
  for (const day of world.account_days.values()) {
    next.account_days.set(day.receiving_account_id, day);
  }
  for (const adjustment of world.adjustments.values()) {
    next.adjustments.set(adjustment.adjustment_id, adjustment);
  }
  next.disputes = new Map(world.disputes);
  for (const act of world.line_acts.values()) next.line_acts.set(act.command_id, act);
  for (const attempt of world.attempts.values()) putAttempt(next, attempt);
  for (const batch of world.payout_batches.values()) {
    next.payout_batches.set(batch.payout_batch_id, batch);
  }
  next.clients = clientsOf(next);
  return next;
}
