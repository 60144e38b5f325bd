// Filters that several lists share, read from a query string.

import { EMPTY_RULE } from '../../domain/values/text.ts';
import { normaliseUtr } from '../../domain/values/utr.ts';
import { DAY_MS } from '../../lib/durations.ts';
import type { FieldReader } from './fields.ts';
import { readMoment } from './read-moment.ts';

/** With separators; the canonical form has at most 35. */
const UTR_TEXT_MAX = 100;
const WHOLE_NUMBER = /^-?\d{1,16}$/;

type Query = Readonly<Record<string, string | undefined>>;

/** Null if the filter is absent, or wrong; then the error is noted. */
function readCents(reader: FieldReader, query: Query, name: string): bigint | null {
  const given = query[name];
  if (given === undefined) return null;
  const value = WHOLE_NUMBER.test(given) ? Number(given) : Number.NaN;
  if (Number.isSafeInteger(value)) return BigInt(value);
  const rule = 'must be a whole number of minor units, like 150050';
  reader.wrong(name, 'type', given === '' ? EMPTY_RULE : rule);
  return null;
}

export const AMOUNT_FILTERS = ['amount_cents', 'amount_min_cents', 'amount_max_cents'] as const;

/** One amount, or a range that includes both of its ends. */
export function readAmounts(reader: FieldReader, query: Query) {
  const amount_cents = readCents(reader, query, 'amount_cents');
  const min = readCents(reader, query, 'amount_min_cents');
  const max = readCents(reader, query, 'amount_max_cents');
  if (min !== null && max !== null && min > max) {
    reader.wrong('amount_max_cents', 'range', 'must not be below amount_min_cents');
  }
  return { amount_cents, amount_min_cents: min, amount_max_cents: max };
}

export const TIME_FILTERS = ['from', 'to', 'day'] as const;

/** A time of the query; null if it is absent. */
const optionalMoment = (reader: FieldReader, query: Query, name: string): number | null =>
  query[name] === undefined ? null : readMoment(reader, name);

/** Times at or after `from` and before `to`; null means no bound. A `day` is that day in UTC. */
export function readTimes(
  reader: FieldReader,
  query: Query,
): { from: number | null; to: number | null } {
  const moment = (name: (typeof TIME_FILTERS)[number]) => optionalMoment(reader, query, name);
  const [from, to, day] = [moment('from'), moment('to'), moment('day')];
  if (day === null) return { from, to };
  const others = from !== null || to !== null;
  if (others) reader.wrong('day', 'not_allowed', 'cannot be combined with from or to');
  else if (day % DAY_MS !== 0) reader.wrong('day', 'format', 'must be a day like 2026-03-01');
  return { from: day, to: day + DAY_MS };
}

/** In canonical form. A text that cannot be a UTR finds nothing, rather than everything. */
export function readUtrFilter(reader: FieldReader): string | null {
  const utr = reader.optionalText('utr', UTR_TEXT_MAX);
  return utr === null ? null : (normaliseUtr(utr) ?? utr);
}
