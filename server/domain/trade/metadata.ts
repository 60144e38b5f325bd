// What merchants attach to an order for their own programs: a few keys, each with a text.

import { type Field, field, type Notes, refinedField } from '../request/request-shape.ts';
import { rawTextField, stringIn } from '../request/text-fields.ts';
import { LIMITS } from '../service/limits.ts';
import { holdsCardNumber } from '../values/card-number.ts';
import {
  canonicalText,
  EMPTY_RULE,
  keyProblem,
  LINE_PATTERN,
  lengthProblem,
  type Metadata,
  type MetadataPair,
  textProblem,
} from '../values/text.ts';

const { metadata_keys_max, metadata_key_max_length, metadata_value_max_length } = LIMITS;
const { metadata_filters_max } = LIMITS;

/** They stand around and between keys and values in the filter of a list. */
const SIGNS_OF_FILTERS = /[[\]=]/;
const NO_CARD = 'must not contain a card number';

function problemOfKey(key: string): string | null {
  if (key === '') return 'has an empty key';
  if (lengthProblem(key, metadata_key_max_length) !== null) {
    return `has a key with more than ${metadata_key_max_length} characters`;
  }
  if (SIGNS_OF_FILTERS.test(key)) return 'has a key with one of the characters [ ] =';
  const problem = keyProblem(key, metadata_key_max_length);
  if (problem !== null) return `has a key that ${problem}`;
  return holdsCardNumber(key) ? NO_CARD : null;
}

function problemOfValue(value: unknown, name: string, notes: Notes): boolean {
  const text = stringIn(value, name, notes);
  if (text === undefined) return true;
  const too_long = lengthProblem(text, metadata_value_max_length);
  const problem =
    text === '' ? EMPTY_RULE : (too_long ?? textProblem(text, metadata_value_max_length));
  const found = problem ?? (holdsCardNumber(text) ? NO_CARD : null);
  if (found === null) return false;
  notes.wrong(name, too_long === null ? 'format' : 'length', found);
  return true;
}

const isObject = (value: unknown): value is Readonly<Record<string, unknown>> =>
  typeof value === 'object' && value !== null && !Array.isArray(value);

/** Null if there are no keys: the order is then as one without metadata. */
function readMetadata(value: unknown, name: string, notes: Notes): Metadata | null | undefined {
  if (!isObject(value)) {
    notes.wrong(name, 'type', 'must be an object of texts, like {"cart": "A-17"}');
    return undefined;
  }
  const given = Object.entries(value);
  if (given.length > metadata_keys_max) {
    notes.wrong(name, 'length', `must have at most ${metadata_keys_max} keys`);
    return undefined;
  }
  const key_problem = given.map(([key]) => problemOfKey(key)).find((problem) => problem !== null);
  if (key_problem !== undefined) {
    notes.wrong(name, 'format', key_problem);
    return undefined;
  }
  const wrong = given.filter(([key, text]) => problemOfValue(text, `${name}.${key}`, notes));
  if (wrong.length > 0) return undefined;
  const pairs = given.map(([key, text]): MetadataPair => [canonicalText(key), String(text)]);
  if (new Set(pairs.map(([key]) => key)).size < pairs.length) {
    notes.wrong(name, 'format', 'has two keys that look the same');
    return undefined;
  }
  return pairs.length === 0 ? null : Object.fromEntries(pairs);
}

/** A text of a merchant's own, as requests and answers tell it. */
export const METADATA_TEXT = {
  type: 'string',
  maxLength: metadata_value_max_length,
  pattern: LINE_PATTERN,
} as const;

export const metadataField = (): Field<Metadata | null> =>
  field(
    {
      type: 'object',
      maxProperties: metadata_keys_max,
      propertyNames: {
        type: 'string',
        maxLength: metadata_key_max_length,
        pattern: '^[^\\[\\]=]+$',
      },
      additionalProperties: METADATA_TEXT,
      description:
        'Texts of your own under keys of your own, such as the number of a cart. You get them ' +
        'back with the order and in its events, and find orders by them. The payer never sees them',
      examples: [{ cart: 'A-17', channel: 'app' }],
    },
    readMetadata,
  );

/** Equal exactly if all keys have equal texts; null if there are none. */
export function metadataContent(metadata: Metadata | null): string | null {
  if (metadata === null) return null;
  const pairs = Object.entries(metadata).map(([key, text]) => [key, canonicalText(text)] as const);
  return JSON.stringify(pairs.toSorted(([a], [b]) => (a < b ? -1 : 1)));
}

/** `metadata[cart]`, as a filter of a list is called in an address. */
const FILTER = /^metadata\[([^[\]=]+)\]$/;

export const metadataKeyOf = (name: string): string | null => FILTER.exec(name)?.[1] ?? null;

/** A filter is one text within the service, with a pair in each line: no part has a line break. */
export const metadataText = (pairs: readonly MetadataPair[]): string =>
  pairs.map(([key, value]) => `${key}=${value}`).join('\n');

/** The reference shows it as an object of the query. */
export const METADATA_PAIRS = 'metadata-pairs';

const PAIR = /^([^[\]=]+)=(.+)$/u;
const FILTER_TEXT_MAX =
  metadata_filters_max * (metadata_key_max_length + metadata_value_max_length + 2);

function pairsOf(given: string, name: string, notes: Notes): MetadataPair[] | undefined {
  const lines = given.split('\n');
  if (lines.length > metadata_filters_max) {
    notes.wrong(name, 'length', `must name at most ${metadata_filters_max} keys`);
    return undefined;
  }
  const pairs = lines.map((line): MetadataPair | null => {
    const [, key, value] = PAIR.exec(line) ?? [];
    return key === undefined || value === undefined
      ? null
      : [canonicalText(key), canonicalText(value)];
  });
  if (pairs.every((pair) => pair !== null)) return pairs;
  notes.wrong(name, 'format', 'must be a key and its text, like metadata[cart]=A-17');
  return undefined;
}

/** The orders whose metadata have all of these pairs, each whole and exact. */
export const metadataFilter = (description: string): Field<readonly MetadataPair[]> =>
  refinedField(rawTextField(FILTER_TEXT_MAX, description, LINE_PATTERN), pairsOf, {
    format: METADATA_PAIRS,
    examples: [{ cart: 'A-17' }],
  });
