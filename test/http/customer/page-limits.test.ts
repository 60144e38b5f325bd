// How often pages may be asked for, by whom, and what those are told who ask too often.
import { deepEqual, equal, match } from 'node:assert/strict';
import { describe, it } from 'node:test';
import { networkOf } from '../../../server/lib/ip-address.ts';
import { PAYIN } from '../../pages/payment/page-views.ts';
import { pageServer } from './customer-page-server.ts';

const ORIGIN = 'http://pay.test';
const OWN = { 'sec-fetch-site': 'same-origin' };

type Ask = { url?: string; from?: string; headers?: Record<string, string>; form?: string };

function start(requests_per_second = 2) {
  const { server, views } = pageServer(ORIGIN, { requests_per_second });
  for (const token of ['token', 'other']) views.set(token, PAYIN);
  const ask = async ({ url = '/pay/token', from = '203.0.113.7', headers, form }: Ask = {}) => {
    const answer = await server.inject({
      method: form === undefined ? 'GET' : 'POST',
      url,
      remoteAddress: from,
      headers: {
        ...headers,
        ...(form === undefined
          ? {}
          : { ...OWN, 'content-type': 'application/x-www-form-urlencoded' }),
      },
      ...(form === undefined ? {} : { payload: form }),
    });
    return answer;
  };
  /** How many of so many come through. */
  const passing = async (count: number, of: Ask = {}) => {
    let passed = 0;
    for (let index = 0; index < count; index += 1) {
      if ((await ask(of)).statusCode !== 429) passed += 1;
    }
    return passed;
  };
  return { ask, passing };
}

describe('an address', () => {
  it('that asks too often is told to wait, in words and in a header; others are not', async () => {
    const { ask, passing } = start();
    // Ten seconds' worth at once; one more may be earned meanwhile.
    const passed = await passing(30);
    match(String(passed), /^2[01]$/);
    const refused = await ask();
    equal(refused.statusCode, 429);
    match(String(refused.headers['retry-after']), /^\d+$/);
    match(refused.body, /Too many requests/);
    equal(refused.headers['cache-control'], 'no-store');
    equal((await ask({ from: '203.0.113.8', url: '/pay/other' })).statusCode, 200);
  });

  it('has one limit for pages, questions, streams, forms and what is not there', async () => {
    const { passing } = start();
    await passing(30);
    for (const url of ['/pay/other', '/pay/other/status', '/pay/other/live', '/pay/nothing']) {
      equal(await passing(1, { url }), 0, url);
    }
    equal(await passing(1, { url: '/pay/other/cancel', form: '' }), 0);
  });

  it('of IPv6 is its whole network', () => {
    equal(networkOf('2001:db8:1:2:3::4'), networkOf('2001:db8:1:2::'));
    equal(networkOf('2001:db8:1:2::1') === networkOf('2001:db8:1:3::1'), false);
    equal(networkOf('203.0.113.7'), '203.0.113.7');
  });

  it('of an own proxy that is not named as one is not taken for a customer', async () => {
    const { passing } = start();
    const behind = { from: '10.0.0.1', headers: { 'x-forwarded-for': '203.0.113.7' } };
    // Of each page there is a limit still.
    match(String(await passing(60, behind)), /^5\d$/);
    // From outside the header changes nothing.
    const spoofed = { from: '9.9.9.9', url: '/pay/other' };
    match(String(await passing(30, { ...spoofed, headers: behind.headers })), /^2[01]$/);
  });
});

describe('a page', () => {
  it('has a limit of its own, wherever it is asked for from', async () => {
    const { passing } = start(1_000);
    match(String(await passing(70)), /^5\d$/);
    equal(await passing(1, { from: '203.0.113.8' }), 0);
    equal(await passing(1, { url: '/pay/other' }), 1);
  });

  it('takes fewer forms than questions', async () => {
    const { passing } = start(1_000);
    const form = { url: '/pay/token/utr', form: 'utr=' };
    match(String(await passing(30, form)), /^2[01]$/);
    equal(await passing(1), 1);
  });
});

describe('addresses that lead nowhere', () => {
  it('are not tried for long, and those who have a page still see it', async () => {
    const { ask, passing } = start(1_000);
    let guesses = 0;
    const answers = new Set<number>();
    while (guesses < 120) {
      guesses += 1;
      answers.add((await ask({ url: `/pay/guess-${guesses}` })).statusCode);
    }
    deepEqual([...answers], [404, 429]);
    equal(await passing(1), 1);
  });
});

describe('no limit', () => {
  it('is a setting', async () => {
    const { passing } = start(0);
    equal(await passing(300), 300);
  });
});

it('a page whose client has gone before it is served is no error', async () => {
  const { server, views } = pageServer(ORIGIN, { requests_per_second: 2 });
  views.set('token', PAYIN);
  // As Node has it when the client has gone; this one stays, to be told the status.
  server.server.on('connection', (socket) => {
    Object.defineProperty(socket, 'remoteAddress', { value: undefined });
  });
  const url = await server.listen({ port: 0, host: '127.0.0.1' });
  const { status } = await fetch(`${url}/pay/token`);
  await server.close();
  equal(status, 200);
});
