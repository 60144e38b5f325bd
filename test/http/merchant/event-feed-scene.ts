// Two processes that serve the event feed over one database, and the clients that follow it.
import { equal } from 'node:assert/strict';
import { once } from 'node:events';
import { get, type IncomingMessage } from 'node:http';
import type { AddressInfo } from 'node:net';
import { setTimeout as sleep } from 'node:timers/promises';
import type { FastifyInstance } from 'fastify';
import type { EventBody } from '../../../server/app/callback/event-view.ts';
import type { EventPage } from '../../../server/app/callback/list-events.ts';
import type { OpenApp } from '../../../server/app/open-app.ts';
import type { App } from '../../../server/app/process/app.ts';
import { newNumber, newPayin } from '../../app/scene.ts';
import { makeMerchant, openTestApp, type TestMerchant } from '../../support/test-app.ts';
import { buildTestServer } from '../service-scene.ts';

export const baseOf = (server: { address(): unknown }) =>
  `http://127.0.0.1:${(server.address() as AddressInfo).port}`;

export async function until(check: () => boolean): Promise<void> {
  while (!check()) await sleep(5);
}

export const oneTo = (count: number) => Array.from({ length: count }, (_, index) => index + 1);

export const numbersOf = (events: readonly EventBody[]) => events.map(({ number }) => number);

type Answer = { status: number; headers: Headers; body: EventPage & { code?: string } };

export async function ask(base: string, token: string, query: string): Promise<Answer> {
  const headers = { 'x-token': token };
  const answer = await fetch(`${base}/api/v1/events?${query}`, { headers });
  const body = (await answer.json()) as EventPage;
  return { status: answer.status, headers: answer.headers, body };
}

export async function openStream(
  base: string,
  token: string,
  query: string,
  given: Record<string, string> = {},
) {
  const headers = { accept: 'text/event-stream', 'x-token': token, ...given };
  const request = get(`${base}/api/v1/events?${query}`, { headers, agent: false });
  const [response] = (await once(request, 'response')) as [IncomingMessage];
  let [text, is_over] = ['', false];
  response.setEncoding('utf8').on('data', (piece) => {
    text += piece;
  });
  response.on('close', () => {
    is_over = true;
  });
  // Closing the connection ends the answer as an error.
  for (const emitter of [request, response]) emitter.on('error', () => undefined);
  const events = (): EventBody[] =>
    [...text.matchAll(/^id: (\d+)\ndata: (.+)\n\n/gm)].map(([, id, data = '']) => {
      const event: EventBody = JSON.parse(data);
      equal(String(event.number), id);
      return event;
    });
  const numbers = () => numbersOf(events());
  const close = () => request.destroy();
  return { response, text: () => text, events, numbers, close, isOver: () => is_over };
}

export type FeedScene = Awaited<ReturnType<typeof openFeedScene>>;

export async function openFeedScene() {
  const service = await openTestApp();
  const { app } = service;
  const other = await service.another();
  const servers: FastifyInstance[] = [];
  const serve = async (served: App): Promise<string> => {
    const server = await buildTestServer(served);
    servers.push(server);
    await server.listen({ host: '127.0.0.1', port: 0 });
    return baseOf(server.server);
  };
  return {
    app,
    other,
    /** The addresses of the two processes. */
    here: await serve(app),
    there: await serve(other),
    serve,
    followers: () => app.followers.size() + other.followers.size(),
    async newMerchant(): Promise<TestMerchant> {
      const merchant = await makeMerchant(app);
      await other.settings.refresh();
      return merchant;
    },
    /** One event for each new pay-in. */
    async makeEvents(merchant: TestMerchant, count: number, maker: OpenApp = app): Promise<void> {
      for (const _ of oneTo(count)) {
        await newPayin(maker, merchant, { amount_cents: 1_000 + newNumber() });
      }
    },
    async stop(): Promise<void> {
      for (const one of [app, other]) one.followers.stop();
      for (const server of servers) {
        // A client that gave up may have left a connection without a request: it is not idle.
        server.server.closeAllConnections();
        await server.close();
      }
      await service.stop();
    },
  };
}
