// Fields that are whole numbers, amounts, or true and false.

import { LIMITS } from '../service/limits.ts';
import { EMPTY_RULE } from '../values/text.ts';
import { type Field, field, type Notes, refinedField, type ToldValue } from './request-shape.ts';

const INTEGER_RULE = 'must be an integer without quotes, like 1500';
const CENTS_RULE = 'must be an integer of minor units without quotes: 150050 for 1500.50';
const FLAG_RULE = 'must be true or false, without quotes';

/** Amounts are what is sent in another way most often. */
const typeRule = (name: string): string => (name.endsWith('_cents') ? CENTS_RULE : INTEGER_RULE);

/** A number as descriptions write it: `10,000`. */
export function grouped(value: number | bigint): string {
  const digits = String(value);
  const parts: string[] = [];
  for (let end = digits.length; end > 0; end -= 3) {
    parts.unshift(digits.slice(Math.max(0, end - 3), end));
  }
  return parts.join(',');
}

const described = (description: string | undefined) =>
  description === undefined ? {} : { description };

function noteType(value: unknown, name: string, notes: Notes): undefined {
  notes.wrong(name, 'type', value === '' ? EMPTY_RULE : typeRule(name));
  return undefined;
}

/** The whole numbers that JSON carries exactly. */
export const EXACT = {
  minimum: Number.MIN_SAFE_INTEGER,
  maximum: Number.MAX_SAFE_INTEGER,
} as const;

/** Any of them. */
export function integerField(description?: string, more: Partial<ToldValue> = {}): Field<number> {
  const told: ToldValue = { type: 'integer', ...EXACT, ...described(description), ...more };
  return field(told, (value, name, notes) =>
    typeof value === 'number' && Number.isSafeInteger(value) ? value : noteType(value, name, notes),
  );
}

export type Bounds = { readonly min: number; readonly max: number };

/** `rule`: the words for both bounds, instead of one sentence for each. */
export function integerWithin(
  { min, max, rule }: Bounds & { readonly rule?: string },
  description?: string,
  more: Partial<ToldValue> = {},
): Field<number> {
  const told: ToldValue = {
    type: 'integer',
    minimum: min,
    maximum: max,
    ...described(description),
    ...more,
  };
  return field(told, (value, name, notes) => {
    if (typeof value !== 'number' || !Number.isInteger(value)) return noteType(value, name, notes);
    if (value >= min && value <= max) return value;
    // Numbers that JSON does not carry exactly are of the wrong type if one sentence tells both.
    if (rule !== undefined && !Number.isSafeInteger(value)) return noteType(value, name, notes);
    const broken = value < min ? `must be at least ${min}` : `must be at most ${max}`;
    notes.wrong(name, 'range', rule ?? broken);
    return undefined;
  });
}

/** The same with one sentence for both bounds. */
export const countWithin = (min: number, max: number, description?: string): Field<number> =>
  integerWithin({ min, max, rule: `must be from ${min} to ${max}` }, description);

/** An amount of an order in minor units: 1 … 10^12. */
export const amountField = (description?: string): Field<bigint> =>
  refinedField(
    integerWithin({ min: LIMITS.amount_min_cents, max: LIMITS.amount_max_cents }, description),
    BigInt,
  );

export function flagField(description?: string): Field<boolean> {
  const told: ToldValue = { type: 'boolean', ...described(description) };
  return field(told, (value, name, notes) => {
    if (typeof value === 'boolean') return value;
    notes.wrong(name, 'type', value === '' ? EMPTY_RULE : FLAG_RULE);
    return undefined;
  });
}
