// The naive service's HTTP server: Fastify as in its manual, with schemas for bodies and answers.
import Fastify, { type FastifyInstance, type FastifyReply, type FastifyRequest } from 'fastify';
import { sha256Hex } from '../../server/app/process/ids.ts';
import { type PageUrl, pageUrls } from '../../server/app/process/page-address.ts';
import type { PaymentDataBody } from '../../server/app/request/views.ts';
import type { Scope } from '../../server/domain/service/api-token.ts';
import { LIMITS } from '../../server/domain/service/limits.ts';
import { isTokenActive } from '../../server/domain/service/token.ts';
import {
  CreatePayinSchema,
  CreatePayoutSchema,
  TradeSchema,
} from '../../server/http/schema/schemas.ts';
import { accountData, naiveBody } from './naive-answer.ts';
import {
  type NaiveCaller,
  type NaiveContext,
  type NaiveCreated,
  type NaiveOrderFields,
  type NaiveRefusal,
  naivePayin,
  naivePayout,
  type PayoutFields,
} from './naive-orders.ts';

/** Null if the token does not permit this request for this merchant. */
async function callerOf(
  { settings }: NaiveContext,
  request: FastifyRequest,
  fields: NaiveOrderFields,
  scope: Scope,
): Promise<NaiveCaller | null> {
  const { tokens, merchants } = await settings.current();
  const token = tokens.get(sha256Hex(String(request.headers['x-token'])))?.token;
  if (token === undefined || token.mode !== 'token' || !isTokenActive(token, settings.now())) {
    return null;
  }
  const merchant = merchants.get(token.merchant_id);
  const is_allowed = token.merchant_id === fields.merchant_id && token.scopes.includes(scope);
  return merchant === undefined || !is_allowed ? null : { merchant, token };
}

type Answered = {
  page_url: PageUrl;
  reply: FastifyReply;
  result: NaiveCreated | NaiveRefusal;
  client_id: string;
  payment_data: PaymentDataBody;
};

function answer({ page_url, reply, result, client_id, payment_data }: Answered) {
  if ('code' in result) return reply.status(422).send({ code: result.code });
  if (result.replayed) reply.header('idempotent-replayed', 'true');
  const body = naiveBody(page_url, result.trade, { client_id, payment_data });
  return reply.status(201).send(body);
}

const unauthorized = (reply: FastifyReply) => reply.status(401).send({ code: 'unauthorized' });

function payeeData({ name, number }: PayoutFields): PaymentDataBody {
  return { ...(name === null || name === undefined ? {} : { name }), number };
}

export function buildNaive(context: NaiveContext): FastifyInstance {
  const server = Fastify({ bodyLimit: LIMITS.body_max_bytes });
  const pageUrl = () => pageUrls(server.listeningOrigin, context.cipher);
  const payin = { schema: { body: CreatePayinSchema, response: { 201: TradeSchema } } };
  server.post<{ Body: NaiveOrderFields }>(
    '/api/v1/orders/deposit/create',
    payin,
    async (request, reply) => {
      const caller = await callerOf(context, request, request.body, 'payin');
      if (caller === null) return unauthorized(reply);
      const result = await naivePayin(context, caller, request.body);
      const { accounts } = await context.settings.current();
      const account_id = 'trade' in result ? String(result.trade.receiving_account_id) : '';
      const payment_data = accountData(accounts.get(account_id));
      const { client_id } = request.body;
      return answer({ page_url: pageUrl(), reply, result, client_id, payment_data });
    },
  );
  const payout = { schema: { body: CreatePayoutSchema, response: { 201: TradeSchema } } };
  server.post<{ Body: PayoutFields }>(
    '/api/v1/orders/withdrawal/create',
    payout,
    async (request, reply) => {
      const caller = await callerOf(context, request, request.body, 'payout');
      if (caller === null) return unauthorized(reply);
      const result = await naivePayout(context, caller, request.body);
      const { client_id } = request.body;
      const payment_data = payeeData(request.body);
      return answer({ page_url: pageUrl(), reply, result, client_id, payment_data });
    },
  );
  return server;
}
