// The operator API below /operator/v1: every route from its table, behind one authentication.
import type { FastifyInstance, FastifyReply, FastifyRequest, RouteOptions } from 'fastify';
import { createLiveCounts, type LiveCounts } from '../../app/alert/live-counts.ts';
import type { Operations } from '../../app/approval/operations.ts';
import { orPropose } from '../../app/approval/propose.ts';
import type { ServedCells } from '../../app/cell/cells.ts';
import type { App } from '../../app/process/app.ts';
import { isRefusal } from '../../domain/service/refusal.ts';
import { sendRefusal } from '../error/reply.ts';
import { readQuery } from '../request/read-request.ts';
import { createLiveStreams, type LiveStreams, STREAM_LIMITS } from '../transport/live-streams.ts';
import { wantsStream } from '../transport/stream-answer.ts';
import { AUDIT_ROUTES } from './access/audit.ts';
import { AUDIT_EXPORT_ROUTES } from './access/audit-exports.ts';
import { authenticateOperators, type NoteDenial, operatorOf } from './access/authenticate.ts';
import { checkBodyAccess, confineQuery } from './access/check-access.ts';
import { ENCRYPTION_KEY_ROUTES } from './access/encryption-keys.ts';
import { FEED_TOKEN_ROUTES } from './access/feed-tokens.ts';
import { addOpenRoutes } from './access/open-routes.ts';
import { OPERATOR_TOKEN_ROUTES } from './access/operator-tokens.ts';
import { OWN_SESSION_ROUTES } from './access/own-session.ts';
import { PEOPLE_ROUTES } from './access/people.ts';
import { PRESENCE_ROUTES } from './access/presence.ts';
import { SAVED_VIEW_ROUTES } from './access/saved-views.ts';
import { readSessionCookie } from './access/session-cookie.ts';
import { OPEN_ROUTES } from './access/sign-in.ts';
import { TOKEN_ROUTES } from './access/tokens.ts';
import { ACCOUNT_DAY_ROUTES } from './account/account-days.ts';
import { RECEIVING_ACCOUNT_ROUTES } from './account/receiving-accounts.ts';
import { ALERT_ROUTES } from './alert/alerts.ts';
import { ATTENTION_ROUTES } from './alert/attention.ts';
import { CELL_ROUTES } from './alert/cells.ts';
import { LIVE_ROUTES } from './alert/live.ts';
import { RECIPIENT_ROUTES } from './alert/recipients.ts';
import { SERVICE_ROUTES } from './alert/service.ts';
import { SINCE_ROUTES } from './alert/since.ts';
import { APPROVAL_ROUTES } from './approval/approvals.ts';
import { routedOperations } from './approval/operations.ts';
import { DELIVERY_ROUTES } from './callback/deliveries.ts';
import { EVENT_ROUTES } from './callback/events.ts';
import { DISPUTE_ACT_ROUTES } from './dispute/dispute-acts.ts';
import { DISPUTE_FILE_ROUTES } from './dispute/dispute-files.ts';
import { DISPUTE_ROUTES } from './dispute/disputes.ts';
import { OWN_FACTOR_ROUTES } from './factor/own-factors.ts';
import { PEOPLE_FACTOR_ROUTES } from './factor/people-factors.ts';
import { SIGN_IN_FACTOR_ROUTES } from './factor/sign-in-factors.ts';
import { ADJUSTMENT_ROUTES } from './ledger/adjustments.ts';
import { JOURNAL_ROUTES } from './ledger/journal.ts';
import { LEDGER_ROUTES } from './ledger/ledger.ts';
import { PROOF_ROUTES } from './ledger/proofs.ts';
import { VERIFY_ROUTES } from './ledger/verify.ts';
import { BANK_LINE_ROUTES } from './line/bank-lines.ts';
import { BULK_REVIEW_ROUTES } from './line/bulk-review.ts';
import { EXPORT_ROUTES } from './line/exports.ts';
import { LINE_RULE_ROUTES } from './line/line-rules.ts';
import { OWED_ROUTES } from './line/owed.ts';
import { REVIEW_ROUTES } from './line/review.ts';
import { STATEMENT_ROUTES } from './line/statements.ts';
import { WAITING_LINE_ROUTES } from './line/waiting-lines.ts';
import { BRANDING_ROUTES } from './merchant/branding.ts';
import { CALLBACK_ENDPOINTS_ROUTES } from './merchant/callback-endpoints.ts';
import { CURRENCY_ROUTES } from './merchant/currencies.ts';
import { MERCHANT_ROUTES } from './merchant/merchants.ts';
import { TARIFF_AND_RATE_ROUTES } from './merchant/tariffs-and-rates.ts';
import { PAYOUT_ROUTES } from './payout/payouts.ts';
import { REPORT_ROUTES } from './report/reports.ts';
import { SCHEDULED_REPORT_ROUTES } from './report/scheduled-reports.ts';
import { RETENTION_ROUTES } from './retention/retention.ts';
import { appsOf } from './route/apps-apart.ts';
import { cellScopeOf } from './route/cell-scopes.ts';
import { withVersionOf, withVersions } from './route/expected-version.ts';
import { overCells } from './route/merged-schema.ts';
import type { OpenRoute } from './route/open-route.ts';
import { OverCells, type PlaceRequest, placeRequests } from './route/place-request.ts';
import { idempotencyKey, readFieldsOf } from './route/read-fields.ts';
import { withReasonOf, withReasons } from './route/reason.ts';
import { classOf, type RequestClass } from './route/request-classes.ts';
import { createRequestShares, openShares, type RequestShares } from './route/request-shares.ts';
import type { OperatorRoute } from './route/route.ts';
import { schemaOf } from './route/route-schema.ts';
import { readUploads, uploadOf } from './route/upload.ts';
import { SANDBOX_CLOCK_ROUTES } from './sandbox/sandbox-clock.ts';
import { SEARCH_ROUTES } from './search/search.ts';
import { sendResult } from './send-result.ts';
import { SETTLEMENT_ROUTES } from './settlement/settlements.ts';
import { CUSTOMER_ROUTES } from './trade/customers.ts';
import { RECEIPT_ROUTES } from './trade/receipts.ts';
import { TRADE_COUNT_ROUTES } from './trade/trade-counts.ts';
import { TRADE_EXPORT_ROUTES } from './trade/trade-exports.ts';
import { TRADE_SERIES_ROUTES } from './trade/trade-series.ts';
import { TRADE_ROUTES } from './trade/trades.ts';
import { VERIFY_QUEUE_ROUTES } from './trade/verify-queue.ts';

