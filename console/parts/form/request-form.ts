// A form of one operation: its fields are fields of the request, with the bounds of the request. A
// misspelt field, one that sends another type, or a missing required one does not compile.
import type { Operations } from '../../api/schema.gen.ts';
import type { BoundsTable } from './field-bounds.ts';
import {
  emptyFields,
  type FieldsOfBody,
  type FieldTable,
  type NoOthers,
  readFields,
  type SentValues,
} from './field-table.ts';
import type { FieldRead, SentOf, SomeField, TypedValues, Wrong } from './typed-fields.ts';

export type WithBody = {
  [N in keyof Operations]: Operations[N] extends { readonly body: infer B }
    ? B extends Blob
      ? never
      : N
    : never;
}[keyof Operations];

export type RequestBody<N extends WithBody> = Operations[N] extends { readonly body: infer B }
  ? B
  : never;

export type RequestForm<N extends WithBody, F> = {
  readonly name: N;
  readonly fields: F;
  readonly bounds: BoundsTable;
  readonly rule: ((typed: TypedValues<F>) => Wrong) | null;
};

/** A field of the form, or one of a row: `name`, `rates.rate`. */
export type PathOf<V> = {
  [K in keyof V & string]: V[K] extends string | boolean | readonly unknown[] | null
    ? K
    : K | `${K}.${keyof V[K] & string}`;
}[keyof V & string];

export type ValueAt<V, P> = P extends keyof V
  ? V[P]
  : P extends `${infer A}.${infer B}`
    ? A extends keyof V
      ? B extends keyof V[A]
        ? V[A][B]
        : never
      : never
    : never;

type MembersOf<Sent> = Sent extends readonly (infer Row)[]
  ? MembersOf<Row>
  : Sent extends object
    ? keyof Sent & string
    : never;

/** A field of the request that the form sends, or one of a row of it, as refusals name it. */
export type SentPath<F> = {
  [K in keyof F & string]: K | `${K}.${MembersOf<SentOf<F[K]>>}`;
}[keyof F & string];

/** `rule`: what is wrong between fields, by their paths. */
export const formWith =
  (tables: Readonly<Record<string, BoundsTable>>) =>
  <N extends WithBody, const F extends FieldsOfBody<RequestBody<N>>>(
    name: N,
    fields: F & NoOthers<F, RequestBody<N>>,
    rule?: (typed: TypedValues<F>) => Partial<Record<PathOf<TypedValues<F>>, string>>,
  ): RequestForm<N, F> => ({
    name,
    fields,
    bounds: tables[name] ?? {},
    rule: rule === undefined ? null : (typed) => rule(typed) as Wrong,
  });

export const fieldsOf = <N extends WithBody, F>({ fields }: RequestForm<N, F>): FieldTable =>
  fields as FieldTable;

export const emptyValues = <N extends WithBody, F>(form: RequestForm<N, F>): TypedValues<F> =>
  emptyFields(fieldsOf(form)) as TypedValues<F>;

/** What is sent; or all that is wrong, by the rules of single fields, and else between them. */
export function readForm<N extends WithBody, F>(
  form: RequestForm<N, F>,
  typed: TypedValues<F>,
): FieldRead<SentValues<F>> {
  const read = readFields(fieldsOf(form), typed, form.bounds);
  if ('wrong' in read) return read;
  const wrong = form.rule?.(typed) ?? {};
  return Object.keys(wrong).length > 0 ? { wrong } : { sent: read.sent as SentValues<F> };
}

/** Of a field in a row, that of the row. */
export function fieldAt(fields: FieldTable, path: string): SomeField | undefined {
  const [first = '', second] = path.split('.');
  const field = fields[first];
  return second === undefined ? field : field?.members?.[second];
}
