// Lists in pages: how many items, and from where. Cursors are opaque to callers.

import { LIST_LIMIT } from '../../domain/request/page-fields.ts';
import { isRefusal, type Refusal, refuseFields } from '../../domain/service/refusal.ts';
import { dayStart, isKnownMoment } from '../../domain/values/day.ts';

export type Page<Item> = { data: Item[]; next_cursor: string | null };

/** A whole number ≥ 0 from a query string. */
export function readCount(
  field: string,
  text: string | undefined,
  otherwise: number,
): number | Refusal {
  if (text === undefined || text === '') return otherwise;
  const value = /^\d{1,15}$/.test(text) ? Number(text) : Number.NaN;
  if (Number.isSafeInteger(value)) return value;
  const message = 'must be a whole number from 0, like 50';
  return refuseFields([{ field, code: 'type', message }]);
}

export function readLimit(text: string | undefined): number | Refusal {
  const limit = readCount('limit', text, LIST_LIMIT.otherwise);
  if (typeof limit !== 'number') return limit;
  const { most } = LIST_LIMIT;
  if (limit >= 1 && limit <= most) return limit;
  return refuseFields([{ field: 'limit', code: 'range', message: `must be from 1 to ${most}` }]);
}

export function encodeCursor(key: readonly unknown[]): string {
  return Buffer.from(JSON.stringify(key)).toString('base64url');
}

/** Whatever JSON it has; undefined if it has none. */
export function openCursor(cursor: string): unknown {
  try {
    return JSON.parse(Buffer.from(cursor, 'base64url').toString());
  } catch (error) {
    if (!(error instanceof SyntaxError)) throw error;
    return undefined;
  }
}

/** The form of a part of a key: a regular expression, or anything else that can test it. */
type Form = { test(text: string): boolean };

/** The parts of the key in a cursor, each in its expected form; otherwise a refusal. */
function decodeCursor(
  cursor: string | undefined,
  forms: readonly Form[],
): string[] | null | Refusal {
  if (cursor === undefined || cursor === '') return null;
  const refused = refuseFields([
    { field: 'cursor', code: 'format', message: 'is not a cursor of this list' },
  ]);
  const key = openCursor(cursor);
  if (!Array.isArray(key) || key.length !== forms.length) return refused;
  // Converting an object to text would call a toString that the sender may have set.
  const texts = key.map((part) => (typeof part === 'object' ? '' : String(part)));
  return texts.every((text, index) => forms[index]?.test(text)) ? texts : refused;
}

/** One refusal with all wrong fields in their order; a refusal of another kind stands alone. */
export function refuseTogether(read: readonly unknown[]): Refusal {
  const refused = read.filter((one) => isRefusal(one));
  const other = refused.find(({ errors }) => errors === undefined);
  return other ?? refuseFields(refused.flatMap(({ errors = [] }) => errors));
}

export type PageQuery = { cursor?: string | undefined; limit?: string | undefined };

export type AskedPage = { limit: number; cursor: string[] | null };

/**
 * Reads which page of a list is asked for. `filters` are the list's own fields as they were read,
 * or what is wrong with them: all wrong fields are told at once.
 */
export function readPage<Filters = null>(
  query: PageQuery,
  forms: readonly Form[],
  filters: Filters | Refusal,
): (AskedPage & { filters: Filters }) | Refusal {
  const limit = readLimit(query.limit);
  const cursor = decodeCursor(query.cursor, forms);
  if (isRefusal(filters) || isRefusal(limit) || isRefusal(cursor)) {
    return refuseTogether([filters, limit, cursor]);
  }
  return { limit, cursor, filters };
}

export const UUID_FORM = /^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$/;
export const NUMBER_FORM = /^\d{1,18}$/;
/** Fits into an integer column. */
export const INTEGER_FORM = /^\d{1,9}$/;
export const TEXT_FORM = /^[\x20-\x7e]{1,200}$/;

/** A time as lists show it; dates that do not exist are refused. */
export const MOMENT_FORM: Form = {
  test: (text) => {
    const at = Date.parse(text);
    return isKnownMoment(at) && new Date(at).toISOString() === text;
  },
};
/** The same in epoch milliseconds. */
export const EPOCH_FORM: Form = {
  test: (text) => NUMBER_FORM.test(text) && isKnownMoment(Number(text)),
};
export const DAY_FORM: Form = { test: (text) => dayStart(text) !== null };

/** Drops the extra item that was read, and makes the cursor of the next page from it. */
export function pageOf<Item>(
  found: readonly Item[],
  limit: number,
  keyOf: (item: Item) => readonly (string | number)[],
): Page<Item> {
  const data = found.slice(0, limit);
  const last = data.at(-1);
  const more = found.length > limit && last !== undefined;
  return { data, next_cursor: more ? encodeCursor(keyOf(last)) : null };
}
