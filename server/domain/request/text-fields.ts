// Fields that are texts: free ones, keys, ids, UTRs, web addresses.

import { parseUuid } from '../../lib/uuid.ts';
import { withPlainCharacters } from '../values/plain-characters.ts';
import {
  canonicalText,
  EMPTY_RULE,
  keyProblem,
  LINE_PATTERN,
  lengthProblem,
  textProblem,
  UTR_RULE,
  UUID_RULE,
} from '../values/text.ts';
import { normaliseUtr } from '../values/utr.ts';
import { URL_MAX_LENGTH } from '../values/web-address.ts';
import { type Field, field, type Notes, refinedField, type ToldValue } from './request-shape.ts';

const TYPE_RULE = 'must be a string in quotes, like "text"';

/** Undefined if it is no string, which is then noted. */
export function stringIn(value: unknown, name: string, notes: Notes): string | undefined {
  if (typeof value === 'string') return value;
  notes.wrong(name, 'type', TYPE_RULE);
  return undefined;
}

type Problem = (value: string, max: number) => string | null;

/** Checks the length first: a text that is too long is not checked further. */
function checked(value: unknown, name: string, notes: Notes, max: number, problem: Problem) {
  const text = stringIn(value, name, notes);
  if (text === undefined) return undefined;
  const too_long = lengthProblem(text, max);
  if (too_long !== null) {
    notes.wrong(name, 'length', too_long);
    return undefined;
  }
  const found = text === '' ? EMPTY_RULE : problem(text, max);
  if (found === null) return text;
  notes.wrong(name, 'format', found);
  return undefined;
}

type More = Partial<Omit<ToldValue, 'type' | 'maxLength'>>;

const toldText = (max: number, description: string | undefined, more: More): ToldValue => ({
  type: 'string',
  maxLength: max,
  ...(description === undefined ? {} : { description }),
  ...more,
});

/** Of a text in which control characters are refused. */
const toldLine = (max: number, description: string | undefined, more: More): ToldValue =>
  toldText(max, description, { pattern: LINE_PATTERN, ...more });

export function textField(max: number, description?: string, more: More = {}): Field<string> {
  return field(toldLine(max, description, more), (value, name, notes) =>
    checked(value, name, notes, max, textProblem),
  );
}

/** An identifier in its canonical form: no invisible characters. */
export function keyField(max: number, description?: string, more: More = {}): Field<string> {
  return field(toldLine(max, description, more), (value, name, notes) => {
    const given = checked(value, name, notes, max, keyProblem);
    return given === undefined ? undefined : canonicalText(given);
  });
}

/** A key as it was sent, beside its canonical form; `as_sent` is null if the two are equal. */
export type SentKey = { readonly key: string; readonly as_sent: string | null };

export function sentKeyField(max: number, description?: string): Field<SentKey> {
  return field(toldLine(max, description, {}), (value, name, notes) => {
    const given = checked(value, name, notes, max, keyProblem);
    if (given === undefined) return undefined;
    const canonical = canonicalText(given);
    return { key: canonical, as_sent: canonical === given ? null : given };
  });
}

/** An identifier to search for, in its canonical form. */
export const searchedKeyField = (max: number, description?: string): Field<string> =>
  refinedField(textField(max, description), canonicalText);

/** A text whose form, `pattern`, is read by something else: only its length is checked here. */
export function rawTextField(
  max: number,
  description: string,
  pattern: string,
  more: More = {},
): Field<string> {
  return field(toldText(max, description, { pattern, ...more }), (value, name, notes) => {
    const given = stringIn(value, name, notes);
    const problem = given === undefined ? null : lengthProblem(given, max);
    if (problem !== null) notes.wrong(name, 'length', problem);
    return problem === null ? given : undefined;
  });
}

/** The form alone says how long it is. */
export function uuidField(description?: string, rule = UUID_RULE): Field<string> {
  const told: ToldValue = {
    type: 'string',
    format: 'uuid',
    ...(description === undefined ? {} : { description }),
  };
  return field(told, (value, name, notes) => {
    const id = typeof value === 'string' ? parseUuid(value) : null;
    if (id !== null) return id;
    const given = stringIn(value, name, notes);
    if (given !== undefined) notes.wrong(name, 'format', given === '' ? EMPTY_RULE : rule);
    return undefined;
  });
}

/** With separators; the canonical form has at most 35. */
const UTR_TEXT_MAX = 100;

const pastedProblem: Problem = (value, max) => textProblem(withPlainCharacters(value), max);

function canonicalUtr(given: string, name: string, notes: Notes): string | undefined {
  const utr = normaliseUtr(given);
  if (utr !== null) return utr;
  notes.wrong(name, 'format', UTR_RULE);
  return undefined;
}

/** A UTR in canonical form. */
export const utrField = (description?: string): Field<string> =>
  refinedField(textField(UTR_TEXT_MAX, description), canonicalUtr);

/** The same, as somebody pasted it: with the invisible characters that phones add to numbers. */
export function pastedUtrField(description?: string): Field<string> {
  return field(toldLine(UTR_TEXT_MAX, description, {}), (value, name, notes) => {
    const given = checked(value, name, notes, UTR_TEXT_MAX, pastedProblem);
    return given === undefined ? undefined : canonicalUtr(given, name, notes);
  });
}

/** In canonical form. A text that cannot be a UTR finds nothing, rather than everything. */
export const searchedUtrField = (description?: string): Field<string> =>
  refinedField(textField(UTR_TEXT_MAX, description), (given) => normaliseUtr(given) ?? given);

export function webAddressField(
  kind: 'callback' | 'return',
  description?: string,
): Field<string, 'addressProblem'> {
  const told = toldText(URL_MAX_LENGTH, description, { format: 'uri' });
  return field(
    told,
    (value, name, notes) =>
      checked(value, name, notes, URL_MAX_LENGTH, (address) => {
        const { addressProblem } = notes.facts;
        if (addressProblem === undefined) throw new Error('Web addresses need their rules');
        return addressProblem(address, kind);
      }),
    ['addressProblem'],
  );
}
