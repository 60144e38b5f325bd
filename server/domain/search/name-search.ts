// The search of a list by name: rows that have all words somewhere, as people type them.
import { optionalField, refinedField } from '../request/request-shape.ts';
import { textField } from '../request/text-fields.ts';

const TYPED_MAX = 100;
/** Each is compared with every name of a list, so one request costs as many passes. */
const MOST_WORDS = 12;

/** As names are compared: without regard to upper and lower case. */
export function nameWords(typed: string): readonly string[] {
  const words = typed.toLowerCase().split(/\s+/);
  return [...new Set(words)].filter((word) => word !== '');
}

/** Whether each word is a part of one of the names. */
export function hasNames(words: readonly string[], names: readonly (string | null)[]): boolean {
  const lower = names.map((name) => name?.toLowerCase() ?? '');
  return words.every((word) => lower.some((name) => name.includes(word)));
}

/** No words: all rows. `names`: of what, for the reference. */
export const namesFilter = (names: string) =>
  optionalField(
    refinedField(
      textField(TYPED_MAX, `At most ${MOST_WORDS} words, or parts of them, in ${names}`),
      (typed, field, notes) => {
        const words = nameWords(typed);
        if (words.length <= MOST_WORDS) return words;
        notes.wrong(field, 'length', `must have at most ${MOST_WORDS} different words`);
        return undefined;
      },
    ),
  );
