// Fee, net and settlement amounts of a trade: what the merchant's balance gains or gives.

import { entryOf } from '../batch/entries.ts';
import type { TradePosting, TradeSums } from '../ledger/posting-rules.ts';
import type { Direction, Trade } from '../record/trade.ts';
import { currencyExponent } from '../values/currency.ts';
import { ZERO } from '../values/decimal.ts';
import { MAX_AMOUNT_CENTS } from '../values/money.ts';
import { convert, feeOf, type Rounding } from '../values/rate.ts';

type Part = { amount_cents: bigint; receiving_account_id: string };

type Terms = Pick<
  Trade,
  'direction' | 'currency' | 'settlement_currency' | 'percent' | 'exchange_rate'
>;

export type TradeAmounts = {
  fee_cents: bigint;
  /** Pay-in: amount − fee. Pay-out: amount + fee. In the trade's currency. */
  net_amount_cents: bigint;
  /** What the balance gains (rounded down) or gives (rounded up), in its own currency. */
  settlement_amount_cents: bigint;
  fx_amount_cents: bigint;
};

function exponentOf(currency: string): number {
  const exponent = currencyExponent(currency);
  if (exponent === undefined) throw new Error(`No such currency: ${currency}`);
  return exponent;
}

export function netOf(direction: Direction, amount_cents: bigint, fee_cents: bigint): bigint {
  return direction === 'payin' ? amount_cents - fee_cents : amount_cents + fee_cents;
}

/** Converts an amount of a trade into the currency of the balance. */
function into(terms: Terms, amount_cents: bigint, rounding: Rounding): bigint {
  const { currency, settlement_currency, exchange_rate } = terms;
  const exponents = [exponentOf(currency), exponentOf(settlement_currency)] as const;
  return convert(amount_cents, exchange_rate, ...exponents, rounding);
}

export function tradeAmounts(terms: Terms, amount_cents: bigint): TradeAmounts {
  const fee_cents = feeOf(amount_cents, terms.percent);
  const net_amount_cents = netOf(terms.direction, amount_cents, fee_cents);
  const rounding = terms.direction === 'payin' ? 'floor' : 'ceil';
  return {
    fee_cents,
    net_amount_cents,
    settlement_amount_cents: into(terms, net_amount_cents, rounding),
    fx_amount_cents: into(terms, net_amount_cents, 'nearest'),
  };
}

/**
 * The largest result of a conversion: far above any order, and far below what PostgreSQL can store.
 */
const MAX_SETTLEMENT_CENTS = 10n ** 15n;

export const isBeyondSettlement = (settlement_amount_cents: bigint): boolean =>
  settlement_amount_cents > MAX_SETTLEMENT_CENTS;

/** Whether an amount fits the balance currency at the trade's rate. */
function isPayable(terms: Terms, amount_cents: bigint): boolean {
  return !isBeyondSettlement(tradeAmounts(terms, amount_cents).settlement_amount_cents);
}

/** The amounts for the posting rules, from the trade's own fee and settlement. */
export function sumsOf(trade: Trade): TradeSums {
  const net_amount_cents = netOf(trade.direction, trade.amount_cents, trade.fee_cents);
  return { ...trade, fx_amount_cents: into(trade, net_amount_cents, 'nearest') };
}

/**
 * Whether a pay-in may be credited with an amount other than its own: one within the limit of an
 * order, although a bank line may have more.
 */
export const isCreditable = (trade: Trade, amount_cents: bigint): boolean =>
  (amount_cents <= MAX_AMOUNT_CENTS || amount_cents === trade.amount_cents) &&
  isPayable(trade, amount_cents);

/** The entry of an act on a trade, by the trade's own amounts. */
export const tradeEntry = (act: TradePosting, trade: Trade) => entryOf(act, trade, sumsOf(trade));

/**
 * For the part by which a line differs from its trade: without a fee, and rounded against the
 * merchant whether it is charged (negative) or credited.
 */
export function sumsOfDifference(trade: Trade, { amount_cents, receiving_account_id }: Part) {
  const direction = amount_cents < 0n ? ('payout' as const) : ('payin' as const);
  const size = amount_cents < 0n ? -amount_cents : amount_cents;
  const amounts = tradeAmounts({ ...trade, direction, percent: ZERO }, size);
  return { ...trade, ...amounts, amount_cents: size, receiving_account_id };
}

/** For a pay-out that did not succeed: only its amount, since fees are charged on success. */
export function sumsWithoutFee(trade: Trade): TradeSums {
  return { ...trade, ...tradeAmounts({ ...trade, percent: ZERO }, trade.amount_cents) };
}
