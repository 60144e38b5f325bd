// The building blocks of the operator API's schemas; the compiler compares each answer's schema
// with its body.
import { type TArrayOptions, type TSchema, Type } from 'typebox';

/** A schema with exactly the fields of `Body`; a missing or extra one does not compile. */
export function shape<Body extends object>(
  title: string,
  fields: Readonly<Record<keyof Body, TSchema>>,
): TSchema {
  return Type.Object({ ...fields }, { title });
}

/** A request's body; other fields than these are refused. */
export function request(title: string, fields: Readonly<Record<string, TSchema>>): TSchema {
  return Type.Object({ ...fields }, { title, additionalProperties: false });
}

export const optional = (schema: TSchema): TSchema => Type.Optional(schema);

/** One schema with two types instead of two alternatives, so that an error is reported once. */
export const orNull = (type: 'string' | 'integer' | 'boolean', more: object = {}): TSchema =>
  Type.Unsafe({ type: [type, 'null'], ...more });

export const text = (description: string, more: object = {}) =>
  Type.String({ description, ...more });
export const textOrNull = (description: string) => orNull('string', { description });
export const words = (values: readonly string[], description = '') =>
  Type.String({ enum: [...values], ...(description === '' ? {} : { description }) });
export const wordsOrNull = (values: readonly string[], description: string) =>
  orNull('string', { enum: [...values, null], description });
export const uuid = (description: string) => Type.String({ format: 'uuid', description });
export const uuidOrNull = (description: string) =>
  orNull('string', { format: 'uuid', description });
export const integer = (description: string) => Type.Integer({ description });
export const integerOrNull = (description: string) => orNull('integer', { description });
export const cents = (description: string) =>
  Type.Integer({ description: `${description}, in minor units` });
export const centsOrNull = (description: string) =>
  orNull('integer', { description: `${description}, in minor units` });
export const flag = (description: string) => Type.Boolean({ description });
export const moment = (description: string) => Type.String({ format: 'date-time', description });
export const momentOrNull = (description: string) =>
  orNull('string', { format: 'date-time', description });
export const list = (items: TSchema, more: TArrayOptions = {}): TSchema => Type.Array(items, more);

/** A page of a cursor list. */
export function pageOf(title: string, items: TSchema): TSchema {
  return Type.Object(
    {
      data: list(items),
      next_cursor: textOrNull('Send as `cursor` for the next page; null on the last'),
    },
    { title },
  );
}

/** A text of the query string; if absent, nothing is filtered. */
export const filter = (description: string): TSchema => Type.Optional(Type.String({ description }));

/** The value to compare with, as in `=== ON`; other words than these two are refused. */
export const ON = 'true';

/** A boolean in a query string: a text on the wire, a boolean in the reference. */
export const yesOrNo = (description: string): TSchema =>
  Type.Optional(Type.String({ format: 'boolean', enum: [ON, 'false'], description }));

/** A whole number in a query string: a text on the wire, an integer in the reference. */
export const count = (description: string): TSchema =>
  Type.Optional(Type.String({ format: 'integer', description }));

export const PAGING = {
  cursor: filter('`next_cursor` of the page before'),
  limit: count('How many: 1 to 200; default 50'),
};
