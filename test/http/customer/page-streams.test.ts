// The streams of open pages on the wire: what they carry, how many there are, how they end.
import { deepEqual, equal, match, ok } from 'node:assert/strict';
import { once } from 'node:events';
import { get, type IncomingMessage } from 'node:http';
import type { AddressInfo } from 'node:net';
import { afterEach, describe, it } from 'node:test';
import { setTimeout as sleep } from 'node:timers/promises';
import { createAdmission } from '../../../server/http/admission/admission.ts';
import { limitRule } from '../../../server/http/admission/admission-limit.ts';
import { listen } from '../../../server/http/transport/listener.ts';
import { createLiveStreams, STREAM_LIMITS } from '../../../server/http/transport/live-streams.ts';
import { PAYIN } from '../../pages/payment/page-views.ts';
import { type PageServerOptions, pageServer } from './customer-page-server.ts';

type Event = { id: string; data: Record<string, unknown> };

const closes: (() => Promise<void>)[] = [];
afterEach(async () => {
  for (const close of closes.splice(0)) await close();
});

async function start(options: PageServerOptions = {}) {
  const pages = pageServer('http://pay.test', options);
  pages.views.set('token', PAYIN);
  await pages.server.listen({ host: '127.0.0.1', port: 0 });
  closes.push(() => pages.server.close());
  const { port } = pages.server.server.address() as AddressInfo;
  return { ...pages, base: `http://127.0.0.1:${port}` };
}

async function open(base: string, headers: Record<string, string> = {}, page = 'token') {
  const request = get(`${base}/pay/${page}/live`, { headers, agent: false });
  const [response]: [IncomingMessage] = (await once(request, 'response')) as [IncomingMessage];
  response.setEncoding('utf8');
  let text = '';
  response.on('data', (piece) => {
    text += piece;
  });
  // A service that ends takes the connection with it.
  request.on('error', () => undefined);
  const events = (): Event[] =>
    [...text.matchAll(/^id: (.+)\nevent: trade\ndata: (.+)$/gm)].map(([, id = '', data = '']) => ({
      id,
      data: JSON.parse(data),
    }));
  return { response, events, text: () => text, close: () => request.destroy() };
}

async function until(check: () => boolean): Promise<void> {
  while (!check()) await sleep(5);
}

describe('the stream of an open page', () => {
  it('says at once how the trade stands, in a form that no proxy keeps or holds back', async () => {
    const { base } = await start();
    const { response, events, text } = await open(base, { 'accept-language': 'ru' });
    await until(() => events().length === 1);
    equal(response.statusCode, 200);
    equal(response.headers['content-type'], 'text/event-stream; charset=utf-8');
    equal(response.headers['cache-control'], 'no-store, no-transform');
    equal(response.headers['x-accel-buffering'], 'no');
    equal(response.headers['x-frame-options'], 'DENY');
    match(text(), /^retry: \d{4}\n\n/);
    const [event] = events();
    equal(event?.id, '1');
    deepEqual(Object.keys(event?.data ?? {}), ['state', 'sequence', 'seconds_left', 'time_left']);
    deepEqual([event?.data.state, event?.data.seconds_left], ['pending', 870]);
    match(String(event?.data.time_left), /14/);
    match(String(event?.data.time_left), /[а-я]/, 'in the language of the page');
  });

  it('tells each change on every open page of the trade, and on no other', async () => {
    const { base, views, announce } = await start();
    views.set('other', PAYIN);
    const [one, two] = [await open(base), await open(base)];
    const other = await open(base, {}, 'other');
    await until(() => one.events().length + two.events().length + other.events().length === 3);
    views.set('token', { ...PAYIN, state: 'verifying', sequence: 2 });
    announce('token');
    await until(() => one.events().length + two.events().length === 4);
    const told = { state: 'verifying', sequence: 2, seconds_left: null, time_left: null };
    deepEqual([one.events()[1]?.data, two.events()[1]?.data], [told, told]);
    equal(one.events()[1]?.id, '2');
    equal(other.events().length, 1);
  });

  it('that is taken up again says what was missed', async () => {
    const { base, views } = await start();
    const first = await open(base);
    await until(() => first.events().length === 1);
    first.close();
    views.set('token', { ...PAYIN, state: 'completed', sequence: 4 });
    const again = await open(base, { 'last-event-id': '1' });
    await until(() => again.events().length === 1);
    deepEqual([again.events()[0]?.id, again.events()[0]?.data.state], ['4', 'completed']);
  });

  it('is not there for an address that leads nowhere, and no HEAD waits for its end', async () => {
    const { base } = await start();
    equal((await fetch(`${base}/pay/unknown/live`)).status, 404);
    equal((await fetch(`${base}/pay/token/live`, { method: 'HEAD' })).status, 404);
  });

  it('has a limit per page, per address and in all; a closed one makes room', async () => {
    for (const [name, streams] of [
      ['page', { per_page: 1 }],
      ['address', { per_address: 1 }],
      ['process', { most: 1 }],
    ] as const) {
      const { base, views, streams: held } = await start({ streams });
      views.set('other', PAYIN);
      const second = name === 'page' ? 'token' : 'other';
      const first = await open(base);
      const refused = await fetch(`${base}/pay/${second}/live`);
      equal(refused.status, 429, name);
      equal(refused.headers.get('retry-after'), '30');
      // Whoever gets no stream asks.
      equal((await fetch(`${base}/pay/${second}/status`)).status, 200);
      first.close();
      await until(() => held.size() === 0);
      const next = await open(base, {}, second);
      equal(next.response.statusCode, 200, name);
    }
  });
});

