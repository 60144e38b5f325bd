// The facts on which a batch is decided; each command sees the changes of those before it.

import { accountKey } from '../ledger/ledger.ts';
import { type Bands, NO_BANDS } from '../record/band.ts';
import type { BankLine, LineActRecord, LineRecord } from '../record/bank-line.ts';
import type { Sums } from '../record/counted-act.ts';
import type { CreditHold, HoldTerms } from '../record/credit-hold.ts';
import { type Dispute, isBinding } from '../record/dispute-record.ts';
import type { FeedDay, Habits } from '../record/feed-bounds.ts';
import type { LineKey } from '../record/line-identity.ts';
import { isOpenAttempt, type PayoutAttempt, type PayoutBatch } from '../record/payout-attempt.ts';
import type { Proposal } from '../record/proposal.ts';
import type { AccountDay, ReceivingAccount, Reservation } from '../record/receiving-account.ts';
import type { Settlement } from '../record/settlement-record.ts';
import type { Tie } from '../record/tie.ts';
import type { Trade } from '../record/trade.ts';
import { type AccountDays, dayIn } from './account-days.ts';
import type { Books } from './books.ts';
import type { Adjustment, OrMissing, UtrClaim } from './decision.ts';

/** A customer's pay-in of the last day, read only if its merchant limits customers. */
export type ClientPayin = {
  trade_id: string;
  amount_cents: bigint;
  currency: string;
  created_at: number;
  open: boolean;
};

/**
 * By command: the accounts that were examined, each only with the requested amount. Absent if all
 * of the command's accounts and amounts were read.
 */
export type LookedAt = ReadonlyMap<string, readonly ReceivingAccount[]>;

export type World = Books & {
  /** The database's clock at the start of the batch, epoch milliseconds. */
  now: number;
  trades: Map<string, Trade>;
  /** By orderKey. */
  orders: Map<string, string>;
  /**
   * Reservations by trade id; `slots` lists trade ids by account and amount, `references` by
   * reference.
   */
  reservations: Map<string, Reservation>;
  slots: Map<string, Set<string>>;
  references: Map<string, Set<string>>;
  /** For these slots only the reservations named by a bank line were loaded (narrow-slots.ts). */
  narrowed_slots: ReadonlySet<string>;
  /** By receiving account: its counters of the batch's day; no decision needs other days. */
  account_days: AccountDays;
  /** By merchantDayKey: the merchant's part of the counters, for accounts with a daily limit. */
  merchant_days: AccountDays;
  /** By merchant, only if the merchant's number of open pay-ins is capped and it opens some. */
  open_payins: Map<string, number>;
  /** True if several merchants use the same receiving accounts. */
  is_shared: boolean;
  looked_at: LookedAt;
  /** Whether the unsent pay-outs that pay-ins of the batch funded were read. */
  has_funded: boolean;
  /** Active claims by UTR. */
  claims: Map<string, UtrClaim[]>;
  /** UTRs, among those that are needed, of lines that paid trades of removed months. */
  past_utrs: ReadonlySet<string>;
  lines: Map<string, LineRecord>;
  lines_by_key: Map<string, string>;
  /** Ids of lines by account and amount (slotKey), in the order of `lines`. */
  lines_by_amount: Map<string, Set<string>>;
  /** Acts of people on lines, by the id of their command. */
  line_acts: Map<string, LineActRecord>;
  /** The counters of feeds today, by feedDayKey. */
  feed_days: Map<string, FeedDay>;
  /** The usual lines of receiving accounts, only for accounts whose lines a feed delivers. */
  habits: Map<string, Habits>;
  adjustments: Map<string, Adjustment>;
  clients: Map<string, ClientPayin[]>;
  /** By merchant, only for merchants with a settlement delay or a reserve. */
  hold_terms: ReadonlyMap<string, HoldTerms>;
  /** By holdKey. */
  holds: Map<string, CreditHold>;
  /** By id: those that bind a trade of the batch, and all of trades whose disputes are needed. */
  disputes: Map<string, Dispute>;
  settlements: Map<string, Settlement>;
  /** By attempt; `attempts_of` lists ids by trade. Complete for every locked pay-out. */
  attempts: Map<string, PayoutAttempt>;
  attempts_of: Map<string, Set<string>>;
  payout_batches: Map<string, PayoutBatch>;
  /** The number of pay-outs in a batch, only for batches that are to be filled. */
  payout_counts: Map<string, number>;
  /** From which amounts a second person is needed. */
  bands: Bands;
  /** What was done alone within a day, for the sums in which the commands may count. */
  /** Null: the control cell, which adds them up for all cells, cannot be reached. */
  sums: Sums | null;
  /** The proposals that the commands carry out. */
  proposals: Map<string, Proposal>;
  /** Of people; read only with proposals. */
  ties: readonly Tie[];
};

