// Reads an operator's own profile for a bank's CSV from JSON: every field is checked, missing ones
// get the simplest value.

import {
  type AmountColumns,
  type Column,
  STATEMENT_ENCODINGS,
  type StatementProfile,
} from './statement-profile.ts';
import { BOOKED_WORDS, PENDING_WORDS, REVERTED_WORDS } from './statement-words.ts';

type Fields = Readonly<Record<string, unknown>>;
export type ReadMapping = { readonly profile: StatementProfile } | { readonly problem: string };

/** Thrown and caught in this file only: the first error ends the reading. */
class WrongMapping extends Error {}

const QUOTE_ESCAPES = ['"', '\\'] as const;
const DELIMITERS = [',', ';', '\t', '|'] as const;
const DATE_FORMAT = /^(?:ISO|(?=.*YY)(?=.*MM)(?=.*DD)[YMDHms/. :,-]{6,24})$/;
const TEXT_MAX = 100;
const LIST_MAX = 40;

const isText = (value: unknown): value is string =>
  typeof value === 'string' && value.length >= 1 && value.length <= TEXT_MAX;

function column(fields: Fields, name: string): Column | null {
  const value = fields[name] ?? null;
  if (value === null || isText(value)) return value;
  if (typeof value === 'number' && Number.isInteger(value) && value >= 0 && value < 200)
    return value;
  throw new WrongMapping(`${name} must be a column's name, or its position from 0`);
}

function needed(fields: Fields, name: string): Column {
  const found = column(fields, name);
  if (found === null) throw new WrongMapping(`${name} is required`);
  return found;
}

function among<Value extends string>(
  fields: Fields,
  name: string,
  values: readonly Value[],
  otherwise: Value,
): Value {
  const value = fields[name] ?? otherwise;
  const found = values.find((one) => one === value);
  if (found !== undefined) return found;
  const shown = values.map((one) => JSON.stringify(one)).join(', ');
  throw new WrongMapping(`${name} must be one of ${shown}`);
}

function texts(fields: Fields, name: string, otherwise: readonly string[]): readonly string[] {
  const value = fields[name] ?? otherwise;
  if (Array.isArray(value) && value.length <= LIST_MAX && value.every(isText)) return value;
  throw new WrongMapping(`${name} must be a list of texts`);
}

const wordList = (fields: Fields, name: string, otherwise: readonly string[]) =>
  texts(fields, name, otherwise).map((word) => word.toUpperCase());

function number(
  fields: Fields,
  name: string,
  [least, most]: readonly [number, number],
  otherwise: number,
): number {
  const value = fields[name] ?? otherwise;
  const fits = typeof value === 'number' && Number.isInteger(value);
  if (fits && value >= least && value <= most) return value;
  throw new WrongMapping(`${name} must be a whole number from ${least} to ${most}`);
}

/** `credit` and `debit`, or `amount` and `indicator`, or a signed `amount` alone. */
function amountOf(fields: Fields): AmountColumns {
  if (fields.amount === undefined) {
    return {
      kind: 'credit_debit',
      credit: needed(fields, 'credit'),
      debit: needed(fields, 'debit'),
      debit_sign: among(fields, 'debit_sign', ['+', '-'], '+'),
    };
  }
  const amount = needed(fields, 'amount');
  const indicator = column(fields, 'indicator');
  if (indicator === null) {
    return { kind: 'signed', amount, incoming: among(fields, 'incoming', ['+', '-'], '+') };
  }
  return {
    kind: 'indicator',
    amount,
    indicator,
    credit_words: wordList(fields, 'credit_words', ['CR', 'C', 'CREDIT']),
    debit_words: wordList(fields, 'debit_words', ['DR', 'D', 'DEBIT']),
  };
}

function textColumns(fields: Fields): readonly Column[] {
  const value = fields.text ?? [];
  if (!Array.isArray(value) || value.length > LIST_MAX) {
    throw new WrongMapping('text must be a list of columns');
  }
  return value.map((one: unknown, index) => needed({ [`text[${index}]`]: one }, `text[${index}]`));
}

function dateFormats(fields: Fields): readonly string[] {
  const formats = texts(fields, 'date_formats', ['ISO']);
  const wrong = formats.find((format) => !DATE_FORMAT.test(format));
  if (wrong === undefined && formats.length > 0) return formats;
  throw new WrongMapping('date_formats must be ISO, or of YYYY YY MMM MM DD HH mm ss');
}

