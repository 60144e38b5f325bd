// Answers with a use case's result: its value with the success status, or its refusal.
import type { FastifyReply, FastifyRequest } from 'fastify';
import type { TradeBody } from '../../app/request/views.ts';
import type { Created } from '../../app/trade/create-payin.ts';
import type { RawFields } from '../../domain/request/read-request.ts';
import { isRefusal, type Refusal } from '../../domain/service/refusal.ts';
import { sendRefusal } from '../error/reply.ts';
import { type QueryFields, readBody, readQuery, type Texts } from '../request/read-request.ts';

/**
 * What a handler returns: the framework sends it once, although a hook may answer later. A handler
 * that sends by itself and returns nothing would be answered for a second time then.
 */
export function answer(reply: FastifyReply, status: number, result: object | Refusal): object {
  if (isRefusal(result)) return sendRefusal(reply, result);
  if (isTrade(result)) reply.request.trade_id = result.id;
  reply.status(status);
  return result;
}

/** For the log: the caller's own `order_id` is not there. */
const isTrade = (body: object): body is Pick<TradeBody, 'id' | 'order_id' | 'state'> =>
  'id' in body && 'order_id' in body && 'state' in body;

/**
 * Passes the body's fields to the use case, or refuses a body without fields. `bodyOf` makes the
 * body of the answer from the use case's value.
 */
export function answerBody<Value extends object>(
  request: FastifyRequest,
  reply: FastifyReply,
  status: number,
  act: (fields: RawFields) => Promise<Value | Refusal>,
  bodyOf?: (reply: FastifyReply, value: Value) => object,
): Promise<object> | FastifyReply {
  const fields = readBody(request);
  if (isRefusal(fields)) return sendRefusal(reply, fields);
  return act(fields).then((result) => {
    const is_bare = isRefusal(result) || bodyOf === undefined;
    return answer(reply, status, is_bare ? result : bodyOf(reply, result));
  });
}

/** The use case gets the texts of the query that the reference names. */
export async function answerQuery(
  request: FastifyRequest,
  reply: FastifyReply,
  { properties }: { properties: QueryFields },
  list: (query: Texts) => Promise<object | Refusal>,
): Promise<object> {
  const query = readQuery(properties, request.query, 'ignored');
  return answer(reply, 200, isRefusal(query) ? query : await list(query));
}

/** Sets a header if the trade is from an earlier request; the body is the same. */
export function createdTrade(reply: FastifyReply, created: Created): TradeBody {
  if (created.replayed) reply.header('idempotent-replayed', 'true');
  return created.trade;
}
