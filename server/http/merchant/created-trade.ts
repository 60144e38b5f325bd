// The body that answers a create call: the trade, whether new or from an earlier request.
import type { FastifyReply } from 'fastify';
import type { TradeBody } from '../../app/request/views.ts';
import type { Created } from '../../app/trade/create-payin.ts';

/** Sets a header if the trade is from an earlier request; the body is the same. */
export function createdTrade(reply: FastifyReply, created: Created): TradeBody {
  if (created.replayed) reply.header('idempotent-replayed', 'true');
  return created.trade;
}
