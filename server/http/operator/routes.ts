// The operators' API below /operator/v1: every route from its table, behind one authentication.
import type { FastifyInstance, FastifyReply, FastifyRequest, RouteOptions } from 'fastify';
import type { App } from '../../app/process/app.ts';
import { isRefusal } from '../../domain/service/refusal.ts';
import { FileAnswer, sendFile } from '../file-answer.ts';
import { sendRefusal } from '../reply.ts';
import { ACCOUNT_DAY_ROUTES } from './account-days.ts';
import { ADJUSTMENT_ROUTES } from './adjustments.ts';
import { AUDIT_ROUTES } from './audit.ts';
import { authenticateOperators, operatorOf } from './authenticate.ts';
import { BANK_LINE_ROUTES } from './bank-lines.ts';
import { BRANDING_ROUTES } from './branding.ts';
import { CALLBACK_ENDPOINT_ROUTES } from './callback-endpoint.ts';
import { CURRENCY_ROUTES } from './currencies.ts';
import { DELIVERY_ROUTES } from './deliveries.ts';
import { ENCRYPTION_KEY_ROUTES } from './encryption-keys.ts';
import { EVENT_ROUTES } from './events.ts';
import { FEED_TOKEN_ROUTES } from './feed-tokens.ts';
import { LEDGER_ROUTES } from './ledger.ts';
import { LineAnswer } from './line-stream.ts';
import { MERCHANT_ROUTES } from './merchants.ts';
import { PAYOUT_ROUTES } from './payouts.ts';
import { PROOF_ROUTES } from './proofs.ts';
import { idempotencyKey, readFieldsOf, readQuery } from './read-request.ts';
import { RECEIPT_ROUTES } from './receipts.ts';
import { RECEIVING_ACCOUNT_ROUTES } from './receiving-accounts.ts';
import { REVIEW_ROUTES } from './review.ts';
import type { OperatorRoute } from './route.ts';
import { schemaOf } from './route-schema.ts';
import { SETTLEMENT_ROUTES } from './settlements.ts';
import { STATEMENT_ROUTES } from './statements.ts';
import { TARIFF_AND_RATE_ROUTES } from './tariffs-and-rates.ts';
import { TOKEN_ROUTES } from './tokens.ts';
import { TRADE_ROUTES } from './trades.ts';
import { readUploads, uploadOf } from './upload.ts';
import { VERIFY_ROUTES } from './verify.ts';

export const OPERATOR_PREFIX = '/operator/v1';

export const OPERATOR_ROUTES: readonly OperatorRoute[] = [
  ...MERCHANT_ROUTES,
  ...TOKEN_ROUTES,
  ...TARIFF_AND_RATE_ROUTES,
  ...CURRENCY_ROUTES,
  ...BRANDING_ROUTES,
  ...CALLBACK_ENDPOINT_ROUTES,
  ...ADJUSTMENT_ROUTES,
  ...RECEIVING_ACCOUNT_ROUTES,
  ...BANK_LINE_ROUTES,
  ...REVIEW_ROUTES,
  ...STATEMENT_ROUTES,
  ...FEED_TOKEN_ROUTES,
  ...TRADE_ROUTES,
  ...PAYOUT_ROUTES,
  ...SETTLEMENT_ROUTES,
  ...RECEIPT_ROUTES,
  ...EVENT_ROUTES,
  ...DELIVERY_ROUTES,
  ...LEDGER_ROUTES,
  ...ACCOUNT_DAY_ROUTES,
  ...AUDIT_ROUTES,
  ...VERIFY_ROUTES,
  ...PROOF_ROUTES,
  ...ENCRYPTION_KEY_ROUTES,
];

export function registerOperatorRoutes(server: FastifyInstance, app: App): void {
  server.register(
    (scope, _options, done) => {
      authenticateOperators(scope, app);
      // Schemas are for the reference: the rules check every field, and tell all errors at once.
      scope.setValidatorCompiler(() => () => true);
      for (const route of OPERATOR_ROUTES) addRoute(scope, app, route);
      done();
    },
    { prefix: OPERATOR_PREFIX },
  );
}

function addRoute(scope: FastifyInstance, app: App, route: OperatorRoute): void {
  const { upload } = route;
  if (upload === undefined) {
    scope.route(optionsOf(app, route));
    return;
  }
  scope.register((own, _options, done) => {
    readUploads(own, upload);
    own.route(optionsOf(app, route));
    done();
  });
}

function optionsOf(app: App, route: OperatorRoute): RouteOptions {
  return {
    method: route.method,
    url: route.url,
    schema: schemaOf(route),
    config: { feeds: route.feeds === true },
    handler: async (request, reply) => await handle(app, route, request, reply),
  };
}

async function handle(
  app: App,
  route: OperatorRoute,
  request: FastifyRequest,
  reply: FastifyReply,
) {
  const query = readQuery(route, request.query);
  if (isRefusal(query)) return sendRefusal(reply, query);
  const fields = readFieldsOf(route, request);
  if (isRefusal(fields)) return sendRefusal(reply, fields);
  const result = await route.handle({
    app,
    operator: operatorOf(request),
    params: Object(request.params),
    query,
    fields,
    idempotency_key: idempotencyKey(request),
    upload: uploadOf(request),
  });
  if (isRefusal(result)) return sendRefusal(reply, result);
  if (result instanceof FileAnswer) return sendFile(reply, result);
  if (result instanceof LineAnswer) return result.send(reply);
  return reply.status(route.status ?? 200).send(result);
}
