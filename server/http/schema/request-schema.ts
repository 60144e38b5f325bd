// Shows a request's shape in the reference, as the schema of a body or the parameters of a query.
import { type TSchema, Type } from 'typebox';
import type {
  Field,
  RequestFields,
  RequestShape,
  ToldValue,
} from '../../domain/request/request-shape.ts';

/** In the order of the reference: what it is, then its bounds, then what it means. */
function plainSchema(told: ToldValue): Record<string, unknown> {
  const { type, format, enum: words, items, properties, description, examples, ...more } = told;
  const { or_null, ...bounds } = more;
  const plain = {
    type,
    ...(format === undefined ? {} : { format }),
    ...(words === undefined ? {} : { enum: [...words] }),
    ...(items === undefined ? {} : { items: plainSchema(items) }),
    ...(properties === undefined ? {} : { properties: plainMembers(properties) }),
    ...bounds,
    ...(description === undefined ? {} : { description }),
    ...(examples === undefined ? {} : { examples: [...examples] }),
  };
  return or_null === true ? orNull(plain) : plain;
}

const plainMembers = (members: Readonly<Record<string, ToldValue>>) =>
  Object.fromEntries(Object.entries(members).map(([name, told]) => [name, plainSchema(told)]));

/** One schema with two types instead of two alternatives, so that an error is reported once. */
function orNull({ type, enum: words, ...rest }: Record<string, unknown>): Record<string, unknown> {
  const named = Array.isArray(words) ? { enum: [...words, null] } : {};
  return { type: [type, 'null'], ...named, ...rest };
}

/** For answers that have the same members as a request. */
export function schemasOf<Name extends string>(
  members: Readonly<Record<Name, ToldValue>>,
): Record<Name, TSchema> {
  const schemas = Object.entries<ToldValue>(members).map(([name, told]): [string, TSchema] => [
    name,
    Type.Unsafe(plainSchema(told)),
  ]);
  return Object.fromEntries(schemas) as Record<Name, TSchema>;
}

function schemaOf({
  told,
  presence,
  or_null,
}: Pick<Field<unknown>, 'told' | 'presence' | 'or_null'>): TSchema {
  const schema = Type.Unsafe<unknown>(or_null ? orNull(plainSchema(told)) : plainSchema(told));
  return presence === 'optional' ? Type.Optional(schema) : schema;
}

const membersOf = (fields: RequestFields): Record<string, TSchema> =>
  Object.fromEntries(Object.entries(fields).map(([name, field]) => [name, schemaOf(field)]));

/** The body of a request of merchants, whose unknown fields are ignored. */
export const bodyOf = ({ title, fields }: RequestShape) =>
  Type.Object(membersOf(fields), { title });

/** The body of a request of operators; other fields than these are refused. */
export const strictBodyOf = ({ title, fields }: RequestShape): TSchema =>
  Type.Object(membersOf(fields), { title, additionalProperties: false });

/** As texts; the document shows what they stand for. */
const textOf = (told: ToldValue): ToldValue =>
  told.type === 'integer' ? { ...told, type: 'string', format: 'integer' } : told;

/** The parameters of a query. */
export const queryOf = ({ fields }: RequestShape): Record<string, TSchema> =>
  Object.fromEntries(
    Object.entries(fields).map(([name, { told, presence }]) => [
      name,
      schemaOf({ told: textOf(told), presence, or_null: false }),
    ]),
  );
