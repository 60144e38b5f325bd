// Reads a request for a use case: texts of the query, fields of the body, the idempotency key. The
// rules check their content.
import type { FastifyRequest } from 'fastify';
import type { TSchema } from 'typebox';
import type { RawFields } from '../../../app/request/fields.ts';
import {
  type FieldError,
  isRefusal,
  type Refusal,
  refuseFields,
} from '../../../domain/service/refusal.ts';
import { bodyFields, mustBeOneOf } from '../../error/validate.ts';
import type { OperatorRoute } from './route.ts';
import { unknownField, unknownFields } from './strict-fields.ts';

export type Texts = Readonly<Record<string, string>>;

const TEXT_MAX_LENGTH = 1_024;
const CONTROL = /\p{Cc}/u;

type Problem = Pick<FieldError, 'code' | 'message'>;

function textProblem(value: unknown): Problem | null {
  if (typeof value !== 'string') return { code: 'type', message: 'must be given once' };
  if (value.length > TEXT_MAX_LENGTH) {
    return { code: 'length', message: `must have at most ${TEXT_MAX_LENGTH} characters` };
  }
  return CONTROL.test(value) ? { code: 'format', message: 'has control characters' } : null;
}

/** If the schema lists the allowed words, any other is refused. */
function wordProblem(value: unknown, schema: TSchema): Problem | null {
  const words: unknown = 'enum' in schema ? schema.enum : undefined;
  if (!Array.isArray(words) || words.includes(value)) return null;
  return { code: 'unknown_value', message: mustBeOneOf(words) };
}

/** Refuses unknown filters, and texts that no filter can contain. */
export function readQuery(route: OperatorRoute, query: unknown): Texts | Refusal {
  const given = new Map(Object.entries(Object(query)));
  const texts: Record<string, string> = {};
  const errors: FieldError[] = [];
  for (const [field, schema] of Object.entries(route.query ?? {})) {
    const value = given.get(field);
    if (value === undefined) continue;
    const problem = textProblem(value) ?? wordProblem(value, schema);
    if (problem === null) texts[field] = String(value);
    else errors.push({ field, ...problem });
  }
  const known = Object.keys(route.query ?? {});
  const unknown = [...given.keys()].filter((name) => !known.includes(name));
  errors.push(...unknown.map((name) => unknownField('', name, known)));
  return errors.length > 0 ? refuseFields(errors) : texts;
}

const KEY = /^[\x21-\x7e]{1,255}$/;
const WRONG_KEY: FieldError = {
  field: 'Idempotency-Key',
  code: 'format',
  message: 'must be 1 to 255 visible ASCII characters',
};

export function idempotencyKey(request: FastifyRequest): string | undefined {
  const key = request.headers['idempotency-key'];
  return typeof key === 'string' ? key : undefined;
}

const NO_FIELDS: RawFields = { fields: {}, errors: [] };
const NO_BODY = { type: 'object', properties: {} };

/** Null if the schema names every field of the body. */
function refuseStrangers(route: OperatorRoute, body: unknown): Refusal | null {
  const found = unknownFields(route.body ?? NO_BODY, body);
  return found.length > 0 ? refuseFields(found) : null;
}

/** The body as received; a wrong idempotency key is reported together with its errors. */
export function readFieldsOf(route: OperatorRoute, request: FastifyRequest): RawFields | Refusal {
  if (route.upload !== undefined) return NO_FIELDS;
  const refused = refuseStrangers(route, request.body);
  if (refused !== null) return refused;
  if (route.body === undefined) return NO_FIELDS;
  if (route.body_optional === true && request.body === undefined) return NO_FIELDS;
  const raw = bodyFields(request);
  const key = route.idempotent === true ? idempotencyKey(request) : undefined;
  if (isRefusal(raw) || key === undefined || KEY.test(key)) return raw;
  return { ...raw, errors: [...raw.errors, WRONG_KEY] };
}
