// Fee, net and settlement amounts of a trade: what the merchant's balance gains or gives.

import type { TradeSums } from '../ledger/posting-rules.ts';
import type { Direction, Trade } from '../record/trade.ts';
import { currencyExponent } from '../values/currency.ts';
import { convert, feeOf } from '../values/rate.ts';

type Terms = Pick<
  Trade,
  'direction' | 'currency' | 'settlement_currency' | 'percent' | 'exchange_rate'
>;

export type Settlement = {
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

export function settle(terms: Terms, amount_cents: bigint): Settlement {
  const fee_cents = feeOf(amount_cents, terms.percent);
  const net_amount_cents = netOf(terms.direction, amount_cents, fee_cents);
  const into = (rounding: 'floor' | 'ceil' | 'nearest') =>
    convert(
      net_amount_cents,
      terms.exchange_rate,
      exponentOf(terms.currency),
      exponentOf(terms.settlement_currency),
      rounding,
    );
  return {
    fee_cents,
    net_amount_cents,
    settlement_amount_cents: into(terms.direction === 'payin' ? 'floor' : 'ceil'),
    fx_amount_cents: into('nearest'),
  };
}

/**
 * The largest amount that a conversion may lead to: far above any order, far below bigint's end.
 */
const MAX_SETTLEMENT_CENTS = 10n ** 15n;

/** Whether an amount can stand in the balance currency at the trade's rate. */
export function isPayable(terms: Terms, amount_cents: bigint): boolean {
  return settle(terms, amount_cents).settlement_amount_cents <= MAX_SETTLEMENT_CENTS;
}

/** The sums that the posting rules need, for a trade as it stands. */
export function sumsOf(trade: Trade): TradeSums {
  const settlement = settle(trade, trade.amount_cents);
  return {
    book: trade.merchant_id,
    trade_id: trade.trade_id,
    currency: trade.currency,
    settlement_currency: trade.settlement_currency,
    amount_cents: trade.amount_cents,
    fee_cents: settlement.fee_cents,
    settlement_amount_cents: settlement.settlement_amount_cents,
    fx_amount_cents: settlement.fx_amount_cents,
    receiving_account_id: trade.receiving_account_id,
  };
}
