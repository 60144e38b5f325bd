// Tariffs as rows of a form, and the difference between two lists of them.
import type { NewTariff, Tariff } from '../../api/schema.gen.ts';
import type { Changed } from '../../parts/act/changed.ts';
import { choicesOf } from '../../parts/list/choices.ts';
import { MERCHANT_TEXTS } from '../../texts/merchants/merchants.ts';
import { DIRECTION_NAMES, TYPE_NAMES } from '../../texts/trade-words.ts';

const { any } = MERCHANT_TEXTS.tariffs;

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
  percent: String(percent),
});

const orNull = (text: string) => (text.trim() === '' ? null : text.trim());

/** A wrong number is sent as it is, so that the service says what is wrong with it. */
export const tariffOf = ({ direction, type, currency, percent }: Row): NewTariff => ({
  direction,
  type: orNull(type),
  currency: orNull(currency),
  percent: Number(percent.replace(',', '.')),
});

const nameOf = ({ direction, type, currency }: Row) =>
  [DIRECTION_NAMES[direction], type || any, currency || any].join(' · ');

const shown = (row: Row | undefined) => (row === undefined ? '' : `${row.percent || '0'} %`);

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
