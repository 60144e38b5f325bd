// Reads a layout of a bank's bulk payments from JSON: every field is checked, missing ones get the
// simplest value.

import { PAYMENT_TYPES } from '../../domain/values/payment-type.ts';
import { isRecord } from '../../lib/is-record.ts';
import {
  DATE_FORMATS,
  DELIMITERS,
  FILE_VALUES,
  type LayoutCell,
  PAYMENT_MODES,
  type PaymentMode,
  type PayoutLayout,
  ROW_VALUES,
} from './payout-layout.ts';

type Fields = Readonly<Record<string, unknown>>;
export type ReadLayout = { readonly layout: PayoutLayout } | { readonly problem: string };

/** Thrown and caught in this file only: the first error ends the reading. */
class WrongLayout extends Error {}

const CELLS_MAX = 60;
const TEXT_MAX = 100;
const LENGTH_MAX = 200;
/** Cells are written without quotes, and a bank's program or a spreadsheet reads them. */
const TEXT = /^(?:[A-Za-z0-9][A-Za-z0-9 ./:()_&-]*)?$/;

function refuseUnknown(fields: Fields, known: readonly string[], where: string): void {
  const unknown = Object.keys(fields).find((name) => !known.includes(name));
  if (unknown !== undefined) {
    throw new WrongLayout(`${where}${unknown.slice(0, 40)} is no field of it`);
  }
}

function among<Value extends string>(
  value: unknown,
  name: string,
  values: readonly Value[],
): Value {
  const found = values.find((one) => one === value);
  if (found !== undefined) return found;
  const shown = values.map((one) => JSON.stringify(one)).join(', ');
  throw new WrongLayout(`${name} must be one of ${shown}`);
}

function text(value: unknown, name: string): string {
  if (typeof value === 'string' && value.length <= TEXT_MAX && TEXT.test(value)) return value;
  throw new WrongLayout(
    `${name} must be at most ${TEXT_MAX} Latin letters, digits, blanks and . / : ( ) _ & -, and ` +
      'begin with a letter or digit',
  );
}

function flag(value: unknown, name: string): boolean {
  if (typeof value === 'boolean') return value;
  throw new WrongLayout(`${name} must be true or false`);
}

function length(value: unknown, name: string): number {
  const fits = typeof value === 'number' && Number.isInteger(value);
  if (fits && value >= 1 && value <= LENGTH_MAX) return value;
  throw new WrongLayout(`${name} must be a whole number from 1 to ${LENGTH_MAX}`);
}

function cell(given: unknown, name: string, values: typeof ROW_VALUES | typeof FILE_VALUES) {
  if (!isRecord(given)) throw new WrongLayout(`${name} must be an object`);
  refuseUnknown(given, ['title', 'text', 'value', 'max', 'optional'], `${name}.`);
  const title = text(given.title ?? '', `${name}.title`);
  if (given.value === undefined) return { title, text: text(given.text ?? '', `${name}.text`) };
  if (given.text !== undefined) throw new WrongLayout(`${name} has text and value: give one`);
  return {
    title,
    value: among(given.value, `${name}.value`, [...values]),
    max: length(given.max ?? LENGTH_MAX, `${name}.max`),
    optional: flag(given.optional ?? false, `${name}.optional`),
  };
}

function cells(
  given: unknown,
  name: string,
  values: typeof ROW_VALUES | typeof FILE_VALUES,
): LayoutCell[] {
  if (!Array.isArray(given) || given.length > CELLS_MAX) {
    throw new WrongLayout(`${name} must be a list of at most ${CELLS_MAX} cells`);
  }
  return given.map((one: unknown, index) => cell(one, `${name}[${index}]`, values));
}

function modesOf(given: unknown): Partial<Record<PaymentMode, string>> {
  if (!isRecord(given)) throw new WrongLayout('modes must be an object');
  refuseUnknown(given, PAYMENT_MODES, 'modes.');
  const told = PAYMENT_MODES.filter((mode) => given[mode] !== undefined);
  return Object.fromEntries(told.map((mode) => [mode, text(given[mode], `modes.${mode}`)]));
}

function typesOf(given: unknown): PayoutLayout['types'] {
  const known = PAYMENT_TYPES.map(({ type }) => type);
  if (!Array.isArray(given) || given.length === 0 || given.length > known.length) {
    throw new WrongLayout('types must be a list of payment types');
  }
  return given.map((one: unknown) => among(one, 'types', known));
}

const hasValue = (columns: readonly LayoutCell[], value: string): boolean =>
  columns.some((one) => 'value' in one && one.value === value);

/** Without these a file would pay nobody, or its bank line could not be matched. */
const NEEDED = ['payee_number', 'amount', 'end_to_end_id'] as const;

function layoutOf(fields: Fields): PayoutLayout {
  refuseUnknown(
    fields,
    [
      ...['delimiter', 'line_end', 'date_format', 'titles', 'modes', 'prefer', 'types'],
      ...['head', 'columns'],
    ],
    '',
  );
  const columns = cells(fields.columns, 'columns', ROW_VALUES);
  const modes = modesOf(fields.modes ?? {});
  const missing = NEEDED.find((value) => !hasValue(columns, value));
  if (missing !== undefined) throw new WrongLayout(`columns must have one with value ${missing}`);
  if (hasValue(columns, 'mode') && Object.keys(modes).length === 0) {
    throw new WrongLayout('modes must give the bank’s word for at least one mode');
  }
  return {
    delimiter: among(fields.delimiter ?? ',', 'delimiter', DELIMITERS),
    line_end: among(fields.line_end ?? 'crlf', 'line_end', ['crlf', 'lf'] as const),
    date_format: among(fields.date_format ?? 'YYYY-MM-DD', 'date_format', DATE_FORMATS),
    titles: flag(fields.titles ?? true, 'titles'),
    modes,
    prefer: among(fields.prefer ?? 'neft', 'prefer', ['neft', 'imps'] as const),
    types: typesOf(fields.types ?? ['account']),
    head: cells(fields.head ?? [], 'head', FILE_VALUES),
    columns,
  };
}

export function readPayoutLayout(given: unknown): ReadLayout {
  try {
    if (!isRecord(given)) throw new WrongLayout('must be a JSON object');
    return { layout: layoutOf(given) };
  } catch (error) {
    if (error instanceof WrongLayout) return { problem: error.message };
    throw error;
  }
}
