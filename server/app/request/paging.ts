// Cursor lists: how many, and from where. Cursors are opaque to callers.

import { type Refusal, refuseFields } from '../../domain/service/refusal.ts';
import { dayStart, isKnownMoment } from '../../domain/values/day.ts';

const DEFAULT_LIMIT = 50;
const MOST = 200;

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
  return refuseFields([{ field, code: 'type', message: 'must be a whole number' }]);
}

export function readLimit(text: string | undefined): number | Refusal {
  const limit = readCount('limit', text, DEFAULT_LIMIT);
  if (typeof limit !== 'number') return limit;
  if (limit >= 1 && limit <= MOST) return limit;
  return refuseFields([{ field: 'limit', code: 'range', message: `must be from 1 to ${MOST}` }]);
}

function encodeCursor(key: readonly (string | number)[]): string {
  return Buffer.from(JSON.stringify(key)).toString('base64url');
}

/** What a part of a key looks like: an expression, or whatever else can tell. */
type Form = { test(text: string): boolean };

/** The key in a cursor: as many texts as expected, or a refusal. */
export function decodeCursor(
  cursor: string | undefined,
  forms: readonly Form[],
): string[] | null | Refusal {
  if (cursor === undefined || cursor === '') return null;
  const refused = refuseFields([
    { field: 'cursor', code: 'format', message: 'is no cursor of this list' },
  ]);
  let key: unknown;
  try {
    key = JSON.parse(Buffer.from(cursor, 'base64url').toString());
  } catch (error) {
    if (!(error instanceof SyntaxError)) throw error;
    return refused;
  }
  if (!Array.isArray(key) || key.length !== forms.length) return refused;
  // An object could not even be made a text, where its toString is something of the sender's.
  const texts = key.map((part) => (typeof part === 'object' ? '' : String(part)));
  return texts.every((text, index) => forms[index]?.test(text)) ? texts : refused;
}

export const UUID_FORM = /^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$/;
export const NUMBER_FORM = /^\d{1,18}$/;
/** What an integer column holds. */
export const INTEGER_FORM = /^\d{1,9}$/;
export const TEXT_FORM = /^[\x20-\x7e]{1,200}$/;

/** A time as lists show it, and none that the calendar does not have. */
export const MOMENT_FORM: Form = {
  test: (text) => {
    const at = Date.parse(text);
    return isKnownMoment(at) && new Date(at).toISOString() === text;
  },
};
/** The same in milliseconds. */
export const EPOCH_FORM: Form = {
  test: (text) => NUMBER_FORM.test(text) && isKnownMoment(Number(text)),
};
export const DAY_FORM: Form = { test: (text) => dayStart(text) !== null };

/** Cuts the one item that was read too many, and says where to go on. */
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
