// Fields that are words of a closed list: states and the like, currencies, payment types.

import { isCurrency } from '../values/currency.ts';
import {
  PAYMENT_TYPE_RULE,
  PAYMENT_TYPE_TOLD,
  PAYMENT_TYPES,
  type PaymentType,
  paymentType,
} from '../values/payment-type.ts';
import { CURRENCY_RULE, EMPTY_RULE } from '../values/text.ts';
import { type Field, field, type Read, type ToldValue } from './request-shape.ts';
import { stringIn } from './text-fields.ts';

const described = (description: string | undefined) =>
  description === undefined ? {} : { description };

/** A text in which a value is found; any other is refused with `rule`. */
function found<Value>(find: (given: string) => Value | undefined, rule: string): Read<Value> {
  return (value, name, notes) => {
    const given = stringIn(value, name, notes);
    if (given === undefined) return undefined;
    const one = find(given);
    if (one === undefined) notes.wrong(name, 'unknown_value', given === '' ? EMPTY_RULE : rule);
    return one;
  };
}

/** One of the words. */
export function choiceField<Word extends string>(
  words: readonly Word[],
  description?: string,
): Field<Word> {
  const told: ToldValue = { type: 'string', enum: words, ...described(description) };
  const find = (given: string) => words.find((word) => word === given);
  return field(told, found(find, `must be one of: ${words.join(', ')}`));
}

const currencyOf = (code: string) => (isCurrency(code) ? code : undefined);

/** Of any code: the list of known ones is longer than a reader wants to see. */
export const TOLD_CURRENCY = { type: 'string', maxLength: 3, pattern: '^[A-Z]{3}$' } as const;

export const currencyField = (description?: string, more: Partial<ToldValue> = {}): Field<string> =>
  field({ ...TOLD_CURRENCY, ...described(description), ...more }, found(currencyOf, CURRENCY_RULE));

/** Of the name of a layout or profile, which clients take from a list too. */
export const TOLD_LAYOUT = {
  type: 'string',
  maxLength: 64,
  pattern: '^[a-z0-9][a-z0-9-]*$',
} as const;

/** Of a type that clients take from a list, to which others may be added. */
export const TOLD_TYPE = { type: 'string', maxLength: 32, pattern: '^[a-z][a-z0-9_]*$' } as const;

/** The payment types' rows are found by their names. */
export function typeField(description: string = PAYMENT_TYPE_TOLD): Field<PaymentType> {
  const names = PAYMENT_TYPES.map(({ type }) => type);
  const told: ToldValue = { type: 'string', enum: names, description };
  return field(told, found(paymentType, PAYMENT_TYPE_RULE));
}
