// Sends what a use case answered: its value with the status of success, or its refusal.
import type { FastifyReply, FastifyRequest } from 'fastify';
import type { RawFields } from '../../app/request/fields.ts';
import { isRefusal, type Refusal } from '../../domain/service/refusal.ts';
import { sendRefusal } from '../error/reply.ts';
import { bodyFields } from '../error/validate.ts';

export function answer(reply: FastifyReply, status: number, result: object | Refusal): void {
  if (isRefusal(result)) sendRefusal(reply, result);
  else reply.status(status).send(result);
}

/**
 * The use case gets the body's fields; a body that has none is refused before. `bodyOf` makes of
 * its value what is sent.
 */
export function answerBody<Value extends object>(
  request: FastifyRequest,
  reply: FastifyReply,
  status: number,
  act: (fields: RawFields) => Promise<Value | Refusal>,
  bodyOf?: (reply: FastifyReply, value: Value) => object,
): Promise<void> | undefined {
  const fields = bodyFields(request);
  if (isRefusal(fields)) {
    sendRefusal(reply, fields);
    return undefined;
  }
  // Nothing is promised to the framework but the end: it need not look at what was sent already.
  return act(fields).then((result) => {
    const is_bare = isRefusal(result) || bodyOf === undefined;
    answer(reply, status, is_bare ? result : bodyOf(reply, result));
  });
}
