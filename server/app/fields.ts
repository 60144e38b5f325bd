// Reading a request's fields: what the schema let through is checked by the rules, and all wrong
// fields are told at once.
import { isCurrency } from '../domain/currency.ts';
import { type PaymentType, paymentType } from '../domain/payment-type.ts';
import {
  type FieldError,
  type FieldErrorCode,
  type Refusal,
  refuseFields,
} from '../domain/refusal.ts';
import { keyProblem, textProblem } from '../domain/text.ts';
import { parseUuid } from '../domain/uuid.ts';
import {
  callbackUrlProblem,
  type LocalPolicy,
  returnUrlProblem,
  type WebAddress,
} from '../domain/web-address.ts';

/** The fields of a JSON object and what the schema found wrong with them. */
export type RawFields = {
  fields: Readonly<Record<string, unknown>>;
  errors: readonly FieldError[];
};

export type FieldReader = {
  /** A required text; '' where it is wrong (and the error is noted). */
  text(name: string, max: number): string;
  /** A required identifier: no invisible characters. */
  key(name: string, max: number): string;
  optionalText(name: string, max: number): string | null;
  uuid(name: string): string;
  integer(name: string): number;
  optionalInteger(name: string): number | null;
  currency(name: string): string;
  type(name: string): PaymentType | null;
  webAddress(name: string, kind: 'callback' | 'return', policy: LocalPolicy): string | null;
  /** A value of a closed list; null where absent. */
  choice<Value extends string>(name: string, values: readonly Value[]): Value | null;
  raw(name: string): unknown;
  wrong(field: string, code: FieldErrorCode, message: string): void;
  /** All errors, in the order of the fields; null where there are none. */
  refusal(): Refusal | null;
};

export function parseWebAddress(raw: string): WebAddress | null {
  if (!URL.canParse(raw)) return null;
  const url = new URL(raw);
  return {
    scheme: url.protocol.slice(0, -1),
    host: url.hostname,
    port: url.port,
    has_credentials: url.username !== '' || url.password !== '',
    raw,
  };
}

type Notes = {
  get(name: string): unknown;
  isBad(name: string): boolean;
  wrong(field: string, code: FieldErrorCode, message: string): void;
  refusal(order: readonly string[]): Refusal | null;
};

/** `lines[3].utr` belongs to `lines`. */
const top = (field: string) => field.split(/[.[]/)[0] ?? field;

/** What is wrong so far; a field that is known to be wrong is not looked at again. */
function takeNotes(raw: RawFields): Notes {
  const errors = [...raw.errors];
  const bad = new Set(errors.map((error) => top(error.field)));
  return {
    get: (name) =>
      !bad.has(name) && Object.hasOwn(raw.fields, name) ? raw.fields[name] : undefined,
    isBad: (name) => bad.has(name),
    wrong(field, code, message) {
      if (errors.some((error) => error.field === field)) return;
      errors.push({ field, code, message });
      bad.add(top(field));
    },
    refusal(order) {
      if (errors.length === 0) return null;
      const place = (error: FieldError) => {
        const index = order.indexOf(top(error.field));
        return index === -1 ? order.length : index;
      };
      return refuseFields(errors.toSorted((a, b) => place(a) - place(b)));
    },
  };
}

type Kinds = { string: string; number: number };

/** Undefined where it is absent (noted where it is required) or of another type (always noted). */
function given<Kind extends keyof Kinds>(
  notes: Notes,
  name: string,
  kind: Kind,
  required: boolean,
): Kinds[Kind] | undefined {
  const value = notes.get(name);
  if (value === undefined || value === null) {
    if (required && !notes.isBad(name)) notes.wrong(name, 'required', 'is required');
    return undefined;
  }
  if (typeof value === kind) return value as Kinds[Kind];
  notes.wrong(name, 'type', kind === 'string' ? 'must be a string' : 'must be an integer');
  return undefined;
}

function checkedText(
  notes: Notes,
  name: string,
  required: boolean,
  problem: (value: string) => string | null,
): string | null {
  const value = given(notes, name, 'string', required);
  if (value === undefined) return null;
  const found = problem(value);
  if (found === null) return value;
  notes.wrong(name, 'format', found);
  return null;
}

function wholeNumber(notes: Notes, name: string, required: boolean): number | null {
  const value = given(notes, name, 'number', required);
  if (value === undefined) return null;
  if (Number.isSafeInteger(value)) return value;
  notes.wrong(name, 'type', 'must be an integer');
  return null;
}

function known<Value>(
  notes: Notes,
  name: string,
  required: boolean,
  find: (text: string) => Value | undefined,
  message: string,
): Value | null {
  const text = given(notes, name, 'string', required);
  if (text === undefined) return null;
  const found = find(text);
  if (found === undefined) notes.wrong(name, 'unknown_value', message);
  return found ?? null;
}

const PROBLEMS = { callback: callbackUrlProblem, return: returnUrlProblem };

function webAddressProblem(value: string, kind: keyof typeof PROBLEMS, policy: LocalPolicy) {
  const address = parseWebAddress(value);
  return address === null ? 'must be a complete URL' : PROBLEMS[kind](address, policy);
}

const CURRENCY = 'must be an ISO 4217 currency code in upper case';
const UUID = 'must be a UUID';

/** `order` is the documented order of the fields. */
export function readFields(raw: RawFields, order: readonly string[]): FieldReader {
  const notes = takeNotes(raw);
  const text = (name: string, required: boolean, problem: (value: string) => string | null) =>
    checkedText(notes, name, required, problem);
  return {
    text: (name, max) => text(name, true, (value) => textProblem(value, max)) ?? '',
    key: (name, max) => text(name, true, (value) => keyProblem(value, max)) ?? '',
    optionalText: (name, max) => text(name, false, (value) => textProblem(value, max)),
    uuid(name) {
      const id = text(name, true, (value) => (parseUuid(value) === null ? UUID : null));
      return parseUuid(id ?? '') ?? '';
    },
    integer: (name) => wholeNumber(notes, name, true) ?? 0,
    optionalInteger: (name) => wholeNumber(notes, name, false),
    currency: (name) =>
      known(notes, name, true, (code) => (isCurrency(code) ? code : undefined), CURRENCY) ?? '',
    type: (name) => known(notes, name, true, paymentType, 'must be a known payment type'),
    webAddress: (name, kind, policy) =>
      text(name, false, (value) => webAddressProblem(value, kind, policy)),
    choice(name, values) {
      const find = (word: string) => values.find((value) => value === word);
      return known(notes, name, false, find, `must be one of: ${values.join(', ')}`);
    },
    raw: notes.get,
    wrong: notes.wrong,
    refusal: () => notes.refusal(order),
  };
}
