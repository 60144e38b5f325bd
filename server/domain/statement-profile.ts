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
  readonly utr: Column | null;
  /** Joined by a space. */
  readonly text: readonly Column[];
  readonly bank_id: Column | null;
  readonly currency: Column | null;
  /** Rows whose first filled cell starts like this are totals and footers, never bank lines. */
  readonly ignored_rows: readonly string[];
};

const INDIA_MINUTES = 330;

const BASE = {
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
  bank_id: null,
  currency: null,
  ignored_rows: [],
} as const;

const STANDARD: StatementProfile = {
  ...BASE,
  name: 'standard',
  title: 'The service’s own layout: booked_at, amount_cents, utr, text, bank_id, currency.',
  thousands: [],
  minor_units: true,
  date_formats: ['ISO'],
  date: 'booked_at',
  amount: { kind: 'signed', amount: 'amount_cents', incoming: '+' },
  utr: 'utr',
  text: ['text'],
  bank_id: 'bank_id',
  currency: 'currency',
};

const DECIMAL: StatementProfile = {
  ...BASE,
  name: 'decimal',
  title: 'date, description, reference, debit, credit with a decimal point.',
  date_formats: ['ISO'],
  date: 'date',
  amount: { kind: 'credit_debit', credit: 'credit', debit: 'debit' },
  utr: 'reference',
  text: ['description'],
};

const INDIAN: StatementProfile = {
  ...BASE,
  name: 'indian',
  title: 'Indian banks: Txn Date, Value Date, Description, Ref No./Cheque No., Debit, Credit.',
  header_within_rows: 40,
  date_formats: [
    'DD MMM YYYY',
    'DD-MMM-YYYY',
    'DD-MMM-YY',
    'DD/MM/YYYY HH:mm:ss',
    'DD/MM/YYYY',
    'DD-MM-YYYY',
    'DD/MM/YY',
    'YYYY-MM-DD',
  ],
  date: 'Txn Date',
  zone_offset_minutes: INDIA_MINUTES,
  amount: { kind: 'credit_debit', credit: 'Credit', debit: 'Debit' },
  utr: 'Ref No./Cheque No.',
  text: ['Description'],
  ignored_rows: ['Opening Balance', 'Closing Balance', 'Total', 'Grand Total', '**', 'Note:'],
};

const EUROPEAN: StatementProfile = {
  ...BASE,
  name: 'european',
  title:
    'European banks: semicolons, decimal comma, Buchungstag, Verwendungszweck, Betrag, Währung.',
  delimiter: ';',
  header_within_rows: 40,
  decimal: ',',
  thousands: ['.', ' ', '\u00a0', '\u202f', '’', "'"],
  date_formats: ['DD.MM.YYYY', 'DD.MM.YY', 'YYYY-MM-DD'],
  date: 'Buchungstag',
  zone_offset_minutes: 60,
  amount: { kind: 'signed', amount: 'Betrag', incoming: '+' },
  utr: 'Kundenreferenz',
  text: ['Auftraggeber', 'Verwendungszweck'],
  currency: 'Währung',
  ignored_rows: ['Anfangssaldo', 'Endsaldo', 'Kontostand', 'Summe'],
};

const EUROPEAN_LATIN1: StatementProfile = {
  ...EUROPEAN,
  name: 'european-latin1',
  title: 'The european layout from banks that still write ISO 8859-1.',
  encoding: 'latin1',
};

const INDICATOR: StatementProfile = {
  ...BASE,
  name: 'indicator',
  title:
    'date, time, amount, CR/DR, utr, narration, transaction id: one amount and which way it went.',
  header_within_rows: 40,
  date_formats: ['DD/MM/YYYY', 'DD-MM-YYYY', 'YYYY-MM-DD'],
  date: 'date',
  time: 'time',
  zone_offset_minutes: INDIA_MINUTES,
  amount: {
    kind: 'indicator',
    amount: 'amount',
    indicator: 'cr/dr',
    credit_words: ['CR', 'C', 'CREDIT'],
    debit_words: ['DR', 'D', 'DEBIT'],
  },
  utr: 'utr',
  text: ['narration'],
  bank_id: 'transaction id',
  currency: 'currency',
};

export const PROFILES: ReadonlyMap<string, StatementProfile> = new Map(
  [STANDARD, DECIMAL, INDIAN, EUROPEAN, EUROPEAN_LATIN1, INDICATOR].map((one) => [one.name, one]),
);
