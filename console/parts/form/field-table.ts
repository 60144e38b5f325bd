// Fields together: what a form of them begins with, what it sends, and all that is wrong with it.
import type { BoundsTable } from './field-bounds.ts';
import type {
  FieldRead,
  FieldSending,
  SentOf,
  SomeField,
  TypedField,
  TypedValues,
  Wrong,
} from './typed-fields.ts';

export type FieldTable = Readonly<Record<string, SomeField>>;

/** What fields send together; those that may be left out may be absent. */
export type SentValues<F> = {
  readonly [K in keyof F as undefined extends SentOf<F[K]> ? never : K]: SentOf<F[K]>;
} & {
  readonly [K in keyof F as undefined extends SentOf<F[K]> ? K : never]?: Exclude<
    SentOf<F[K]>,
    undefined
  >;
};

/** The fields that such an object has: every one that it requires, and any other. */
export type FieldsOfBody<Body> = {
  readonly [K in keyof Body]: FieldSending<Body[K]>;
};

/** Fields that it does not have: none. */
export type NoOthers<F, Body> = { readonly [K in Exclude<keyof F, keyof Body>]: never };

/** What all fields send, or everything that is wrong with them. */
export function readFields(
  fields: FieldTable,
  typed: Readonly<Record<string, unknown>>,
  bounds: BoundsTable,
  before = '',
): FieldRead<Readonly<Record<string, unknown>>> {
  const sent: Record<string, unknown> = {};
  let all: Wrong = {};
  for (const [name, field] of Object.entries(fields)) {
    const read = field.read(typed[name] as never, `${before}${name}`, bounds);
    if ('wrong' in read) all = { ...all, ...read.wrong };
    else if (read.sent !== undefined) sent[name] = read.sent;
  }
  return Object.keys(all).length > 0 ? { wrong: all } : { sent };
}

const hasEmpty = (field: SomeField): field is SomeField & { readonly empty: unknown } =>
  'empty' in field;

/** What the fields begin with. */
export const emptyFields = (fields: FieldTable): Readonly<Record<string, unknown>> =>
  Object.fromEntries(
    Object.entries(fields).map(([name, field]) => [name, hasEmpty(field) ? field.empty : '']),
  );

/** A list of one row, whose fields stand in the form. */
export const typedRow =
  <Row>() =>
  <const F extends FieldsOfBody<Row>>(
    fields: F & NoOthers<F, Row>,
  ): TypedField<TypedValues<F>, readonly [SentValues<F>]> => {
    const members = fields as unknown as FieldTable;
    return {
      empty: emptyFields(members) as TypedValues<F>,
      attributes: () => ({ required: false }),
      members,
      read(typed, path, bounds) {
        const read = readFields(members, typed, bounds, `${path}.`);
        return 'wrong' in read ? read : { sent: [read.sent as SentValues<F>] };
      },
    };
  };
