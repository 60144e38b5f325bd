// Writes a batch of pay-outs in the layout of a bank's bulk payments, or says which of its pay-outs
// the layout cannot carry.

import { decimalAmount } from '../../domain/values/bank-text.ts';
import { currencyExponent } from '../../domain/values/currency.ts';
import { ifscIn, isSameBank } from './ifsc.ts';
import { modeOf } from './payment-mode.ts';
import type { FileField, Payment, PaymentOrder, Unwritable, WrittenFile } from './payment-order.ts';
import {
  type CellValue,
  type DateFormat,
  FILE_VALUES,
  type LayoutCell,
  LINE_ENDS,
  type PayoutLayout,
} from './payout-layout.ts';
import { cellText } from './written-name.ts';

const MONTHS = ['JAN', 'FEB', 'MAR', 'APR', 'MAY', 'JUN', 'JUL', 'AUG', 'SEP', 'OCT', 'NOV', 'DEC'];

function dayText(day: string, format: DateFormat): string {
  const [year = '', month = '', date = ''] = day.split('-');
  return format
    .replace('YYYY', year)
    .replace('MMM', MONTHS[Number(month) - 1] ?? '')
    .replace('MM', month)
    .replace('DD', date);
}

/** Only texts are cut to fit: half a number or an id would be another one. */
const CUTTABLE: ReadonlySet<CellValue> = new Set(['payee_name', 'payee_bank', 'debit_name']);

type Values = Readonly<Partial<Record<CellValue, string | null>>>;

/** How messages name the values: whoever reads them knows the batch, and no field of a request. */
export const VALUE_WORDS: Readonly<Record<CellValue, string>> = {
  message_id: 'the batch’s id',
  currency: 'the currency',
  execution_on: 'the day of payment',
  debit_number: 'its number',
  debit_name: 'its name',
  debit_ifsc: 'its IFSC, which stands behind the name of its bank',
  count: 'the number of pay-outs',
  total: 'the sum',
  row: 'the number of the row',
  end_to_end_id: 'the id at the bank',
  amount: 'the amount',
  mode: 'a way to send this amount among those of the layout',
  payee_name: 'the payee’s name',
  payee_number: 'the payee’s account number',
  payee_bank: 'the name of the payee’s bank',
  payee_ifsc: 'the payee’s IFSC, which merchants give with the name of the bank',
};

/** Of the paying account and the file as a whole: told once, not of each pay-out. */
const OF_FILE: ReadonlySet<FileField> = new Set(FILE_VALUES);

type Problem = { field: FileField; problem: string };

function contentOf(cell: LayoutCell, values: Values, delimiter: string): string | Problem {
  if ('text' in cell) return cell.text;
  const { value, max, optional } = cell;
  const what = VALUE_WORDS[value];
  const given = values[value] ?? null;
  if (given === null || given === '')
    return optional ? '' : { field: value, problem: `lacks ${what}` };
  if (!CUTTABLE.has(value)) {
    if (given.length <= max) return given;
    return { field: value, problem: `has more than ${max} characters in ${what}` };
  }
  const plain = cellText(given, max, delimiter);
  if (plain !== null) return plain;
  return optional ? '' : { field: value, problem: `has no Latin letters in ${what}` };
}

function row(cells: readonly LayoutCell[], values: Values, delimiter: string) {
  const texts = cells.map((cell) => contentOf(cell, values, delimiter));
  const problems = texts.filter((one) => typeof one !== 'string');
  return problems.length > 0 ? problems : texts.join(delimiter);
}

function exponentOf(currency: string): number {
  const exponent = currencyExponent(currency);
  if (exponent === undefined) throw new Error(`No such currency: ${currency}`);
  return exponent;
}

function fileValues(order: PaymentOrder, layout: PayoutLayout): Values {
  const { debtor, payments } = order;
  const total = payments.reduce((sum, payment) => sum + payment.amount_cents, 0n);
  return {
    message_id: order.message_id,
    currency: order.currency,
    execution_on: dayText(debtor.execution_on, layout.date_format),
    debit_number: debtor.number,
    debit_name: debtor.name,
    debit_ifsc: ifscIn(debtor.bank_name),
    count: String(payments.length),
    total: decimalAmount(total, exponentOf(order.currency)),
  };
}

/** The modes are those of Indian banks, whose limits are in rupees. */
function modeText(order: PaymentOrder, layout: PayoutLayout, payment: Payment): string | null {
  if (order.currency !== 'INR') return null;
  const payee_ifsc = ifscIn(payment.payee.bank_name);
  const is_same_bank = isSameBank(payee_ifsc, ifscIn(order.debtor.bank_name));
  const mode = modeOf(layout, { amount_cents: payment.amount_cents, is_same_bank });
  return mode === null ? null : (layout.modes[mode] ?? null);
}

function rowValues(
  order: PaymentOrder,
  layout: PayoutLayout,
  payment: Payment,
  index: number,
): Values {
  const { payee } = payment;
  return {
    row: String(index + 1),
    end_to_end_id: payment.end_to_end_id,
    amount: decimalAmount(payment.amount_cents, exponentOf(order.currency)),
    mode: modeText(order, layout, payment),
    payee_name: payee.name,
    payee_number: payee.number,
    payee_bank: payee.bank_name,
    payee_ifsc: ifscIn(payee.bank_name),
  };
}

/** Whole or not at all: a file without some of its pay-outs would leave them unpaid unseen. */
export function payoutLayoutFile(order: PaymentOrder, layout: PayoutLayout): WrittenFile {
  const { delimiter, head, columns, types } = layout;
  const of_file = fileValues(order, layout);
  const unwritable: Unwritable[] = [];
  const rows: string[] = [];
  const add = (written: string | readonly Problem[], end_to_end_id: string | null) => {
    if (typeof written === 'string') {
      rows.push(written);
      return;
    }
    for (const problem of written) {
      const is_of_file = OF_FILE.has(problem.field);
      if (is_of_file && unwritable.some(({ field }) => field === problem.field)) continue;
      unwritable.push({ end_to_end_id: is_of_file ? null : end_to_end_id, ...problem });
    }
  };
  if (head.length > 0) add(row(head, of_file, delimiter), null);
  if (layout.titles) rows.push(columns.map(({ title }) => title).join(delimiter));
  for (const [index, payment] of order.payments.entries()) {
    const values = { ...of_file, ...rowValues(order, layout, payment, index) };
    const fits = types.some((type) => type === payment.type);
    const problem = `pays to a ${payment.type}, and the layout only to ${types.join(', ')}`;
    const unfit: Problem = { field: 'payment_type', problem };
    add(fits ? row(columns, values, delimiter) : [unfit], payment.end_to_end_id);
  }
  if (unwritable.length > 0) return { unwritable };
  const end = LINE_ENDS[layout.line_end];
  return { content: rows.map((one) => one + end).join('') };
}
