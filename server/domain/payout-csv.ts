// A batch of pay-outs as CSV (RFC 4180), for banks that take no pain.001.
import { currencyExponent } from './currency.ts';
import type { PaymentOrder } from './pain001.ts';
import { amountText, latinText } from './pain001-text.ts';

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

const TEXT_MAX = 140;

const cell = (text: string) => (/[",\r\n]/.test(text) ? `"${text.replaceAll('"', '""')}"` : text);

/**
 * Names are in the Latin character set and begin with a letter or digit, so that no cell is a
 * formula; numbers are as they are, for a bank has to take them.
 */
export function payoutCsv(order: PaymentOrder): string {
  const exponent = currencyExponent(order.currency);
  if (exponent === undefined) throw new Error(`No such currency: ${order.currency}`);
  const rows = order.payments.map(({ end_to_end_id, amount_cents, type, payee }) => [
    order.message_id,
    end_to_end_id,
    order.debtor.execution_on,
    amountText(amount_cents, exponent),
    order.currency,
    latinText(payee.name ?? '', TEXT_MAX) ?? '',
    type,
    payee.number,
    latinText(payee.bank_name ?? '', TEXT_MAX) ?? '',
  ]);
  return [COLUMNS, ...rows].map((row) => `${row.map(cell).join(',')}\r\n`).join('');
}