export const OPERATOR_PREFIX = '/operator/v1';

const ROUTES: readonly OperatorRoute[] = [
  ...MERCHANT_ROUTES,
  ...TOKEN_ROUTES,
  ...TARIFF_AND_RATE_ROUTES,
  ...CURRENCY_ROUTES,
  ...BRANDING_ROUTES,
  ...CALLBACK_ENDPOINTS_ROUTES,
  ...ADJUSTMENT_ROUTES,
  ...RECEIVING_ACCOUNT_ROUTES,
  ...BANK_LINE_ROUTES,
  ...BULK_REVIEW_ROUTES,
  ...EXPORT_ROUTES,
  ...REVIEW_ROUTES,
  ...LINE_RULE_ROUTES,
  ...WAITING_LINE_ROUTES,
  ...OWED_ROUTES,
  ...STATEMENT_ROUTES,
  ...FEED_TOKEN_ROUTES,
  ...OPERATOR_TOKEN_ROUTES,
  ...TRADE_ROUTES,
  ...CUSTOMER_ROUTES,
  ...TRADE_COUNT_ROUTES,
  ...TRADE_EXPORT_ROUTES,
  ...VERIFY_QUEUE_ROUTES,
  ...SEARCH_ROUTES,
  ...TRADE_SERIES_ROUTES,
  ...REPORT_ROUTES,
  ...SCHEDULED_REPORT_ROUTES,
  ...PAYOUT_ROUTES,
  ...DISPUTE_ROUTES,
  ...DISPUTE_ACT_ROUTES,
  ...DISPUTE_FILE_ROUTES,
  ...SETTLEMENT_ROUTES,
  ...APPROVAL_ROUTES,
  ...RECEIPT_ROUTES,
  ...EVENT_ROUTES,
  ...DELIVERY_ROUTES,
  ...LEDGER_ROUTES,
  ...JOURNAL_ROUTES,
  ...ACCOUNT_DAY_ROUTES,
  ...ATTENTION_ROUTES,
  ...SINCE_ROUTES,
  ...LIVE_ROUTES,
  ...SERVICE_ROUTES,
  ...CELL_ROUTES,
  ...RETENTION_ROUTES,
  ...ALERT_ROUTES,
  ...RECIPIENT_ROUTES,
  ...AUDIT_ROUTES,
  ...AUDIT_EXPORT_ROUTES,
  ...VERIFY_ROUTES,
  ...PROOF_ROUTES,
  ...ENCRYPTION_KEY_ROUTES,
  ...SAVED_VIEW_ROUTES,
  ...OWN_SESSION_ROUTES,
  ...OWN_FACTOR_ROUTES,
  ...[...PEOPLE_ROUTES, ...PRESENCE_ROUTES, ...PEOPLE_FACTOR_ROUTES],
  ...SANDBOX_CLOCK_ROUTES,
];

export const OPERATOR_ROUTES = withVersions(withReasons(ROUTES));

/** Reached without token and session. */
export const OPEN_OPERATOR_ROUTES: readonly OpenRoute[] = [
  ...OPEN_ROUTES,
  ...SIGN_IN_FACTOR_ROUTES,
];