describe('beside other requests', () => {
  async function startListening() {
    const pages = pageServer('http://pay.test');
    pages.views.set('token', PAYIN);
    const listener = await listen('127.0.0.1', 0, 'http://pay.test');
    const admission = createAdmission({
      public_url: 'http://pay.test',
      rule: limitRule(1),
      log: { warn: () => undefined },
      shed: () => undefined,
    });
    listener.guardWith(admission.guard);
    listener.endWith(pages.streams.stop);
    await pages.server.ready();
    listener.serve((request, response) => pages.server.routing(request, response));
    return { ...pages, listener, admission, base: `http://127.0.0.1:${listener.port}` };
  }

  it('an open stream holds no place among the requests in work', async () => {
    const { listener, admission, base } = await startListening();
    closes.push(() => listener.close());
    const opened = await Promise.all([1, 2, 3, 4, 5].map(() => open(base)));
    await until(() => opened.every(({ events }) => events().length === 1));
    equal(admission.inWork(), 0);
    for (const { close } of opened) close();
    await until(() => admission.inWork() === 0);
    equal((await fetch(`${base}/pay/token/status`)).status, 200);
  });

  it('a service that stops ends its streams, tells them when to come again, and is gone', async () => {
    const { listener, base, streams } = await startListening();
    const opened = [await open(base), await open(base)];
    await until(() => streams.size() === 2);
    const ends = opened.map(({ response }) => once(response, 'end'));
    await listener.close();
    await Promise.all(ends);
    for (const { text } of opened) match(text(), /\nretry: \d{4,5}\n\n$/);
    equal(streams.size(), 0);
  });
});

describe('a stream whose reader takes nothing', () => {
  it('is cut before it fills the memory', () => {
    const written: string[] = [];
    let is_destroyed = false;
    const response = {
      writableLength: 0,
      once: () => undefined,
      write: (text: string) => written.push(text),
      end: () => undefined,
      destroy: () => {
        is_destroyed = true;
      },
    };
    const reserved = createLiveStreams(STREAM_LIMITS).take({ page: 'a', address: 'b' });
    const stream = reserved?.open(response as never, () => 'message');
    response.writableLength = 20_000;
    stream?.tell();
    ok(is_destroyed);
    equal(written.filter((text) => text === 'message').length, 1);
  });
});
