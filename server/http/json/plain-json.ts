// Judges the usual JSON body by what the platform's own parser made of it; in doubt it says so.
import { isReservedKey, JSON_MAX_DEPTH } from './json-scanner.ts';

/** The value, or in doubt null: the scanner then says what the text is, and where it is broken. */
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

/** Texts in the value, keys among them; NaN where it is too deep or has a reserved key. */
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
    // Not hidden: the scanner finds it again, and its place.
    if (error instanceof SyntaxError) return null;
    throw error;
  }
}

/**
 * Without escapes every quote opens or closes a text, so that their number tells how many texts
 * were written. A key that stands twice is one text more than the value has.
 */
export function plainJson(text: string): PlainJson {
  if (text.includes('\\')) return null;
  const read = parsed(text);
  if (read === null) return null;
  return countQuotes(text) === 2 * countTexts(read.value, JSON_MAX_DEPTH) ? read : null;
}
