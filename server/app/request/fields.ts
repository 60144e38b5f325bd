// Reads a request's fields: after the schema the rules check them, and all wrong fields are
// reported at once.

import type { RawFields } from '../../domain/request/read-request.ts';
import {
  type FieldError,
  type FieldErrorCode,
  type Refusal,
  refuseFields,
} from '../../domain/service/refusal.ts';
import { isCurrency } from '../../domain/values/currency.ts';
import {
  PAYMENT_TYPE_RULE,
  type PaymentType,
  paymentType,
} from '../../domain/values/payment-type.ts';
import { withPlainCharacters } from '../../domain/values/plain-characters.ts';
import {
  CURRENCY_RULE,
  canonicalText,
  EMPTY_RULE,
  keyProblem,
  lengthProblem,
  textProblem,
  UUID_RULE,
} from '../../domain/values/text.ts';
import { type LocalPolicy, URL_MAX_LENGTH } from '../../domain/values/web-address.ts';
import { parseUuid } from '../../lib/uuid.ts';
import { webAddressProblem } from './read-web-address.ts';

export type { RawFields } from '../../domain/request/read-request.ts';

export type FieldReader = {
  /** A required text; '' if it is wrong (then the error is noted). */
  text(name: string, max: number): string;
  /** A required identifier in its canonical form: no invisible characters. */
  key(name: string, max: number): string;
  optionalText(name: string, max: number): string | null;
  /**
   * A UTR as somebody typed or pasted it, with the invisible characters that phones add to numbers.
   */
  utrText(name: string, max: number): string;
  /** An identifier to search for, in its canonical form. */
  optionalKey(name: string, max: number): string | null;
  uuid(name: string): string;
  /** A required whole number; 0 if it is wrong. */
  integer(name: string, bounds?: Bounds): number;
  optionalInteger(name: string): number | null;
  /** True or false; required unless there is a value for its absence. False if it is wrong. */
  flag(name: string, absent?: boolean): boolean;
  currency(name: string): string;
  type(name: string): PaymentType | null;
  webAddress(name: string, kind: 'callback' | 'return', policy: LocalPolicy): string | null;
  /** A value of a closed list; null if absent. */
  choice<Value extends string>(
    name: string,
    values: readonly Value[],
    required?: boolean,
  ): Value | null;
  raw(name: string): unknown;
  wrong(field: string, code: FieldErrorCode, message: string): void;
  /** All errors, in the order of the fields; null if there are none. */
  refusal(): Refusal | null;
};

