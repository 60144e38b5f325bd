// The CSV layouts that the service knows by name: its own, those shared by many banks, and those of
// single banks.

import { BANK_PROFILES } from './statement-bank-profiles.ts';
import { BASE, INDIA_MINUTES, type StatementProfile } from './statement-profile.ts';

/** How a CSV is read if no profile is named. */
export const STANDARD: StatementProfile = {
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
  amount: { kind: 'credit_debit', credit: 'credit', debit: 'debit', debit_sign: '+' },
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
  amount: { kind: 'credit_debit', credit: 'Credit', debit: 'Debit', debit_sign: '+' },
  utr: 'Ref No./Cheque No.',
  text: ['Description'],
  balance: 'Balance',
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
  end_to_end_id: 'Kundenreferenz',
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

const COMMON = [STANDARD, DECIMAL, INDIAN, EUROPEAN, EUROPEAN_LATIN1, INDICATOR];

export const PROFILES: ReadonlyMap<string, StatementProfile> = new Map(
  [...COMMON, ...BANK_PROFILES].map((one) => [one.name, one]),
);

export const isOfOneBank = ({ name }: StatementProfile): boolean =>
  BANK_PROFILES.some((one) => one.name === name);
