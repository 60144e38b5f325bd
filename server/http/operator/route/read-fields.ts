// Reads the body and the idempotency key of an operator's request, and refuses unknown fields.
import type { FastifyRequest } from 'fastify';
import type { TSchema } from 'typebox';
import type { RawFields } from '../../../domain/request/read-request.ts';
import {
  type FieldError,
  isRefusal,
  type Refusal,
  refuseFields,
} from '../../../domain/service/refusal.ts';
import { readBody } from '../../request/read-request.ts';
import { unknownFields } from '../../request/strict-fields.ts';
import type { OperatorRoute } from './route.ts';

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

export const EMPTY_FIELDS: RawFields = { fields: {}, errors: [] };
const NO_BODY = { type: 'object', properties: {} };

/** Null if the schema names every field of the body. */
function refuseUnknownFields(route: Pick<OperatorRoute, 'body'>, body: unknown): Refusal | null {
  const found = unknownFields(route.body ?? NO_BODY, body);
  return found.length > 0 ? refuseFields(found) : null;
}

/** The body of a route that always has one. */
export function readBodyFields(route: { body: TSchema }, request: FastifyRequest) {
  return refuseUnknownFields(route, request.body) ?? readBody(request);
}

/** The body as received; a wrong idempotency key is reported together with its errors. */
export function readFieldsOf(route: OperatorRoute, request: FastifyRequest): RawFields | Refusal {
  if (route.upload !== undefined) return EMPTY_FIELDS;
  const refused = refuseUnknownFields(route, request.body);
  if (refused !== null) return refused;
  if (route.body === undefined) return EMPTY_FIELDS;
  if (route.body_optional === true && request.body === undefined) return EMPTY_FIELDS;
  const raw = readBody(request);
  const key = route.idempotent === true ? idempotencyKey(request) : undefined;
  if (isRefusal(raw) || key === undefined || KEY.test(key)) return raw;
  return { ...raw, errors: [...raw.errors, WRONG_KEY] };
}
