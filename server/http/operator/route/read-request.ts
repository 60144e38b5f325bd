// What a request gives a use case: texts of the query, fields of the body, the idempotency key. The
// rules check them.
import type { FastifyRequest } from 'fastify';
import type { TSchema } from 'typebox';
import type { RawFields } from '../../../app/request/fields.ts';
import {
  type FieldError,
  isRefusal,
  type Refusal,
  refuseFields,
} from '../../../domain/service/refusal.ts';
import { bodyFields, oneOf } from '../../error/validate.ts';
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

/** Where the schema lists the words, no other is taken for one of them. */
function wordProblem(value: unknown, schema: TSchema): Problem | null {
  const words: unknown = 'enum' in schema ? schema.enum : undefined;
  if (!Array.isArray(words) || words.includes(value)) return null;
  return { code: 'unknown_value', message: oneOf(words) };
}

/** The route knows every filter; what no filter can contain does not get as far as one. */
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

/** Null where the reference names every field of the body. */
function refuseStrangers(route: OperatorRoute, body: unknown): Refusal | null {
  const found = unknownFields(route.body ?? NO_BODY, body);
  return found.length > 0 ? refuseFields(found) : null;
}

/** The body as it came; a wrong idempotency key is told together with what is wrong in it. */
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
