// An example of each parameter: what the recorded request had; else what the field itself tells, a
// word of its list, or a value of this name that the service was sent or has answered elsewhere.
import { isRecord } from '../../lib/is-record.ts';
import type { Examples } from './examples.ts';

type Json = Record<string, unknown>;

/** Values by the names of their members, the nearest first. */
type Values = ReadonlyMap<string, readonly unknown[]>;

const UUID = /^[0-9a-f]{8}(?:-[0-9a-f]{4}){3}-[0-9a-f]{12}$/;

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
function mayBe({ type, format, pattern, maxLength }: Json, value: unknown): boolean {
  if (type === 'integer') return typeof value === 'number';
  if (type !== 'string' || typeof value !== 'string' || value === '') return false;
  if (format === 'uuid') return UUID.test(value);
  if (typeof maxLength === 'number' && value.length > maxLength) return false;
  return typeof pattern !== 'string' || new RegExp(pattern, 'u').test(value);
}

/** What a filter is called, and the member that it compares. */
const MEMBERS: Readonly<Record<string, string>> = {
  amount_min_cents: 'amount_cents',
  amount_max_cents: 'amount_cents',
  currency: 'amount_currency',
  cursor: 'next_cursor',
};

const of_all = new WeakMap<Examples, Values>();

function valuesOfAll(examples: Examples): Values {
  const known = of_all.get(examples);
  if (known !== undefined) return known;
  const recorded = Object.values(examples.operations);
  const values = valuesIn(
    recorded.map(({ request }) => request.query),
    recorded.map(({ request }) => request.body),
    recorded.map(({ answers }) => answers),
  );
  of_all.set(examples, values);
  return values;
}

/** Undefined if nothing tells one. */
export function exampleOfParameter(
  { name, schema }: Json,
  operation: string,
  examples: Examples,
): unknown {
  const own = examples.operations[operation];
  if (!isRecord(schema)) return undefined;
  const { examples: told, enum: words, type } = schema;
  if (Array.isArray(told) && told.length > 0) return told[0];
  if (Array.isArray(words)) return words[0];
  if (type === 'boolean') return true;
  const member = MEMBERS[String(name)] ?? String(name);
  const values = [valuesIn(own?.answers), valuesOfAll(examples)];
  const found = values.flatMap((one) => one.get(member) ?? []);
  return found.find((value) => mayBe(schema, value));
}