/** `lines[3].utr` belongs to `lines`. */
const top = (field: string) => field.split(/[.[]/)[0] ?? field;

/** The errors so far; a field with an error is not checked again. */
class Notes {
  readonly #fields: RawFields['fields'];
  readonly #errors: FieldError[];

  constructor(raw: RawFields) {
    this.#fields = raw.fields;
    this.#errors = [...raw.errors];
  }

  get(name: string): unknown {
    return !this.isBad(name) && Object.hasOwn(this.#fields, name) ? this.#fields[name] : undefined;
  }

  isBad(name: string): boolean {
    // Tested first, because nearly every request is without errors.
    return this.#errors.length > 0 && this.#errors.some((error) => top(error.field) === name);
  }

  wrong(field: string, code: FieldErrorCode, message: string): void {
    if (this.#errors.some((error) => error.field === field)) return;
    this.#errors.push({ field, code, message });
  }

  refusal(order: readonly string[]): Refusal | null {
    if (this.#errors.length === 0) return null;
    const place = (error: FieldError) => {
      const index = order.indexOf(top(error.field));
      return index === -1 ? order.length : index;
    };
    return refuseFields(this.#errors.toSorted((a, b) => place(a) - place(b)));
  }
}

type Kinds = { string: string; number: number; boolean: boolean };

const TYPE_RULES: Readonly<Record<keyof Kinds, string>> = {
  string: 'must be a string in quotes, like "text"',
  number: 'must be an integer without quotes, like 1500',
  boolean: 'must be true or false, without quotes',
};

const CENTS_RULE = 'must be an integer of minor units without quotes: 150050 for 1500.50';

/** Amounts are what is sent in another way most often. */
const typeRule = (name: string, kind: keyof Kinds): string =>
  kind === 'number' && name.endsWith('_cents') ? CENTS_RULE : TYPE_RULES[kind];

/** Undefined if it is absent (noted if it is required) or of another type (always noted). */
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
  notes.wrong(name, 'type', value === '' ? EMPTY_RULE : typeRule(name, kind));
  return undefined;
}

/** Checks the length first: a text that is too long is not checked further. */
function checkedText(
  notes: Notes,
  name: string,
  required: boolean,
  max: number,
  problem: (value: string) => string | null,
): string | null {
  const value = given(notes, name, 'string', required);
  if (value === undefined) return null;
  const too_long = lengthProblem(value, max);
  if (too_long !== null) {
    notes.wrong(name, 'length', too_long);
    return null;
  }
  const found = value === '' ? EMPTY_RULE : problem(value);
  if (found === null) return value;
  notes.wrong(name, 'format', found);
  return null;
}

type Bounds = { min: number; max: number };
const ANY_NUMBER: Bounds = { min: Number.MIN_SAFE_INTEGER, max: Number.MAX_SAFE_INTEGER };

function wholeNumber(
  notes: Notes,
  name: string,
  required: boolean,
  bounds?: Bounds,
): number | null {
  const value = given(notes, name, 'number', required);
  if (value === undefined) return null;
  const { min, max } = bounds ?? ANY_NUMBER;
  const is_whole = Number.isInteger(value);
  if (is_whole && value >= min && value <= max) return value;
  if (!is_whole || bounds === undefined) notes.wrong(name, 'type', typeRule(name, 'number'));
  else
    notes.wrong(name, 'range', value < min ? `must be at least ${min}` : `must be at most ${max}`);
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
  if (found === undefined) notes.wrong(name, 'unknown_value', text === '' ? EMPTY_RULE : message);
  return found ?? null;
}

/** The form alone says how long it is. */
const ANY_LENGTH = Number.POSITIVE_INFINITY;

const uuidProblem = (value: string) => (parseUuid(value) === null ? UUID_RULE : null);
const currencyOf = (code: string) => (isCurrency(code) ? code : undefined);

/** A class, because a reader is created for each request and its methods should be shared. */
class BodyReader implements FieldReader {
  readonly #notes: Notes;
  readonly #order: readonly string[];

  constructor(raw: RawFields, order: readonly string[]) {
    this.#notes = new Notes(raw);
    this.#order = order;
  }

  text(name: string, max: number): string {
    return checkedText(this.#notes, name, true, max, (value) => textProblem(value, max)) ?? '';
  }

  key(name: string, max: number): string {
    const value = checkedText(this.#notes, name, true, max, (text) => keyProblem(text, max));
    return canonicalText(value ?? '');
  }

  optionalText(name: string, max: number): string | null {
    return checkedText(this.#notes, name, false, max, (value) => textProblem(value, max));
  }

  utrText(name: string, max: number): string {
    const problem = (value: string) => textProblem(withPlainCharacters(value), max);
    return checkedText(this.#notes, name, true, max, problem) ?? '';
  }

  optionalKey(name: string, max: number): string | null {
    const value = this.optionalText(name, max);
    return value === null ? null : canonicalText(value);
  }

  uuid(name: string): string {
    const id = checkedText(this.#notes, name, true, ANY_LENGTH, uuidProblem);
    return id === null ? '' : (parseUuid(id) ?? '');
  }

  integer(name: string, bounds?: Bounds): number {
    return wholeNumber(this.#notes, name, true, bounds) ?? 0;
  }

  optionalInteger(name: string): number | null {
    return wholeNumber(this.#notes, name, false);
  }

  flag(name: string, absent?: boolean): boolean {
    const value = given(this.#notes, name, 'boolean', absent === undefined);
    return value ?? absent ?? false;
  }

  currency(name: string): string {
    return known(this.#notes, name, true, currencyOf, CURRENCY_RULE) ?? '';
  }

  type(name: string): PaymentType | null {
    return known(this.#notes, name, true, paymentType, PAYMENT_TYPE_RULE);
  }

  webAddress(name: string, kind: 'callback' | 'return', policy: LocalPolicy): string | null {
    const problem = (value: string) => webAddressProblem(value, kind, policy);
    return checkedText(this.#notes, name, false, URL_MAX_LENGTH, problem);
  }

  choice<Value extends string>(
    name: string,
    values: readonly Value[],
    required = false,
  ): Value | null {
    const find = (word: string) => values.find((value) => value === word);
    return known(this.#notes, name, required, find, `must be one of: ${values.join(', ')}`);
  }

  raw(name: string): unknown {
    return this.#notes.get(name);
  }

  wrong(field: string, code: FieldErrorCode, message: string): void {
    this.#notes.wrong(field, code, message);
  }

  refusal(): Refusal | null {
    return this.#notes.refusal(this.#order);
  }
}

/** `order` is the documented order of the fields. */
export function readFields(raw: RawFields, order: readonly string[]): FieldReader {
  return new BodyReader(raw, order);
}
