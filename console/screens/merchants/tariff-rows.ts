// Tariffs as rows of a form, and the difference between two lists of them.
import type { NewTariff, Tariff } from '../../api/schema.gen.ts';
import type { Changed } from '../../parts/act/changed.ts';
import {
  decimalProblem,
  readDecimal,
  shownPercent,
  writtenDecimal,
} from '../../parts/amount/decimal.ts';
import { choicesOf } from '../../parts/list/choices.ts';
import { MERCHANT_TEXTS } from '../../texts/merchants/merchants.ts';
import { DIRECTION_NAMES, TYPE_NAMES } from '../../texts/trade-words.ts';

const { any, no_percent, in_row } = MERCHANT_TEXTS.tariffs;

export const TYPES = [...choicesOf(TYPE_NAMES)];

export type Row = {
  readonly direction: Tariff['direction'];
  /** '' for any. */
  readonly type: string;
  readonly currency: string;
  readonly percent: string;
};

export const NEW_ROW: Row = { direction: 'payin', type: '', currency: '', percent: '' };

export const rowOf = ({ direction, type, currency, percent }: Tariff): Row => ({
  direction,
  type: type ?? '',
  currency: currency ?? '',
  percent: writtenDecimal(percent),
});

const orNull = (text: string) => (text.trim() === '' ? null : text.trim());

/** The first row whose percentage cannot be read, and why; null: there is none. */
export function wrongRow(rows: readonly Row[]): string | null {
  const at = rows.findIndex((row) => percentProblem(row) !== null);
  const row = rows[at];
  return row === undefined ? null : in_row(at + 1, percentProblem(row) ?? '');
}

/** An empty field is no fee. */
const percentOf = ({ percent }: Row): number | null =>
  percent.trim() === '' ? 0 : readDecimal(percent);

export const percentProblem = (row: Row): string | null =>
  percentOf(row) === null ? decimalProblem(row.percent, no_percent) : null;

export const tariffOf = (row: Row): NewTariff => ({
  direction: row.direction,
  type: orNull(row.type),
  currency: orNull(row.currency),
  percent: percentOf(row) ?? Number.NaN,
});

const nameOf = ({ direction, type, currency }: Row) =>
  [DIRECTION_NAMES[direction], type || any, currency || any].join(' · ');

function shown(row: Row | undefined): string {
  if (row === undefined) return '';
  const percent = percentOf(row);
  return percent === null ? `${row.percent} %` : shownPercent(percent);
}

export function changesOf(before: readonly Row[], after: readonly Row[]): readonly Changed[] {
  const [was, is] = [before, after].map((rows) => new Map(rows.map((row) => [nameOf(row), row])));
  const names = [...new Set([...(was?.keys() ?? []), ...(is?.keys() ?? [])])];
  return names
    .map((label) => ({
      label,
      before: shown(was?.get(label)),
      after: shown(is?.get(label)),
    }))
    .filter((one) => one.before !== one.after);
}
