// Sends what a create call answered: 201 with the trade, and whether it was there already.
import type { FastifyReply } from 'fastify';
import type { Created } from '../../app/create-payin.ts';
import { isRefusal, type Refusal } from '../../domain/refusal.ts';

/** Says on the reply that the trade is from an earlier request; the body is the same. */
export function tradeOf(reply: FastifyReply, created: Created | Refusal) {
  if (isRefusal(created)) return created;
  if (created.replayed) reply.header('idempotent-replayed', 'true');
  return created.trade;
}
