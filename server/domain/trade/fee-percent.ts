// The fee percent of every order that is made: which rows of the merchant's tariff it follows, and
// which of them applies.
import type { Tariff } from '../record/merchant.ts';
import type { Direction } from '../record/trade.ts';
import { type Decimal, ZERO } from '../values/decimal.ts';

/** Each kind of order with the rows that set its fee; null: it costs nothing. */
const ROWS_OF = {
  payin: 'payin',
  payout: 'payout',
  // It is sent as any pay-out is. The fee of the pay-in stays paid, because its work was done.
  refund: 'payout',
  // The merchant's own money.
  settlement: null,
  // The house sends back what it credited to nobody.
  line_return: null,
} as const satisfies Readonly<Record<string, Direction | null>>;

export type FeeOrder = keyof typeof ROWS_OF;

/**
 * A row with type and currency comes before one with a type, then one with a currency, then one
 * with neither. Without any the order costs nothing.
 */
export function feePercent(
  order: FeeOrder,
  tariffs: readonly Tariff[],
  { type, currency }: { type: string; currency: string },
): Decimal {
  const direction = ROWS_OF[order];
  const weight = (tariff: Tariff) =>
    (tariff.type === null ? 0 : 2) + (tariff.currency === null ? 0 : 1);
  const fitting = tariffs.filter(
    (tariff) =>
      tariff.direction === direction &&
      (tariff.type === null || tariff.type === type) &&
      (tariff.currency === null || tariff.currency === currency),
  );
  return fitting.toSorted((a, b) => weight(b) - weight(a))[0]?.percent ?? ZERO;
}
