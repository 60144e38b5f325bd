// The fields that a request's schema names, at every depth.

export type Schema = {
  type?: string | string[];
  properties?: Record<string, Schema>;
  items?: Schema;
};

export type NamedField = {
  /** With the names around it: `lines[0].amount_cents`. */
  field: string;
  name: string;
  schema: Schema;
  bodyOf: (value: unknown) => unknown;
};

/** Each named field with a body that has it alone, and its schema. */
export function* fieldsOf(
  schema: Schema,
  wrap: (value: unknown) => unknown = (value) => value,
  path = '',
): Generator<NamedField> {
  for (const [name, member] of Object.entries(schema.properties ?? {})) {
    const bodyOf = (value: unknown) => wrap({ [name]: value });
    const field = `${path}${name}`;
    yield { field, name, schema: member, bodyOf };
    yield* fieldsOf(member, bodyOf, `${field}.`);
    if (member.items !== undefined) {
      yield* fieldsOf(member.items, (value) => bodyOf([value]), `${field}[0].`);
    }
  }
}

export const typesOf = ({ type }: Schema): string[] => [type ?? []].flat();
