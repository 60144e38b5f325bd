// The search of a list by name: rows that have all words somewhere, as people type them.
import { optionalField, refinedField } from '../request/request-shape.ts';
import { textField } from '../request/text-fields.ts';

const TYPED_MAX = 100;

/** As names are compared: without regard to upper and lower case. */
export const nameWords = (typed: string): readonly string[] =>
  typed
    .toLowerCase()
    .split(/\s+/)
    .filter((word) => word !== '');

/** Whether each word is a part of one of the names. */
export function hasNames(words: readonly string[], names: readonly (string | null)[]): boolean {
  const lower = names.map((name) => name?.toLowerCase() ?? '');
  return words.every((word) => lower.some((name) => name.includes(word)));
}

/** No words: all rows. `names`: of what, for the reference. */
export const namesFilter = (names: string) =>
  optionalField(
    refinedField(textField(TYPED_MAX, `Words, or parts of them, in ${names}`), nameWords),
  );
