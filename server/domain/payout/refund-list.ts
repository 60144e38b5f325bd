// A list of refunds as people hand it in: a table whose first row names its columns, one pay-in a
// row. Nothing in it is guessed.
import { type Refusal, refuse } from '../service/refusal.ts';
import { currencyExponent } from '../values/currency.ts';
import { typedAmount } from '../values/typed-amount.ts';

export const MOST_REFUNDS = 1_000;
export const REFUND_LIST_MAX_BYTES = 200_000;

const REFUND_COLUMNS = [
  'id',
  'order_id',
  'merchant_id',
  'amount',
  'currency',
  'reason',
  'payee_number',
  'payee_type',
  'payee_name',
  'payee_bank',
] as const;
type RefundColumn = (typeof REFUND_COLUMNS)[number];

/** One row: null is what it leaves out. */
export type RefundRow = { readonly line: number } & Readonly<Record<RefundColumn, string | null>>;

export type Cells = { readonly line: number; readonly cells: readonly string[] };
export type WrongList = { readonly line: number; readonly message: string };

const isColumn = (name: string): name is RefundColumn =>
  REFUND_COLUMNS.some((column) => column === name);

const columnName = (title: string): string => title.trim().toLowerCase().replaceAll(/\s+/g, '_');

const KNOWN = REFUND_COLUMNS.join(', ');

function columnsOf({ line, cells }: Cells): readonly RefundColumn[] | WrongList {
  const names = cells.map(columnName);
  const other = names.find((name) => !isColumn(name));
  if (other !== undefined) {
    const message = `the first row names the columns, and none is called ${other}: ${KNOWN}`;
    return { line, message };
  }
  const twice = names.find((name, at) => names.indexOf(name) !== at);
  if (twice !== undefined) return { line, message: `two columns are called ${twice}` };
  const columns = names.filter(isColumn);
  if (columns.includes('id') || columns.includes('order_id')) return columns;
  return { line, message: 'a column must name the pay-ins: id or order_id' };
}

/** Spreadsheets put an apostrophe before what they are not to take for a number. */
const plain = (cell: string): string => cell.trim().replace(/^'/, '');

function rowOf(columns: readonly RefundColumn[], { line, cells }: Cells): RefundRow {
  const texts = new Map(columns.map((column, at) => [column, plain(cells[at] ?? '')]));
  const text = (column: RefundColumn) => texts.get(column) || null;
  return {
    line,
    id: text('id'),
    order_id: text('order_id'),
    merchant_id: text('merchant_id'),
    amount: text('amount'),
    currency: text('currency'),
    reason: text('reason'),
    payee_number: text('payee_number'),
    payee_type: text('payee_type'),
    payee_name: text('payee_name'),
    payee_bank: text('payee_bank'),
  };
}

/** The rows of the table; what is wrong with it as a whole stops all of it. */
export function readRefundRows(table: readonly Cells[]): readonly RefundRow[] | WrongList {
  const [head, ...rows] = table;
  if (head === undefined) return { line: 1, message: 'the list is empty' };
  const columns = columnsOf(head);
  if ('message' in columns) return columns;
  if (rows.length === 0) return { line: head.line, message: 'no pay-in stands below the columns' };
  const [beyond] = rows.slice(MOST_REFUNDS);
  if (beyond !== undefined) {
    return { line: beyond.line, message: `a list has at most ${MOST_REFUNDS} refunds` };
  }
  const wide = rows.find(({ cells }) => cells.slice(columns.length).some((cell) => cell !== ''));
  if (wide !== undefined) {
    return { line: wide.line, message: 'has more cells than the first row has columns' };
  }
  return rows.map((row) => rowOf(columns, row));
}

/** `1,250` may be a thousand or one and a quarter. */
const AMBIGUOUS = /,\d{3}$/;

/** Null: everything that is left; undefined: it is no amount of this currency. */
export function amountOfRow({ amount }: RefundRow, currency: string): bigint | null | undefined {
  if (amount === null) return null;
  const exponent = currencyExponent(currency);
  if (exponent === undefined || AMBIGUOUS.test(amount)) return undefined;
  return typedAmount(amount, exponent) ?? undefined;
}

/**
 * What makes the refund of a row the same as that of another list: its pay-in, to which the key is
 * added, and the amount; or whatever name the list has.
 */
export const refundKeyOf = (name: string | undefined, amount_cents: bigint | null): string =>
  name === undefined ? `list/${amount_cents ?? 'all'}` : `list ${name}`;

export const refuseNoTrade = (): Refusal => refuse('not_found', 'There is no such trade.');

export const refuseListedPayout = (): Refusal =>
  refuse('act_not_allowed', 'It is a pay-out: only pay-ins are refunded.');

/** A pay-in stands in a list once: two rows of it would each look at what is left. */
export const refuseSecondRow = (first_line: number): Refusal =>
  refuse('act_not_allowed', `Its pay-in is refunded by line ${first_line} of the list.`);

export const refuseOtherThanSeen = (): Refusal =>
  refuse(
    'changed_meanwhile',
    'Since you looked at the list, what it would refund has changed: look again.',
  );

export type SeenRow = {
  readonly line: number;
  readonly trade_id: string;
  readonly amount_cents: bigint;
  readonly currency: string;
  readonly payee: readonly (string | null)[];
};

/** The refunds as somebody looked at them: the same before and after any of them is made. */
export const seenText = (rows: readonly SeenRow[]): string =>
  JSON.stringify(
    rows.map(({ line, trade_id, amount_cents, currency, payee }) => [
      line,
      trade_id,
      String(amount_cents),
      currency,
      ...payee,
    ]),
  );

export type CurrencyTotal = { currency: string; count: number; amount_cents: bigint };

/** One sum per currency, by the currency's code. */
export function totalsOf(
  amounts: readonly { readonly currency: string; readonly amount_cents: bigint }[],
): readonly CurrencyTotal[] {
  const totals = new Map<string, CurrencyTotal>();
  for (const { currency, amount_cents } of amounts) {
    const known = totals.get(currency) ?? { currency, count: 0, amount_cents: 0n };
    const sum = known.amount_cents + amount_cents;
    totals.set(currency, { currency, count: known.count + 1, amount_cents: sum });
  }
  return [...totals.values()].toSorted((a, b) => (a.currency < b.currency ? -1 : 1));
}
