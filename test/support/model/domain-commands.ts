// Commands and facts for tests of the rules: each builder makes a complete one, and a test passes
// only the fields that matter to it.

import type {
  ActOnTrade,
  Adjust,
  AssignAccount,
  AttachUtr,
  CreatePayin,
  CreatePayout,
  CreateRefund,
  RematchLine,
  Review,
  ReviewLine,
  TakeLine,
  TradeAct,
} from '../../../server/domain/batch/command.ts';
import { type BankLine, NO_DETAILS } from '../../../server/domain/record/bank-line.ts';
import {
  DEFAULT_SETTINGS,
  type Merchant,
  type MerchantSettings,
} from '../../../server/domain/record/merchant.ts';
import type { Actor } from '../../../server/domain/record/origin.ts';
import type { ReceivingAccount } from '../../../server/domain/record/receiving-account.ts';
import type { Trade } from '../../../server/domain/record/trade.ts';
import { type Decimal, parseDecimal } from '../../../server/domain/values/decimal.ts';

export const START = Date.UTC(2026, 0, 5, 12);
export const MINUTE = 60_000;
export const HOUR = 60 * MINUTE;
export const DAY = 24 * HOUR;

/** Ids that look like the service's own and sort by their numbers. */
export function idOf(kind: number, number: number): string {
  const time = (START + number * 8).toString(16).padStart(12, '0');
  const tail = (number * 7_919 + kind).toString(16).padStart(12, '0');
  return `${time.slice(0, 8)}-${time.slice(8)}-7000-8${kind.toString(16).padStart(3, '0')}-${tail}`;
}

let last = 0;
function nextId(): string {
  last += 1;
  return idOf(0xfff, last);
}

export function decimal(text: string): Decimal {
  const value = parseDecimal(text);
  if (value === null) throw new Error(`Not a decimal: ${text}`);
  return value;
}

export function merchantWith(
  settings: Partial<MerchantSettings> = {},
  merchant: Partial<Omit<Merchant, 'settings'>> = {},
): Merchant {
  return {
    merchant_id: idOf(1, 1),
    name: 'Shop',
    balance_currency: 'INR',
    is_house: false,
    created_at: START,
    ...merchant,
    settings: { ...DEFAULT_SETTINGS, ...settings },
  };
}

export function accountWith(fields: Partial<ReceivingAccount> = {}): ReceivingAccount {
  return {
    receiving_account_id: idOf(2, 1),
    type: 'account',
    currency: 'INR',
    name: 'Operator',
    number: '50100012345678',
    bank_name: 'Test Bank',
    min_amount_cents: null,
    max_amount_cents: null,
    daily_count_limit: null,
    daily_amount_limit_cents: null,
    active_from_minute: null,
    active_to_minute: null,
    weight: 1,
    exclusive_only: false,
    enabled: true,
    simulated: false,
    created_at: START,
    ...fields,
  };
}

export const MERCHANT_ACTOR: Actor = { role: 'merchant', id: idOf(3, 1) };
export const OPERATOR_ACTOR: Actor = { role: 'operator', id: idOf(3, 2) };
const SERVICE_ACTOR: Actor = { role: 'service', id: null };

function createFields() {
  const trade_id = nextId();
  return {
    command_id: nextId(),
    actor: MERCHANT_ACTOR,
    merchant: merchantWith(),
    trade_id,
    page_key_id: 3,
    fingerprint: `content of ${trade_id}`,
    order_id: `order of ${trade_id}`,
    order_id_as_sent: null,
    type: 'account',
    currency: 'INR',
    amount_cents: 10_000n,
    client_id: 'client-1',
    callback_url: null,
    return_url: null,
    description: null,
    metadata: null,
    percent: decimal('0'),
    rate: null,
  };
}

export function payin(fields: Partial<CreatePayin> = {}): CreatePayin {
  return { kind: 'create_payin', ...createFields(), accounts: [accountWith()], ...fields };
}

export function payout(fields: Partial<CreatePayout> = {}): CreatePayout {
  const payee = { number: '50100087654321', name: 'Payee', bank_name: null, phone: null };
  return { kind: 'create_payout', ...createFields(), payee, ...fields };
}

