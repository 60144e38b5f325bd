// The type of a layout: which cells a bank's own file of bulk payments has, as data.

import type { PaymentTypeName } from '../../domain/values/payment-type.ts';

/** What a cell can hold. Values of a head record are those of the whole file. */
export const FILE_VALUES = [
  'message_id',
  'currency',
  'execution_on',
  'debit_number',
  'debit_name',
  'debit_ifsc',
  'count',
  'total',
] as const;
export const ROW_VALUES = [
  ...FILE_VALUES,
  'row',
  'end_to_end_id',
  'amount',
  'mode',
  'payee_name',
  'payee_number',
  'payee_bank',
  'payee_ifsc',
] as const;
export type CellValue = (typeof ROW_VALUES)[number];

/** The same text in every row, or a value of the payment, of at most `max` characters. */
export type LayoutCell = { readonly title: string } & (
  | { readonly text: string }
  | { readonly value: CellValue; readonly max: number; readonly optional: boolean }
);

/** How Indian banks send a payment; `internal` stays within the paying bank. */
export const PAYMENT_MODES = ['internal', 'neft', 'rtgs', 'imps'] as const;
export type PaymentMode = (typeof PAYMENT_MODES)[number];

export const DATE_FORMATS = [
  'YYYY-MM-DD',
  'YYYYMMDD',
  'DD/MM/YYYY',
  'DD-MM-YYYY',
  'DD-MMM-YYYY',
  'DDMMYYYY',
] as const;
export type DateFormat = (typeof DATE_FORMATS)[number];

export const DELIMITERS = [',', ';', '|', '\t'] as const;
export const LINE_ENDS = { crlf: '\r\n', lf: '\n' } as const;

export type PayoutLayout = {
  readonly delimiter: (typeof DELIMITERS)[number];
  readonly line_end: keyof typeof LINE_ENDS;
  readonly date_format: DateFormat;
  /** Whether the titles of the columns are the first row. */
  readonly titles: boolean;
  /** The bank's word for each mode that it offers in this file. */
  readonly modes: Readonly<Partial<Record<PaymentMode, string>>>;
  /** The mode of amounts for which both would do. */
  readonly prefer: 'neft' | 'imps';
  /** The kinds of accounts that the file can pay to. */
  readonly types: readonly PaymentTypeName[];
  /** A record before the payments; empty if there is none. */
  readonly head: readonly LayoutCell[];
  readonly columns: readonly LayoutCell[];
};
