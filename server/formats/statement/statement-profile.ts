// How the columns of a bank's CSV are read: mapping profiles as data, the usual layouts built in.

/** A header's name (any case, spaces don't count), or a position that counts from 0. */
export type Column = string | number;

export type AmountColumns =
  /** One signed column: what came in is positive, or negative where `incoming` says so. */
  | { readonly kind: 'signed'; readonly amount: Column; readonly incoming: '+' | '-' }
  /** Two columns without signs, one of them filled. */
  | { readonly kind: 'credit_debit'; readonly credit: Column; readonly debit: Column }
  /** An amount without sign, and a column that says which way it went. */
  | {
      readonly kind: 'indicator';
      readonly amount: Column;
      readonly indicator: Column;
      readonly credit_words: readonly string[];
      readonly debit_words: readonly string[];
    };

export type StatementProfile = {
  readonly name: string;
  /** One sentence for the person who chooses. */
  readonly title: string;
  readonly delimiter: ',' | ';' | '\t' | '|';
  /** A byte order mark in the file has the last word. */
  readonly encoding: 'utf-8' | 'utf-16le' | 'latin1';
  /** Lines before the table that are never looked at. */
  readonly skip_lines: number;
  /** The header is the first row with the needed names, among so many; 0: there is none. */
  readonly header_within_rows: number;
  readonly decimal: '.' | ',';
  readonly thousands: readonly string[];
  /** Amounts are whole minor units already. */
  readonly minor_units: boolean;
  /**
   * Tried in order. `ISO`, or a pattern of YYYY YY MM MMM DD HH mm ss and the characters between.
   * Day and month in figures never stand both ways in one profile: nobody could tell them apart.
   */
  readonly date_formats: readonly string[];
  readonly date: Column;
  readonly time: Column | null;
  /** Of times that name no zone. */
  readonly zone_offset_minutes: number;
  readonly amount: AmountColumns;
  /** The bank's own number of the payment, never what the payer called it. */
  readonly utr: Column | null;
  /** What the payer called the payment. */
  readonly end_to_end_id: Column | null;
  /** Joined by a space. */
  readonly text: readonly Column[];
  readonly bank_id: Column | null;
  readonly currency: Column | null;
  /** The operator's own account that the row is about, in files of several. */
  readonly account: Column | null;
  readonly counterparty_name: Column | null;
  readonly counterparty_number: Column | null;
  /** What is on the account after the row. */
  readonly balance: Column | null;
  /** Rows whose first filled cell starts like this are totals and footers, never bank lines. */
  readonly ignored_rows: readonly string[];
};

/** What a layout has that says nothing else. */
export const BASE = {
  delimiter: ',',
  encoding: 'utf-8',
  skip_lines: 0,
  header_within_rows: 1,
  decimal: '.',
  thousands: [','],
  minor_units: false,
  time: null,
  zone_offset_minutes: 0,
  utr: null,
  end_to_end_id: null,
  bank_id: null,
  currency: null,
  account: null,
  counterparty_name: null,
  counterparty_number: null,
  balance: null,
  ignored_rows: [],
} as const;

export const INDIA_MINUTES = 330;
