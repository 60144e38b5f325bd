// Sends what a use case answered: its value with the status of success, or its refusal.
import type { FastifyReply, FastifyRequest } from 'fastify';
import type { RawFields } from '../../app/fields.ts';
import { isRefusal, type Refusal } from '../../domain/refusal.ts';
import { sendRefusal } from '../reply.ts';
import { bodyFields } from '../validate.ts';

export function answer(reply: FastifyReply, status: number, result: object | Refusal) {
  return isRefusal(result) ? sendRefusal(reply, result) : reply.status(status).send(result);
}

/** The use case gets the body's fields; a body that has none is refused before. */
export async function answerBody(
  request: FastifyRequest,
  reply: FastifyReply,
  status: number,
  act: (fields: RawFields) => Promise<object | Refusal>,
) {
  const fields = bodyFields(request);
  return answer(reply, status, isRefusal(fields) ? fields : await act(fields));
}
