// The fee of every kind of order: whose rows of the tariff count, and which of them applies.
import assert from 'node:assert/strict';
import { test } from 'node:test';
import type { Tariff } from '../../../server/domain/record/merchant.ts';
import { type FeeOrder, feePercent } from '../../../server/domain/trade/fee-percent.ts';
import { formatDecimal, parseDecimal, ZERO } from '../../../server/domain/values/decimal.ts';

const percent = (text: string) => parseDecimal(text) ?? ZERO;

const row = (
  text: string,
  direction: Tariff['direction'],
  on: Partial<Pick<Tariff, 'type' | 'currency'>> = {},
): Tariff => ({ direction, type: null, currency: null, percent: percent(text), ...on });

const TARIFFS = [
  row('1', 'payin'),
  row('2', 'payin', { currency: 'INR' }),
  row('3', 'payin', { type: 'upi' }),
  row('4', 'payin', { type: 'upi', currency: 'INR' }),
  row('7', 'payout'),
  row('8', 'payout', { type: 'upi', currency: 'INR' }),
];

const feeOf = (order: FeeOrder, type: string, currency: string, tariffs = TARIFFS) =>
  formatDecimal(feePercent(order, tariffs, { type, currency }));

const ROWS: [FeeOrder, type: string, currency: string, percent: string][] = [
  ['payin', 'iban', 'EUR', '1'],
  ['payin', 'iban', 'INR', '2'],
  ['payin', 'upi', 'EUR', '3'],
  ['payin', 'upi', 'INR', '4'],
  ['payout', 'iban', 'INR', '7'],
  ['payout', 'upi', 'INR', '8'],
  ['refund', 'iban', 'INR', '7'],
  ['refund', 'upi', 'INR', '8'],
  ['settlement', 'upi', 'INR', '0'],
  ['line_return', 'upi', 'INR', '0'],
];

for (const [order, type, currency, expected] of ROWS) {
  test(`${order} by ${type} in ${currency} costs ${expected} percent`, () => {
    assert.equal(feeOf(order, type, currency), expected);
    const turned = TARIFFS.toReversed();
    assert.equal(feeOf(order, type, currency, turned), expected, 'in any order of the rows');
  });
}

test('an order without a row of its direction costs nothing', () => {
  const payouts = TARIFFS.filter(({ direction }) => direction === 'payout');
  assert.equal(feeOf('payin', 'upi', 'INR', payouts), '0');
  assert.equal(feeOf('refund', 'upi', 'INR', []), '0');
});