/** `streams`: those of all open pages of the process, which end together. */
export function registerOperatorRoutes(
  server: FastifyInstance,
  app: App,
  streams: LiveStreams = createLiveStreams(STREAM_LIMITS),
  shares: RequestShares = createRequestShares(),
  cells: ServedCells | null = null,
): void {
  const live = createLiveCounts((error) => {
    app.log.warn({ err: error }, 'counts could not be read for open pages of the console');
  });
  // Read before the routes are registered, so that the error names the route without a class.
  const routes = OPERATOR_ROUTES.map((route) => ({
    route: cells === null ? route : overCells(route),
    request_class: classOf(route.operation_id),
  }));
  for (const { operation_id } of OPERATOR_ROUTES) cellScopeOf(operation_id);
  const appOf = appsOf(app);
  const place = cells === null ? null : placeRequests(cells);
  const operations = routedOperations(() => OPERATOR_ROUTES, cells);
  const shared = { appOf, cells, place, operations, live, streams, shares };
  server.register(
    (scope, _options, done) => {
      const noteDenial = authenticateOperators(scope, app);
      for (const each of routes) {
        if (each.route.sandbox_only === true && app.mode !== 'sandbox') continue;
        addRoute(scope, { ...each, ...shared, noteDenial });
      }
      done();
    },
    { prefix: OPERATOR_PREFIX },
  );
  server.register(
    (scope, _options, done) => {
      addOpenRoutes(scope, app, OPEN_OPERATOR_ROUTES);
      done();
    },
    { prefix: OPERATOR_PREFIX },
  );
}

type Served = {
  appOf: (name: RequestClass) => App;
  /** Null for a service with one cell. */
  cells: ServedCells | null;
  place: PlaceRequest | null;
  operations: Operations;
  route: OperatorRoute;
  request_class: RequestClass;
  noteDenial: NoteDenial;
  live: LiveCounts;
  streams: LiveStreams;
  shares: RequestShares;
};

function addRoute(scope: FastifyInstance, served: Served): void {
  const { upload } = served.route;
  if (upload === undefined) {
    scope.route(optionsOf(served));
    return;
  }
  scope.register((own, _options, done) => {
    readUploads(own, upload);
    own.route(optionsOf(served));
    done();
  });
}

function optionsOf(served: Served): RouteOptions {
  const { route, request_class, shares } = served;
  const open = openShares(shares, request_class);
  return {
    method: route.method,
    url: route.url,
    schema: schemaOf(route),
    config: { operator_route: route },
    // Before the body is read: a file that is beyond the share is not received.
    onRequest: (request, reply, done) => {
      const refused = open.begin(request, operatorOf(request), reply.raw);
      if (refused === null) done();
      else sendRefusal(reply, refused);
    },
    handler: (request, reply) => open.work(request, () => handle(served, request, reply)),
  };
}

async function handle(served: Served, request: FastifyRequest, reply: FastifyReply) {
  const { appOf, place, route, request_class, noteDenial } = served;
  const operator = operatorOf(request);
  const query = readQuery(route.query ?? {}, request.query, 'refused');
  if (isRefusal(query)) return sendRefusal(reply, query);
  const fields = readFieldsOf(route, request);
  if (isRefusal(fields)) return sendRefusal(reply, fields);
  const refused = checkBodyAccess(operator, route, fields.fields);
  if (refused !== null) {
    noteDenial(request, refused, operator);
    return sendRefusal(reply, refused);
  }
  const versioned = withVersionOf(route, operator, fields);
  const reasoned = withReasonOf(route, versioned.operator, { fields: versioned.fields, query });
  if (isRefusal(reasoned)) return sendRefusal(reply, reasoned);
  const params = Object(request.params);
  const confined = confineQuery(operator, route, query);
  const asked = { route, params, query: confined, fields, caller: operator };
  const placed = place === null ? null : await place(request_class, request, asked);
  if (isRefusal(placed)) return sendRefusal(reply, placed);
  const over = placed instanceof OverCells ? placed : null;
  const app = placed === null || placed instanceof OverCells ? appOf(request_class) : placed;
  const idempotency_key = idempotencyKey(request);
  const call = {
    app,
    ...reasoned,
    session_secret: operator.session_id === null ? null : readSessionCookie(request.headers.cookie),
    params,
    query: confined,
    idempotency_key,
    upload: uploadOf(request),
    operations: served.operations,
    live: wantsStream(request) ? served.live : null,
    cells: served.cells,
  };
  const answer = await (over === null ? route.handle(call) : over.answer(route, call));
  const result = await orPropose(app, operator, answer, {
    operation: route.operation_id,
    params,
    fields: fields.fields,
    idempotency_key: idempotency_key ?? null,
  });
  const { streams } = served;
  return sendResult({ route, streams, appOf: () => appOf(request_class) }, request, reply, result);
}
