// The whole HTTP service over real use cases and a real PostgreSQL, with requests injected into it.
import type { FastifyInstance } from 'fastify';
import { addAdjustment } from '../../server/app/merchant/add-adjustment.ts';
import type { OpenApp } from '../../server/app/open-app.ts';
import type { App } from '../../server/app/process/app.ts';
import { buildServer, type ServerOptions } from '../../server/http/build-server.ts';
import { createLiveStreams, STREAM_LIMITS } from '../../server/http/transport/live-streams.ts';
import {
  accepted,
  makeMerchant,
  OPERATOR,
  openTestApp,
  raw,
  type TestMerchant,
} from '../support/test-app.ts';

export type Answer = {
  status: number;
  headers: Readonly<Record<string, unknown>>;
  body: Record<string, unknown>;
};

export type Scene = {
  app: OpenApp;
  server: FastifyInstance;
  merchant: TestMerchant;
  post(path: string, body: object, headers?: Record<string, string>): Promise<Answer>;
  get(path: string, headers?: Record<string, string>): Promise<Answer>;
  stop(): Promise<void>;
};

const READY = { ready: () => Promise.resolve({ ok: true, checks: { database: 'ok' } }) };

export function buildTestServer(
  app: App,
  options: Partial<ServerOptions> = {},
): Promise<FastifyInstance> {
  const pages = { streams: createLiveStreams(STREAM_LIMITS), requests_per_second: 0 };
  return buildServer(app, { trusted_proxies: [], pages, ...READY, ...options });
}

/** One merchant with money, and requests that carry its token unless they say otherwise. */
export async function openScene(): Promise<Scene> {
  const { app, stop } = await openTestApp();
  try {
    return await sceneOf(app, stop);
  } catch (error) {
    // An open database would keep the test process from ending.
    await stop();
    throw error;
  }
}

async function sceneOf(app: OpenApp, stop: () => Promise<void>): Promise<Scene> {
  const server = await buildTestServer(app);
  const merchant = await makeMerchant(app);
  const funding = raw({ amount_cents: 10_000_000, reason: 'Opening balance' });
  accepted(await addAdjustment(app, OPERATOR, merchant.merchant_id, funding, undefined));
  const own = { 'x-token': merchant.token };
  const send = async (
    method: 'GET' | 'POST',
    url: string,
    headers: Record<string, string>,
    payload?: object,
  ): Promise<Answer> => {
    const request = { method, url, headers: { ...own, ...headers } };
    const answer = await server.inject(payload === undefined ? request : { ...request, payload });
    const body: Record<string, unknown> = answer.json();
    return { status: answer.statusCode, headers: answer.headers, body };
  };
  return {
    app,
    server,
    merchant,
    post: (path, body, headers = {}) => send('POST', path, headers, body),
    get: (path, headers = {}) => send('GET', path, headers),
    async stop() {
      await server.close();
      await stop();
    },
  };
}
