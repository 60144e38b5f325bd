// Reads a request of a merchant or an operator for a use case: texts of the query, fields of the
// body. Schemas are for the reference only: the rules check every field and report all errors.

import type { FastifyRequest } from 'fastify';
import type { TSchema } from 'typebox';
import { readLimit, refuseTogether } from '../../app/request/paging.ts';
import type { RawFields } from '../../domain/request/read-request.ts';
import {
  type FieldError,
  type Refusal,
  refuse,
  refuseFields,
} from '../../domain/service/refusal.ts';
import { EMPTY_RULE } from '../../domain/values/text.ts';
import { isRecord } from '../../lib/is-record.ts';
import { EMPTY_BODY } from '../json/json-body.ts';
import { gatherMetadata } from './metadata-query.ts';
import { unknownField } from './strict-fields.ts';

export type Texts = Readonly<Record<string, string>>;

const TEXT_MAX_LENGTH = 1_024;
const CONTROL = /\p{Cc}/u;

type Problem = Pick<FieldError, 'code' | 'message'>;

/** Longer texts than most only if their own bound is. */
function textProblem(value: unknown, schema: TSchema): Problem | null {
  if (typeof value !== 'string') return { code: 'type', message: 'must be given once' };
  const own_most = 'maxLength' in schema ? Number(schema.maxLength) : 0;
  const most = Math.max(TEXT_MAX_LENGTH, own_most);
  if (value.length > most) {
    return { code: 'length', message: `must have at most ${most} characters` };
  }
  return CONTROL.test(value) ? { code: 'format', message: 'has control characters' } : null;
}

/** Yes or no: any other word is refused. The other words of a list are the use case's matter. */
function wordProblem(value: unknown, schema: TSchema): Problem | null {
  const words: unknown = 'enum' in schema ? schema.enum : undefined;
  const is_flag = 'format' in schema && schema.format === 'boolean';
  if (!is_flag || !Array.isArray(words) || words.includes(value)) return null;
  const rule = `must be one of: ${words.join(', ')}`;
  return { code: 'unknown_value', message: value === '' ? EMPTY_RULE : rule };
}

/** The fields of a query by name, as the reference shows them. */
export type QueryFields = Readonly<Record<string, TSchema>>;

/**
 * Refuses texts that no filter can contain. Unknown fields of merchants are ignored, as the
 * interface promises; those of operators are refused, so that a typo does not disable a filter.
 */
export function readQuery(
  fields: QueryFields,
  query: unknown,
  unknown_fields: 'ignored' | 'refused',
): Texts | Refusal {
  const errors: FieldError[] = [];
  const sent = Object.entries(Object(query));
  const given = new Map('metadata' in fields ? gatherMetadata(sent, errors) : sent);
  const texts: Record<string, string> = {};
  for (const [field, schema] of Object.entries(fields)) {
    const value = given.get(field);
    if (value === undefined) continue;
    const problem = textProblem(value, schema) ?? wordProblem(value, schema);
    if (problem === null) texts[field] = String(value);
    else errors.push({ field, ...problem });
  }
  if (unknown_fields === 'refused') {
    const known = Object.keys(fields);
    const others = [...given.keys()].filter((name) => !known.includes(name));
    errors.push(...others.map((name) => unknownField('', name, known)));
  }
  if (errors.length === 0) return texts;
  // The use case, which reads the others, is not asked any more.
  const limit = 'limit' in fields ? readLimit(texts.limit) : null;
  return refuseTogether([refuseFields(errors), limit]);
}

const NO_OBJECT = refuse('invalid_request', 'The body must be a JSON object.', {
  errors: [{ field: 'body', code: 'type', message: 'must be an object' }],
});

const NO_ERRORS: readonly FieldError[] = [];

/** The body's fields, for the use case to check. */
export function readBody({ body }: FastifyRequest): RawFields | Refusal {
  if (body === undefined) return EMPTY_BODY;
  return isRecord(body) ? { fields: body, errors: NO_ERRORS } : NO_OBJECT;
}