const KNOWN: ReadonlySet<string> = new Set([
  ...['name', 'delimiter', 'encoding', 'skip_lines', 'header_within_rows', 'decimal', 'thousands'],
  ...['minor_units', 'date_formats', 'date', 'time', 'zone_offset_minutes', 'amount', 'incoming'],
  ...['indicator', 'credit_words', 'debit_words', 'credit', 'debit', 'utr', 'text', 'bank_id'],
  ...['end_to_end_id', 'debit_sign', 'fee', 'fee_sign', 'status', 'booked_words'],
  ...['pending_words', 'reverted_words'],
  ...['currency', 'account', 'counterparty_name', 'counterparty_number', 'balance'],
  ...['ignored_rows', 'sum_rows', 'money_rows', 'check_sums', 'quote_escape', 'decimals'],
]);

function flag(fields: Fields, name: string, otherwise = false): boolean {
  const value = fields[name] ?? otherwise;
  if (typeof value === 'boolean') return value;
  throw new WrongMapping(`${name} must be true or false`);
}

function profileOf(fields: Fields): StatementProfile {
  const unknown = Object.keys(fields).find((name) => !KNOWN.has(name));
  if (unknown !== undefined) throw new WrongMapping(`${unknown.slice(0, 40)} is no field of it`);
  const decimal = among(fields, 'decimal', ['.', ','], '.');
  const thousands = texts(fields, 'thousands', decimal === '.' ? [','] : ['.', ' ']);
  if (thousands.includes(decimal)) throw new WrongMapping('thousands must not contain decimal');
  return {
    name: 'mapping',
    title: 'A profile of one’s own.',
    delimiter: among(fields, 'delimiter', DELIMITERS, ','),
    encoding: among(fields, 'encoding', STATEMENT_ENCODINGS, 'utf-8'),
    skip_lines: number(fields, 'skip_lines', [0, 1_000], 0),
    header_within_rows: number(fields, 'header_within_rows', [0, 100], 40),
    decimal,
    thousands,
    minor_units: flag(fields, 'minor_units'),
    decimals: (fields.decimals ?? null) === null ? null : number(fields, 'decimals', [0, 6], 0),
    date_formats: dateFormats(fields),
    date: needed(fields, 'date'),
    time: column(fields, 'time'),
    zone_offset_minutes: number(fields, 'zone_offset_minutes', [-840, 840], 0),
    amount: amountOf(fields),
    fee: column(fields, 'fee'),
    fee_sign: among(fields, 'fee_sign', ['+', '-'], '+'),
    status: column(fields, 'status'),
    booked_words: wordList(fields, 'booked_words', BOOKED_WORDS),
    pending_words: wordList(fields, 'pending_words', PENDING_WORDS),
    reverted_words: wordList(fields, 'reverted_words', REVERTED_WORDS),
    utr: column(fields, 'utr'),
    end_to_end_id: column(fields, 'end_to_end_id'),
    text: textColumns(fields),
    bank_id: column(fields, 'bank_id'),
    currency: column(fields, 'currency'),
    account: column(fields, 'account'),
    counterparty_name: column(fields, 'counterparty_name'),
    counterparty_number: column(fields, 'counterparty_number'),
    balance: column(fields, 'balance'),
    ignored_rows: texts(fields, 'ignored_rows', []),
    sum_rows: texts(fields, 'sum_rows', []),
    money_rows: texts(fields, 'money_rows', []),
    check_sums: flag(fields, 'check_sums', true),
    quote_escape: among(fields, 'quote_escape', QUOTE_ESCAPES, '"'),
  };
}

export function mappingProfile(fields: Fields): ReadMapping {
  try {
    return { profile: profileOf(fields) };
  } catch (error) {
    if (error instanceof WrongMapping) return { problem: error.message };
    throw error;
  }
}

/** The reverse: the JSON from which `mappingProfile` makes this profile, without default values. */
export function mappingOf(profile: StatementProfile): Record<string, unknown> {
  const { name: _, title: __, amount, ...rest } = profile;
  const { kind: ___, ...columns } = amount;
  const usual = mappingProfile({ date: 'date', amount: 'amount' });
  const plain = new Map<string, unknown>('profile' in usual ? Object.entries(usual.profile) : []);
  const differs = (name: string, value: unknown) =>
    name === 'thousands' || JSON.stringify(plain.get(name)) !== JSON.stringify(value);
  const told = Object.entries(rest).filter(([field, value]) => differs(field, value));
  return Object.fromEntries([['date', rest.date], ...Object.entries(columns), ...told]);
}
