// Renders the OpenAPI documents without a running service, for the committed files.
import Fastify from 'fastify';
import type { App } from '../../app/process/app.ts';
import { registerMerchantRoutes } from '../merchant/routes.ts';
import { registerOperatorRoutes } from '../operator/routes.ts';
import { buildOpenApi, type OpenApiKind } from './build-openapi.ts';
import { collectRoutes } from './route-document.ts';

const REGISTER = { merchant: registerMerchantRoutes, operator: registerOperatorRoutes };

/** With the routes that are in the sandbox only: their descriptions say so. */
const MODE = { mode: 'sandbox' } as const;

const SERVER_URL = 'http://127.0.0.1:8080';

export async function renderOpenApi(kind: OpenApiKind): Promise<object> {
  const server = Fastify();
  const routes = collectRoutes(server);
  server.setValidatorCompiler(() => () => true);
  server.setSerializerCompiler(() => (value) => JSON.stringify(value));
  // Registering a route only stores the app; no request comes that would use it.
  const nobody: App = Object.assign(Object.create(null), MODE);
  REGISTER[kind](server, nobody);
  await server.ready();
  return buildOpenApi(kind, SERVER_URL, routes);
}
