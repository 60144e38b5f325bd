// An example of each parameter: what the recorded request had; else what the field itself tells, a
// word of its list, or a value of this name that the service was sent or has answered elsewhere.
import { Check } from 'typebox/schema';
import { isRecord } from '../../lib/is-record.ts';

type Json = Record<string, unknown>;

/** What was recorded of the operations, by operationId. */
type Recorded = Readonly<
  Record<string, { request: { query?: Json; body?: unknown }; answers: Json }>
>;

/** Values by the names of their members, the nearest first. */
type Values = ReadonlyMap<string, readonly unknown[]>;

function collect(value: unknown, into: Map<string, unknown[]>): void {
  if (Array.isArray(value)) for (const item of value) collect(item, into);
  if (!isRecord(value)) return;
  for (const [name, member] of Object.entries(value)) {
    if (typeof member === 'object') collect(member, into);
    else into.set(name, [...(into.get(name) ?? []), member]);
  }
}

function valuesIn(...sources: readonly unknown[]): Values {
  const values = new Map<string, unknown[]>();
  for (const source of sources) collect(source, values);
  return values;
}

/** Whether the value can be one of the parameter: a `type` of trades is none of events. */
const mayBe = (schema: Json, value: unknown): boolean => value !== '' && Check(schema, value);

/** What a filter is called, and the member that it compares. */
const MEMBERS: Readonly<Record<string, string>> = {
  amount_min_cents: 'amount_cents',
  amount_max_cents: 'amount_cents',
  currency: 'amount_currency',
  cursor: 'next_cursor',
};

const of_all = new WeakMap<Recorded, Values>();

function valuesOfAll(operations: Recorded): Values {
  const known = of_all.get(operations);
  if (known !== undefined) return known;
  const recorded = Object.values(operations);
  const values = valuesIn(
    recorded.map(({ request }) => request.query),
    recorded.map(({ request }) => request.body),
    recorded.map(({ answers }) => answers),
  );
  of_all.set(operations, values);
  return values;
}

/** Undefined if nothing tells one. */
export function exampleOfParameter(
  { name, schema }: Json,
  operation: string,
  operations: Recorded,
): unknown {
  const own = operations[operation];
  if (!isRecord(schema)) return undefined;
  const { examples: told, enum: words, type } = schema;
  if (Array.isArray(told) && told.length > 0) return told[0];
  if (Array.isArray(words)) return words[0];
  if (type === 'boolean') return true;
  const member = MEMBERS[String(name)] ?? String(name);
  const values = [valuesIn(own?.answers), valuesOfAll(operations)];
  const found = values.flatMap((one) => one.get(member) ?? []);
  return found.find((value) => mayBe(schema, value));
}