type OnTrade = Pick<Trade, 'merchant_id' | 'trade_id'>;
const on = ({ merchant_id, trade_id }: OnTrade) => ({
  command_id: nextId(),
  actor: OPERATOR_ACTOR,
  merchant_id,
  trade_id,
});

export function assign(trade: OnTrade, fields: Partial<AssignAccount> = {}): AssignAccount {
  const common = { merchant: merchantWith(), accounts: [accountWith()] };
  return { kind: 'assign_account', ...on(trade), ...common, ...fields };
}

export function claim(trade: OnTrade, utr: string, fields: Partial<AttachUtr> = {}): AttachUtr {
  const common = { actor: MERCHANT_ACTOR, merchant: merchantWith() };
  return { kind: 'attach_utr', ...on(trade), ...common, utr, ...fields };
}

export function act(
  trade: OnTrade,
  name: TradeAct,
  fields: Partial<Omit<ActOnTrade, 'act'>> = {},
): ActOnTrade {
  const utr = name === 'complete' ? 'PAIDOUT12345' : null;
  const rest = { reason: null, note: null, amount_cents: null, outcome: null };
  return { kind: 'act', ...on(trade), ...rest, act: name, utr, ...fields };
}

/** A line that can be matched by account and amount only, booked a minute before it arrived. */
export function lineWith(fields: Partial<BankLine> = {}): BankLine {
  const bank_line_id = nextId();
  const received_at = fields.received_at ?? START + 2 * MINUTE;
  return {
    bank_line_id,
    receiving_account_id: idOf(2, 1),
    currency: 'INR',
    amount_cents: 10_000n,
    booked_at: received_at - MINUTE,
    booked_exactly: true,
    utr: null,
    text: null,
    bank_id: null,
    line_key: `key of ${bank_line_id}`,
    received_at,
    ...NO_DETAILS,
    ...fields,
  };
}

const byId = (merchants: readonly Merchant[]) =>
  new Map(merchants.map((merchant) => [merchant.merchant_id, merchant]));

export function take(line: BankLine, merchants: readonly Merchant[] = [merchantWith()]): TakeLine {
  return {
    kind: 'take_line',
    command_id: nextId(),
    actor: SERVICE_ACTOR,
    line,
    merchants: byId(merchants),
  };
}

export function rematch(line: BankLine, merchants = [merchantWith()]): RematchLine {
  const { command_id, actor } = take(line, merchants);
  const { bank_line_id } = line;
  return { kind: 'rematch_line', command_id, actor, merchants: byId(merchants), bank_line_id };
}

/** If `amount_cents` is null, the refund is for the whole remaining amount. */
export function refund(
  payin: OnTrade,
  amount_cents: bigint | null,
  fields: Partial<CreateRefund> = {},
): CreateRefund {
  const { amount_cents: _, currency, client_id, kind, ...common } = payout();
  return {
    ...common,
    kind: 'create_refund',
    payin_id: payin.trade_id,
    asked_cents: amount_cents,
    note: null,
    ...fields,
  };
}

/** A person's decision about a line; `houses` are those that may send money back. */
export function review(
  line: Pick<BankLine, 'bank_line_id'>,
  what: Review,
  merchants: readonly Merchant[] = [merchantWith()],
): ReviewLine {
  return {
    kind: 'review_line',
    command_id: nextId(),
    actor: OPERATOR_ACTOR,
    bank_line_id: line.bank_line_id,
    note: 'seen by a person',
    review: what,
    merchants: byId(merchants),
  };
}

export const HOUSE = merchantWith({}, { merchant_id: idOf(1, 900), is_house: true });

/** Sends a line back by a pay-out of the house. */
export const sendBack = (line: BankLine, house = HOUSE): Review => ({
  act: 'return',
  payout: payout({ merchant: house, currency: line.currency, amount_cents: line.amount_cents }),
});

export const partsOf = (...amounts: bigint[]): Extract<Review, { act: 'split' }> => ({
  act: 'split',
  parts: amounts.map((amount_cents) => ({ bank_line_id: nextId(), amount_cents })),
});

export function adjust(amount_cents: bigint, merchant = merchantWith()): Adjust {
  const common = { command_id: nextId(), actor: OPERATOR_ACTOR, merchant };
  return { kind: 'adjust', ...common, adjustment_id: nextId(), amount_cents, reason: 'funding' };
}