export const orderKey = (merchant_id: string, order_id: string) => `${merchant_id}/${order_id}`;
export const slotKey = (receiving_account_id: string, amount_cents: bigint) =>
  `${receiving_account_id}/${amount_cents}`;
export const clientKey = (merchant_id: string, client_id: string) => `${merchant_id}/${client_id}`;
export const lineKey = (line: LineKey) => `${line.receiving_account_id}/${line.line_key}`;

export function emptyWorld(now: number): World {
  return {
    now,
    trades: new Map(),
    orders: new Map(),
    reservations: new Map(),
    slots: new Map(),
    references: new Map(),
    narrowed_slots: new Set(),
    account_days: new Map(),
    merchant_days: new Map(),
    open_payins: new Map(),
    is_shared: false,
    looked_at: new Map(),
    has_funded: true,
    claims: new Map(),
    past_utrs: new Set(),
    lines: new Map(),
    lines_by_key: new Map(),
    lines_by_amount: new Map(),
    line_acts: new Map(),
    feed_days: new Map(),
    habits: new Map(),
    balances: new Map(),
    posted: new Map(),
    adjustments: new Map(),
    clients: new Map(),
    hold_terms: new Map(),
    holds: new Map(),
    disputes: new Map(),
    settlements: new Map(),
    attempts: new Map(),
    attempts_of: new Map(),
    payout_batches: new Map(),
    payout_counts: new Map(),
    bands: NO_BANDS,
    sums: new Map(),
    proposals: new Map(),
    ties: [],
  };
}

function addTo(sets: Map<string, Set<string>>, key: string, value: string): void {
  const set = sets.get(key) ?? new Set();
  sets.set(key, set.add(value));
}

export function putTrade(world: World, trade: Trade): void {
  world.trades.set(trade.trade_id, trade);
  world.orders.set(orderKey(trade.merchant_id, trade.order_id), trade.trade_id);
}

export function putReservation(world: World, reservation: Reservation): void {
  const { trade_id } = reservation;
  world.reservations.set(trade_id, reservation);
  addTo(world.slots, slotKey(reservation.receiving_account_id, reservation.amount_cents), trade_id);
  addTo(world.references, reservation.reference, trade_id);
}

export function putLine(world: World, record: LineRecord): void {
  const { line } = record;
  world.lines.set(line.bank_line_id, record);
  world.lines_by_key.set(lineKey(line), line.bank_line_id);
  addTo(
    world.lines_by_amount,
    slotKey(line.receiving_account_id, line.amount_cents),
    line.bank_line_id,
  );
}

export function putAttempt(world: World, attempt: PayoutAttempt): void {
  world.attempts.set(attempt.payout_attempt_id, attempt);
  addTo(world.attempts_of, attempt.trade_id, attempt.payout_attempt_id);
}

export function attemptsOf(world: World, trade_id: string): PayoutAttempt[] {
  const ids = [...(world.attempts_of.get(trade_id) ?? [])];
  return ids.flatMap((id) => world.attempts.get(id) ?? []);
}

export function openAttempt(world: World, trade_id: string): PayoutAttempt | undefined {
  return attemptsOf(world, trade_id).find(isOpenAttempt);
}

/** The dispute because of which the trade is `disputed`. */
export function disputeOf(world: World, trade_id: string): Dispute | undefined {
  return [...world.disputes.values()].find((one) => one.trade_id === trade_id && isBinding(one));
}

export function dayFor(world: World, receiving_account_id: string, day: number): AccountDay {
  return dayIn(world.account_days, receiving_account_id, { receiving_account_id, day });
}

export function balanceOf(world: World, book: string, account: string, currency: string): bigint {
  return world.balances.get(accountKey(book, account, currency)) ?? 0n;
}

/** The pay-ins of an amount on an account, unless only some of them were read. */
export function inSlot(
  world: World,
  { receiving_account_id, amount_cents }: Pick<BankLine, 'receiving_account_id' | 'amount_cents'>,
): OrMissing<ReadonlySet<string>> {
  const slot = slotKey(receiving_account_id, amount_cents);
  if (world.narrowed_slots.has(slot)) return { facts_missing: `all pay-ins of slot ${slot}` };
  return world.slots.get(slot) ?? new Set();
}

/** Whether an open (or just closed) exclusive reservation holds this amount on this account. */
export function isTaken(world: World, receiving_account_id: string, amount_cents: bigint): boolean {
  for (const trade_id of world.slots.get(slotKey(receiving_account_id, amount_cents)) ?? []) {
    const reservation = world.reservations.get(trade_id);
    if (reservation === undefined) continue;
    if (reservation.free_at === null || reservation.free_at > world.now) return true;
  }
  return false;
}
