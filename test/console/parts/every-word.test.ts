// Every closed list of the operators’ API has its words in the console: a value that nobody could
// read is named.
import { deepEqual, ok } from 'node:assert/strict';
import { describe, it } from 'node:test';
import { AMONG_OTHERS, NOT_SHOWN, SHOWN } from './enum-words.ts';
import { everyEnum, type Found, isObject } from './enums-of-api.ts';

const FOUND = everyEnum();
const named = new Map<string, readonly string[]>(
  FOUND.map(({ place, values }) => [place, values] as const),
);

/** The first place of each closed list; the others have the same values. */
function differentLists(): readonly Found[] {
  const lists = new Map<string, Found>();
  for (const one of FOUND) {
    const key = one.values.toSorted().join();
    if (!lists.has(key)) lists.set(key, one);
  }
  return [...lists.values()];
}

const valuesOf = (place: string) => new Set(named.get(place) ?? []);
const SHOWN_LISTS = Object.keys(SHOWN).map(valuesOf);
const HIDDEN_LISTS = Object.keys(NOT_SHOWN).map(valuesOf);

/** Some of the values that have words, or exactly those of a list that nobody reads. */
const isKnown = ({ values }: Found): boolean =>
  SHOWN_LISTS.some((words) => values.every((value) => words.has(value))) ||
  HIDDEN_LISTS.some((all) => all.size === values.length && values.every((one) => all.has(one)));

/** A text, a sentence of an amount, or a label with what it does. */
function hasWord(words: Readonly<Record<string, unknown>>, value: string): boolean {
  const word = words[value];
  if (typeof word === 'string') return word !== '' && (word !== value || !value.includes('_'));
  return typeof word === 'function' || isObject(word) || Array.isArray(word);
}

describe('the closed lists of the operators’ API', () => {
  it('are found in the document', () => {
    ok(FOUND.length > 200, `${FOUND.length} were found`);
    deepEqual(named.get('Alert.severity'), ['warning', 'critical']);
    deepEqual(named.get('Person.second_factors'), ['totp', 'passkey']);
    ok(named.get('listTrades direction')?.includes('payout'));
  });

  it('each have words, or a reason why nobody reads them', () => {
    const wordless = differentLists().filter((list) => !isKnown(list));
    deepEqual(
      wordless.map(({ place, values }) => `${place}: ${values.join(', ')}`),
      [],
    );
  });

  it('have a word for each of their values', () => {
    const wordless = Object.entries(SHOWN).flatMap(([place, words]) => {
      const values = named.get(place) ?? [];
      ok(values.length > 0, `${place} is no closed list of the document`);
      return values.filter((value) => !hasWord(words, value)).map((value) => `${place}: ${value}`);
    });
    deepEqual(wordless, []);
  });

  it('have no word for what is no value of theirs', () => {
    const left = Object.entries(SHOWN).flatMap(([place, words]) =>
      AMONG_OTHERS.has(place)
        ? []
        : Object.keys(words)
            .filter((word) => named.get(place)?.includes(word) !== true)
            .map((word) => `${place}: ${word}`),
    );
    deepEqual(left, []);
  });

  it('that nobody reads are in the document', () => {
    deepEqual(
      Object.keys(NOT_SHOWN).filter((place) => !named.has(place)),
      [],
    );
  });
});
