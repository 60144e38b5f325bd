// Turns a schema's validation errors into field errors: one per field, worded to follow its name.
import type { FastifyRequest, FastifySchemaValidationError } from 'fastify';
import type { RawFields } from '../../app/request/fields.ts';
import {
  type FieldError,
  type FieldErrorCode,
  type Refusal,
  refuse,
  refuseFields,
} from '../../domain/service/refusal.ts';
import { EMPTY_BODY } from '../json/json-body.ts';

type Found = Readonly<FastifySchemaValidationError>;
type Words = { code: FieldErrorCode; message: string };

const TYPE_WORDS: Readonly<Record<string, string>> = {
  string: 'a string',
  integer: 'an integer',
  number: 'a number',
  boolean: 'true or false',
  object: 'an object',
  array: 'a list',
};

function typeWords(types: unknown): string {
  const names = Array.isArray(types) ? types.map(String) : [String(types)];
  const known = names.filter((name) => name !== 'null').map((name) => TYPE_WORDS[name] ?? name);
  return `must be ${known.join(' or ')}`;
}

const count = (params: Found['params']) => String(params.limit);

/** A keyword of JSON Schema in words that follow the field's name. */
const WORDS: Readonly<Record<string, (params: Found['params']) => Words>> = {
  required: () => ({ code: 'required', message: 'is required' }),
  type: ({ type }) => ({ code: 'type', message: typeWords(type) }),
  minLength: ({ limit }) => ({
    code: 'length',
    message: limit === 1 ? 'must not be empty' : `must have at least ${limit} characters`,
  }),
  maxLength: (params) => ({
    code: 'length',
    message: `must have at most ${count(params)} characters`,
  }),
  minItems: (params) => ({ code: 'length', message: `must have at least ${count(params)} items` }),
  maxItems: (params) => ({ code: 'length', message: `must have at most ${count(params)} items` }),
  minimum: (params) => ({ code: 'range', message: `must be at least ${count(params)}` }),
  maximum: (params) => ({ code: 'range', message: `must be at most ${count(params)}` }),
  exclusiveMinimum: (params) => ({ code: 'range', message: `must be more than ${count(params)}` }),
  exclusiveMaximum: (params) => ({ code: 'range', message: `must be less than ${count(params)}` }),
  multipleOf: () => ({ code: 'range', message: 'has too many decimals' }),
  pattern: () => ({ code: 'format', message: 'has the wrong form' }),
  format: () => ({ code: 'format', message: 'has the wrong form' }),
  uniqueItems: () => ({ code: 'format', message: 'must not have the same item twice' }),
  enum: ({ allowedValues }) => ({ code: 'unknown_value', message: mustBeOneOf(allowedValues) }),
  const: ({ allowedValue }) => ({ code: 'unknown_value', message: mustBeOneOf([allowedValue]) }),
  additionalProperties: () => ({ code: 'not_allowed', message: 'is not a known field' }),
};

/** The same wording wherever a value must be one of a list. */
export function mustBeOneOf(values: unknown): string {
  return `must be one of: ${Array.isArray(values) ? values.join(', ') : ''}`;
}

const OTHER: Words = { code: 'format', message: 'has the wrong form' };

/** `/lines/0/amount_cents` → `lines[0].amount_cents`. */
function fieldOf({ instancePath, keyword, params }: Found): string {
  const parts = instancePath.split('/').slice(1);
  if (keyword === 'required') parts.push(String(params.missingProperty));
  if (keyword === 'additionalProperties') parts.push(String(params.additionalProperty));
  return parts
    .map((part) => part.replaceAll('~1', '/').replaceAll('~0', '~'))
    .reduce((path, part) => {
      if (/^\d+$/.test(part)) return `${path}[${part}]`;
      return path === '' ? part : `${path}.${part}`;
    }, '');
}

/** For alternatives, the "or null" branch and the summary error do not help. */
const isNoise = ({ keyword, params }: Found): boolean =>
  keyword === 'anyOf' || (keyword === 'type' && params.type === 'null');

const ERRORS_MAX = 100;

function fieldErrors(found: readonly Found[]): FieldError[] {
  const by_field = new Map<string, FieldError>();
  const telling = found.filter((error) => !isNoise(error));
  for (const error of telling.length > 0 ? telling : found) {
    const field = fieldOf(error);
    const earlier = by_field.get(field);
    if (earlier === undefined) {
      const words = WORDS[error.keyword]?.(error.params) ?? OTHER;
      by_field.set(field, { field, ...words });
    } else if (error.keyword === 'const' && earlier.code === 'unknown_value') {
      earlier.message += `, ${String(error.params.allowedValue)}`;
    }
  }
  return [...by_field.values()].slice(0, ERRORS_MAX);
}

/** Refuses a request with validation errors, including those outside of the body. */
export function refuseInvalid(found: readonly Found[]): Refusal {
  const errors = fieldErrors(found);
  return errors.some((error) => error.field === '') ? NO_OBJECT : refuseFields(errors);
}

const NO_OBJECT = refuse('invalid_request', 'The body must be a JSON object.', {
  errors: [{ field: 'body', code: 'type', message: 'must be an object' }],
});

function isObject(value: unknown): value is Readonly<Record<string, unknown>> {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}

const NO_ERRORS: readonly FieldError[] = [];

/** A required field that is null is reported as missing. */
function asGiven(error: FieldError, fields: Readonly<Record<string, unknown>>): FieldError {
  const is_null = error.code === 'type' && fields[error.field] === null;
  return is_null ? { field: error.field, code: 'required', message: 'is required' } : error;
}

/** The body's fields together with the schema's errors, for the use case to add its own. */
export function bodyFields(request: FastifyRequest): RawFields | Refusal {
  const { body, validationError } = request;
  if (body === undefined) return EMPTY_BODY;
  if (!isObject(body)) return NO_OBJECT;
  if (validationError === undefined) return { fields: body, errors: NO_ERRORS };
  const found = fieldErrors(validationError.validation ?? []);
  return { fields: body, errors: found.map((error) => asGiven(error, body)) };
}

/** For requests without a body: the errors of the query, or null. */
export function refuseQuery(request: FastifyRequest): Refusal | null {
  const { validationError } = request;
  if (validationError === undefined) return null;
  // Every parameter of a query is a text, unless it is given twice.
  const errors = fieldErrors(validationError.validation ?? []).map((error) =>
    error.code === 'type' ? { ...error, message: 'must be given once' } : error,
  );
  return refuseFields(errors);
}
