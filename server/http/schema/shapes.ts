// The building blocks of all schemas, for merchants and operators; the compiler compares each
// answer's schema with its body.

import { type TArrayOptions, type TProperties, type TSchema, Type } from 'typebox';
import { CURSOR_PATTERN, LIST_LIMIT } from '../../domain/request/page-fields.ts';
import { HTTP_LIMITS } from '../transport/http-limits.ts';

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

export const optional = <Schema extends TSchema>(schema: Schema) => Type.Optional(schema);

type Native = { string: string; integer: number; number: number; boolean: boolean };

/** One schema with two types instead of two alternatives, so that an error is reported once. */
export const orNull = <Kind extends keyof Native>(type: Kind, more: object = {}) =>
  Type.Unsafe<Native[Kind] | null>({ type: [type, 'null'], ...more });

const described = (description: string | undefined) =>
  description === undefined ? {} : { description };
const inMinorUnits = (description: string) => `${description}, in minor units`;

/** Beside the id of whoever did something. */
export const ACTOR_NAME =
  'Of the person or the operators’ token; for a merchant’s token its merchant’s; null: not known';

/** Beside the id of a merchant in a list. */
export const MERCHANT_NAME = 'Of the merchant; null: of none, or of one that is some moments old';

export const text = (description?: string, more: object = {}) =>
  Type.String({ ...described(description), ...more });
/** Of a setting that two people may edit at once. */
export const settingVersionText = () =>
  text('Changes with the setting: a change may name it as `expected_version`');

export const textOrNull = (description?: string) => orNull('string', described(description));
export const words = (values: readonly string[], description?: string) =>
  Type.String({ enum: [...values], ...described(description) });
export const wordsOrNull = (values: readonly string[], description?: string) =>
  orNull('string', { enum: [...values, null], ...described(description) });
export const uuid = (description?: string) =>
  Type.String({ format: 'uuid', ...described(description) });
export const uuidOrNull = (description?: string) =>
  orNull('string', { format: 'uuid', ...described(description) });
export const integer = (description?: string) => Type.Integer(described(description));
export const integerOrNull = (description?: string) => orNull('integer', described(description));
export const percentOrNull = (description: string) =>
  orNull('number', { description: `${description}, in percent` });
export const cents = (description: string) =>
  Type.Integer({ description: inMinorUnits(description) });
export const centsOrNull = (description: string) =>
  orNull('integer', { description: inMinorUnits(description) });
export const flag = (description?: string) => Type.Boolean(described(description));
export const moment = (description?: string) =>
  Type.String({ format: 'date-time', ...described(description) });
export const momentOrNull = (description?: string) =>
  orNull('string', { format: 'date-time', ...described(description) });
export const list = <Items extends TSchema>(items: Items, more: TArrayOptions = {}) =>
  Type.Array(items, more);

/** Of a page of a cursor list. */
export const pageRows = (items: TSchema, description = 'The rows of this page') =>
  list(items, { maxItems: LIST_LIMIT.most, description });

/** A page of a cursor list, and what it tells besides. */
export function pageShape(title: string, items: TSchema, beside: TProperties = {}): TSchema {
  return Type.Object(
    {
      data: pageRows(items),
      next_cursor: textOrNull('Send as `cursor` for the next page; null on the last'),
      ...beside,
    },
    { title },
  );
}

/** The value to compare with, as in `=== ON`; other words than these two are refused. */
export const ON = 'true';

/** A boolean in a query string: a text on the wire, a boolean in the reference. */
export const yesOrNo = (description: string): TSchema =>
  Type.Optional(Type.String({ format: 'boolean', enum: [ON, 'false'], description }));

/** `readCount` reads so many digits. */
const COUNT_MOST = 10 ** 15 - 1;

/** A whole number in a query string: a text on the wire, an integer in the reference. */
export const count = (description: string, example?: number) => {
  const more = example === undefined ? {} : { examples: [example] };
  const bounds = { minimum: 0, maximum: COUNT_MOST };
  return Type.Optional(Type.String({ format: 'integer', ...bounds, description, ...more }));
};

export const PAGING = {
  cursor: Type.Optional(
    Type.String({
      maxLength: HTTP_LIMITS.maxHeaderSize,
      pattern: CURSOR_PATTERN,
      description: '`next_cursor` of the page before',
    }),
  ),
  limit: Type.Optional(
    Type.String({
      format: 'integer',
      minimum: 1,
      maximum: LIST_LIMIT.most,
      description: `How many: 1 to ${LIST_LIMIT.most}; default ${LIST_LIMIT.otherwise}`,
    }),
  ),
};

/** In the query of a list without a merchant in its path. */
export const SIGNED_MERCHANT = optional(
  uuid('Required with tokens of mode `signature`, which sign it'),
);
