// Shows what a create call answered: the trade, and whether it was there already.
import type { FastifyReply } from 'fastify';
import type { TradeBody } from '../../app/request/views.ts';
import type { Created } from '../../app/trade/create-payin.ts';

/** Says on the reply that the trade is from an earlier request; the body is the same. */
export function createdTrade(reply: FastifyReply, created: Created): TradeBody {
  if (created.replayed) reply.header('idempotent-replayed', 'true');
  return created.trade;
}
