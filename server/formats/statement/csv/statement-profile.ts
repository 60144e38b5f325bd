// The type of a profile: how the columns of a bank's CSV are read, as data.

import { BOOKED_WORDS, PENDING_WORDS, REVERTED_WORDS } from './statement-words.ts';

/** A header's name (ignoring case and spaces), or a position that counts from 0. */
export type Column = string | number;

export type AmountColumns =
  /** One signed column: incoming money is positive, or negative if `incoming` says so. */
  | { readonly kind: 'signed'; readonly amount: Column; readonly incoming: '+' | '-' }
  /** Two columns, one of them filled; amounts in `debit` have a minus if `debit_sign` says so. */
  | {
      readonly kind: 'credit_debit';
      readonly credit: Column;
      readonly debit: Column;
      readonly debit_sign: '+' | '-';
    }
  /** An amount without sign, and a column for the direction. */
  | {
      readonly kind: 'indicator';
      readonly amount: Column;
      readonly indicator: Column;
      readonly credit_words: readonly string[];
      readonly debit_words: readonly string[];
    };

/** As the decoder names them; `latin1` is Windows-1252, as browsers understand it. */
export const STATEMENT_ENCODINGS = [
  'utf-8',
  'utf-16le',
  'latin1',
  'windows-1250',
  'windows-1251',
  'shift_jis',
  'gb18030',
] as const;
export type StatementEncoding = (typeof STATEMENT_ENCODINGS)[number];

export type StatementProfile = {
  readonly name: string;
  /** One sentence for the person who chooses a profile. */
  readonly title: string;
  readonly delimiter: ',' | ';' | '\t' | '|';
  /** A byte order mark in the file overrides it. */
  readonly encoding: StatementEncoding;
  /** How many lines to skip before the table. */
  readonly skip_lines: number;
  /**
   * The header is the first row with the required names, within this many rows; 0: there is none.
   */
  readonly header_within_rows: number;
  readonly decimal: '.' | ',';
  readonly thousands: readonly string[];
  /** True if amounts are given in minor units. */
  readonly minor_units: boolean;
  /** The most decimals that the file writes, if more than its currency has; null: no more. */
  readonly decimals: number | null;
  /**
   * Tried in order. `ISO`, or a pattern of YYYY YY MM MMM DD HH mm ss and the characters between. A
   * profile never has both orders of a numeric day and month, which could not be told apart.
   */
  readonly date_formats: readonly string[];
  readonly date: Column;
  readonly time: Column | null;
  /** For times without a zone. */
  readonly zone_offset_minutes: number;
  readonly amount: AmountColumns;
  /** A fee that the bank takes beside the amount: it becomes a line of its own. */
  readonly fee: Column | null;
  /** The sign of a fee that was taken; one with the other sign was given back. */
  readonly fee_sign: '+' | '-';
  /** The state of the row, in the words of the next three lists. */
  readonly status: Column | null;
  readonly booked_words: readonly string[];
  readonly pending_words: readonly string[];
  readonly reverted_words: readonly string[];
  /** The bank's own number of the payment, never the payer's reference. */
  readonly utr: Column | null;
  /** The payer's own reference of the payment. */
  readonly end_to_end_id: Column | null;
  /** Joined by a space. */
  readonly text: readonly Column[];
  readonly bank_id: Column | null;
  readonly currency: Column | null;
  /** The operator's account that the row belongs to, in files of several accounts. */
  readonly account: Column | null;
  readonly counterparty_name: Column | null;
  readonly counterparty_number: Column | null;
  /** The account's balance after the row. */
  readonly balance: Column | null;
  /** Rows whose first filled cell starts like this are totals and footers, not bank lines. */
  readonly ignored_rows: readonly string[];
  /** Rows whose whole text is one of these are sums or balances, and no money. */
  readonly sum_rows: readonly string[];
  /** Rows whose whole text is one of these are money, though they read like a sum. */
  readonly money_rows: readonly string[];
  /** False if the balances and totals that the file states are not those of its rows. */
  readonly check_sums: boolean;
  /** The character before a quotation mark that is a part of a quoted cell. */
  readonly quote_escape: '"' | '\\';
};

/** For workbooks: days that are numbers become ISO days, whatever texts the bank writes. */
export const withIsoDays = (profile: StatementProfile): StatementProfile => ({
  ...profile,
  date_formats: ['ISO', ...profile.date_formats.filter((format) => format !== 'ISO')],
});

/** The default values of a layout. */
export const BASE = {
  delimiter: ',',
  encoding: 'utf-8',
  skip_lines: 0,
  header_within_rows: 1,
  decimal: '.',
  thousands: [','],
  minor_units: false,
  decimals: null,
  time: null,
  zone_offset_minutes: 0,
  fee: null,
  fee_sign: '+',
  status: null,
  booked_words: BOOKED_WORDS,
  pending_words: PENDING_WORDS,
  reverted_words: REVERTED_WORDS,
  utr: null,
  end_to_end_id: null,
  bank_id: null,
  currency: null,
  account: null,
  counterparty_name: null,
  counterparty_number: null,
  balance: null,
  ignored_rows: [],
  sum_rows: [],
  money_rows: [],
  check_sums: true,
  quote_escape: '"',
} as const;

export const INDIA_MINUTES = 330;
