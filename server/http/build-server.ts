// The HTTP server: limits, parsers, headers, errors and log of every request, and all routes.
import { randomUUID } from 'node:crypto';
import http from 'node:http';
import Fastify, { type FastifyInstance, LogController } from 'fastify';
import type { ServedCells } from '../app/cell/cells.ts';
import type { App } from '../app/process/app.ts';
import { LIMITS } from '../domain/service/limits.ts';
import { refuseOnCopies } from './admission/copy-gate.ts';
import { registerConsole } from './console/console-routes.ts';
import type { PageOptions } from './customer/page-routes.ts';
import { registerCustomerRoutes } from './customer/routes.ts';
import { registerDocs } from './docs/routes.ts';
import { createFailureLimit, type FailureLimit } from './error/rate-limit.ts';
import { answerErrors } from './error/reply.ts';
import { readJsonBodies } from './json/json-body.ts';
import { registerMerchantRoutes } from './merchant/routes.ts';
import { serveOpenApi } from './openapi/routes.ts';
import { createRequestShares, type RequestShares } from './operator/route/request-shares.ts';
import { registerOperatorRoutes } from './operator/routes.ts';
import { type PlatformOptions, registerPlatform } from './platform.ts';
import { refuseCompressedBodies } from './transport/compressed-bodies.ts';
import { compressLists } from './transport/compression.ts';
import { closeAfterEarlyAnswers } from './transport/early-answers.ts';
import { headersFor } from './transport/http-headers.ts';
import { HTTP_LIMITS, PARAM_MAX_LENGTH } from './transport/http-limits.ts';
import { httpLog } from './transport/http-log.ts';
import { answerUnknownPaths } from './transport/known-paths.ts';
import type { Listener } from './transport/listener.ts';
import { logRequests } from './transport/request-log.ts';
import { traceRequests } from './transport/request-trace.ts';
import { answerSocketErrors } from './transport/socket-errors.ts';

export type CellServerOptions = {
  /** The proxies whose X-Forwarded-For is believed; an empty list: none. */
  trusted_proxies: readonly string[];
  pages: PageOptions;
  /** Of the addresses that send wrong tokens; the cells of a process share it. */
  failure_limit?: FailureLimit;
  /** The socket that is already open; tests that inject requests need none. */
  listener?: Pick<Listener, 'server' | 'serve'>;
};

export type ServerOptions = CellServerOptions &
  PlatformOptions & {
    /** What each caller of the operator API may ask for; each process counts its own. */
    shares?: RequestShares;
    /** Absent or null for a service with one cell. */
    cells?: ServedCells | null;
  };

function createServer(app: App, options: CellServerOptions): FastifyInstance {
  const { trusted_proxies, listener } = options;
  return Fastify({
    loggerInstance: httpLog(app.log),
    logController: new LogController({
      disableRequestLogging: true,
      requestIdLogLabel: 'request_id',
    }),
    genReqId: () => randomUUID(),
    trustProxy: trusted_proxies.length === 0 ? false : [...trusted_proxies],
    bodyLimit: LIMITS.body_max_bytes,
    // Requests that arrive on an open connection while closing are still answered, then it is
    // closed.
    return503OnClosing: false,
    routerOptions: { caseSensitive: true, maxParamLength: PARAM_MAX_LENGTH },
    serverFactory: (handler) => {
      const server = listener?.server ?? http.createServer(HTTP_LIMITS, handler);
      listener?.serve(handler);
      return server;
    },
    clientErrorHandler: answerSocketErrors(() => app.public_url),
    // Errors before any hook runs: an address that cannot be decoded.
    frameworkErrors: (error, request, reply) => {
      reply.headers({ ...headersFor(app.public_url), 'x-request-id': request.id });
      answerErrors(app)(error, request, reply);
    },
  });
}

function setHeaders(server: FastifyInstance, app: App): void {
  const headers = headersFor(app.public_url);
  server.addHook('onRequest', (request, reply, done) => {
    reply.headers(headers);
    reply.header('x-request-id', request.id);
    done();
  });
}

function prepareServer(app: App, options: CellServerOptions): FastifyInstance {
  const server = createServer(app, options);
  // A getter, because with PORT=0 the address is known only after listening.
  server.decorate('public_url', { getter: () => app.public_url });
  server.decorate('failure_limit', options.failure_limit ?? createFailureLimit());
  // Schemas are for the reference only: the rules check every field of a request, and a serialiser
  // made from an answer's schema would drop fields that it does not list.
  server.setValidatorCompiler(() => () => true);
  server.setSerializerCompiler(() => (value) => JSON.stringify(value));
  server.setErrorHandler(answerErrors(app));
  readJsonBodies(server);
  setHeaders(server, app);
  closeAfterEarlyAnswers(server);
  traceRequests(server, app);
  logRequests(server, app);
  refuseCompressedBodies(server);
  compressLists(server);
  refuseOnCopies(server, app);
  answerUnknownPaths(server);
  return server;
}

/** Of a cell beside the control cell: the routes of its merchants and their payers. */
export async function buildCellServer(
  app: App,
  options: CellServerOptions,
): Promise<FastifyInstance> {
  const server = prepareServer(app, options);
  registerMerchantRoutes(server, app);
  registerCustomerRoutes(server, app, options.pages);
  await server.ready();
  return server;
}

export async function buildServer(app: App, options: ServerOptions): Promise<FastifyInstance> {
  const server = prepareServer(app, options);
  serveOpenApi(server);
  registerPlatform(server, options);
  registerConsole(server);
  registerDocs(server);
  registerMerchantRoutes(server, app);
  const { pages, shares = createRequestShares(), cells = null } = options;
  registerOperatorRoutes(server, app, pages.streams, shares, cells);
  registerCustomerRoutes(server, app, pages);
  await server.ready();
  return server;
}
