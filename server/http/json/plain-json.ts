// Checks ordinary JSON bodies with the platform's own parser; if in doubt it leaves them to the
// scanner.
import { isReservedKey, JSON_MAX_DEPTH } from './json-scanner.ts';

/** The value, or null if in doubt: then the scanner finds the error and its position. */
export type PlainJson = { readonly value: unknown } | null;

const QUOTE = '"';

function countQuotes(text: string): number {
  let count = 0;
  for (let at = text.indexOf(QUOTE); at !== -1; at = text.indexOf(QUOTE, at + 1)) count += 1;
  return count;
}

type Members = Readonly<Record<string, unknown>>;

function countInItems(items: readonly unknown[], depth_left: number): number {
  let count = 0;
  for (const item of items) count += countTexts(item, depth_left);
  return count;
}

function countInMembers(members: Members, depth_left: number): number {
  let count = 0;
  for (const key of Object.keys(members)) {
    if (isReservedKey(key)) return Number.NaN;
    count += 1 + countTexts(members[key], depth_left);
  }
  return count;
}

/**
 * The number of texts in the value, keys included; NaN if it is nested too deep or has a reserved
 * key.
 */
function countTexts(value: unknown, depth_left: number): number {
  if (typeof value === 'string') return 1;
  if (typeof value !== 'object' || value === null) return 0;
  if (depth_left === 0) return Number.NaN;
  return Array.isArray(value)
    ? countInItems(value, depth_left - 1)
    : countInMembers(value as Members, depth_left - 1);
}

function parsed(text: string): PlainJson {
  try {
    return { value: JSON.parse(text) };
  } catch (error) {
    // The error is not lost: the scanner finds it again, with its position.
    if (error instanceof SyntaxError) return null;
    throw error;
  }
}

/**
 * Without escapes every quote begins or ends a text, so their number gives the number of texts
 * written. A duplicate key makes this one more than the value has.
 */
export function plainJson(text: string): PlainJson {
  if (text.includes('\\')) return null;
  const read = parsed(text);
  if (read === null) return null;
  return countQuotes(text) === 2 * countTexts(read.value, JSON_MAX_DEPTH) ? read : null;
}
