// Shows what a create call answered: the trade, and whether it was there already.
import type { FastifyReply } from 'fastify';
import type { Created } from '../../app/create-payin.ts';
import type { TradeBody } from '../../app/views.ts';

/** Says on the reply that the trade is from an earlier request; the body is the same. */
export function createdTrade(reply: FastifyReply, created: Created): TradeBody {
  if (created.replayed) reply.header('idempotent-replayed', 'true');
  return created.trade;
}
