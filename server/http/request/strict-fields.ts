// Refuses unknown fields in an operator's request, so that a typo cannot silently drop a limit.

import type { FieldError } from '../../domain/service/refusal.ts';
import { isRecord } from '../../lib/is-record.ts';
import { nearestName } from '../../lib/nearest-name.ts';

type Members = Readonly<Record<string, unknown>>;

/** As many as one answer lists. */
const ERRORS_MAX = 100;
const NAME_SHOWN = 128;

/** The members of an object schema that lists them; null for any other schema. */
function membersOf(schema: unknown): Members | null {
  return isRecord(schema) && isRecord(schema.properties) ? schema.properties : null;
}

export function unknownField(path: string, name: string, known: readonly string[]): FieldError {
  const meant = nearestName(name, known);
  const question = meant === null ? '' : `; did you mean ${path}${meant}?`;
  const field = `${path}${name}`.slice(0, NAME_SHOWN);
  return { field, code: 'not_allowed', message: `is not a known field${question}` };
}

function* unknownMembers(schema: unknown, value: unknown, field: string): Generator<FieldError> {
  if (Array.isArray(value) && isRecord(schema)) {
    for (const [index, item] of value.entries()) {
      yield* unknownMembers(schema.items, item, `${field}[${index}]`);
    }
  }
  const members = membersOf(schema);
  if (members === null || !isRecord(value)) return;
  const path = field === '' ? '' : `${field}.`;
  const known = Object.keys(members);
  for (const [name, member] of Object.entries(value)) {
    if (Object.hasOwn(members, name))
      yield* unknownMembers(members[name], member, `${path}${name}`);
    else yield unknownField(path, name, known);
  }
}

/** The fields of a body that its schema does not name, in the order of the body. */
export function unknownFields(schema: object, body: unknown): FieldError[] {
  return [...unknownMembers(schema, body, '')].slice(0, ERRORS_MAX);
}
