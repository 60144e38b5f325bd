// Writes a batch of pay-outs as CSV (RFC 4180), for banks that do not accept pain.001.

import { decimalAmount } from '../../domain/values/bank-text.ts';
import { currencyExponent } from '../../domain/values/currency.ts';
import { csvCell, csvRow } from '../../lib/csv-text.ts';
import type { PaymentOrder } from './payment-order.ts';
import { cellText, nameMax } from './written-name.ts';

const COLUMNS = [
  'message_id',
  'end_to_end_id',
  'execution_on',
  'amount',
  'currency',
  'payee_name',
  'payee_type',
  'payee_number',
  'payee_bank',
] as const;

const BANK_NAME_MAX = 140;

/**
 * In the Latin character set, beginning with a letter or digit, and without the only separator in
 * that set: for banks that do not support quotes, and so that no part of a name is a formula in a
 * spreadsheet.
 */
const words = (text: string | null, max: number): string => cellText(text, max, ',') ?? '';

/**
 * Numbers are written unchanged, because the bank must accept them; their type's check has
 * validated them.
 */
export function payoutCsv(order: PaymentOrder): string {
  const exponent = currencyExponent(order.currency);
  if (exponent === undefined) throw new Error(`No such currency: ${order.currency}`);
  const rows = order.payments.map(({ end_to_end_id, amount_cents, type, payee }) => [
    order.message_id,
    end_to_end_id,
    order.debtor.execution_on,
    decimalAmount(amount_cents, exponent),
    order.currency,
    words(payee.name, nameMax(order.currency)),
    type,
    payee.number,
    words(payee.bank_name, BANK_NAME_MAX),
  ]);
  return [COLUMNS, ...rows].map((row) => csvRow(row.map((cell) => csvCell(cell)))).join('');
}
