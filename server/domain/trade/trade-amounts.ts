// Fee, net and settlement amounts of a trade: what the merchant's balance gains or gives.

import { entryOf } from '../batch/entries.ts';
import type { TradePosting, TradeSums } from '../ledger/posting-rules.ts';
import type { Direction, Trade } from '../record/trade.ts';
import { currencyExponent } from '../values/currency.ts';
import { ZERO } from '../values/decimal.ts';
import { convert, feeOf, type Rounding } from '../values/rate.ts';

type Terms = Pick<
  Trade,
  'direction' | 'currency' | 'settlement_currency' | 'percent' | 'exchange_rate'
>;

export type TradeAmounts = {
  fee_cents: bigint;
  /** Pay-in: amount − fee. Pay-out: amount + fee. In the trade's currency. */
  net_amount_cents: bigint;
  /** What the balance gains (floor) or gives (ceil), in its own currency. */
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

/** A sum of a trade in the currency of the balance. */
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
 * The largest amount that a conversion may lead to: far above any order, far below bigint's end.
 */
const MAX_SETTLEMENT_CENTS = 10n ** 15n;

/** Whether an amount can stand in the balance currency at the trade's rate. */
export function isPayable(terms: Terms, amount_cents: bigint): boolean {
  return tradeAmounts(terms, amount_cents).settlement_amount_cents <= MAX_SETTLEMENT_CENTS;
}

/** What the posting rules need of a trade as it stands: fee and settlement are its own. */
function sumsOf(trade: Trade): TradeSums {
  const net_amount_cents = netOf(trade.direction, trade.amount_cents, trade.fee_cents);
  return { ...trade, fx_amount_cents: into(trade, net_amount_cents, 'nearest') };
}

/** What an act on a trade posts, by the trade's own sums. */
export const tradeEntry = (act: TradePosting, trade: Trade) => entryOf(act, trade, sumsOf(trade));

/** Of a pay-out that never succeeded: nothing but its amount, since fees are for success. */
export function sumsWithoutFee(trade: Trade): TradeSums {
  return { ...trade, ...tradeAmounts({ ...trade, percent: ZERO }, trade.amount_cents) };
}
