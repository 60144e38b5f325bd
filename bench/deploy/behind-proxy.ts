// What the service promises behind a proxy: HTTP/2, streams as they come, large statements, the
// client's true address, and not one failed request while both processes are restarted in turn.
import assert from 'node:assert/strict';
import { connect } from 'node:http2';
import { Agent, request } from 'node:https';
import { setTimeout as sleep } from 'node:timers/promises';
import { tokensForAddresses } from './proxy-addresses.ts';
import type { TwoServices } from './two-services.ts';

/** The proxy in front of the service. */
export type Front = {
  readonly url: string;
  /** The authority that the certificate is of. */
  readonly ca: string;
  /** Before a process stops and after it is back, for proxies that ask nobody. */
  readonly leave?: (index: 0 | 1) => Promise<void>;
  readonly rejoin?: (index: 0 | 1) => Promise<void>;
};

type Answer = { readonly status: number; readonly body: string };

type Asked = {
  readonly method?: string;
  readonly path: string;
  readonly headers?: Record<string, string>;
  readonly body?: string | Buffer;
};

export function askFront({ url, ca }: Front, agent: Agent, asked: Asked): Promise<Answer> {
  const { method = 'GET', path, headers = {}, body } = asked;
  return new Promise((resolve, reject) => {
    const sent = request(`${url}${path}`, { method, headers, agent, ca }, (response) => {
      let text = '';
      response.setEncoding('utf8').on('data', (chunk) => {
        text += chunk;
      });
      response.once('end', () => resolve({ status: response.statusCode ?? 0, body: text }));
      response.once('error', reject);
    });
    sent.once('error', reject);
    sent.end(body);
  });
}

async function speaksHttp2({ url, ca }: Front): Promise<void> {
  const session = connect(url, { ca });
  try {
    const stream = session.request({ ':path': '/healthz' });
    const status = await new Promise((resolve, reject) => {
      stream.once('response', (headers) => resolve(headers[':status']));
      stream.once('error', reject);
      session.once('error', reject);
    });
    assert.equal(status, 200, 'HTTP/2');
  } finally {
    session.destroy();
  }
}

const ORDER = { amount_cents: 12_300, amount_currency: 'INR', type: 'account', client_id: 'c1' };

const createOf = (
  { shop }: TwoServices,
  order_id: string,
  headers: Record<string, string> = {},
) => ({
  method: 'POST',
  path: '/api/v1/orders/deposit/create',
  headers: { 'x-token': shop.token, 'content-type': 'application/json', ...headers },
  body: JSON.stringify({ merchant_id: shop.merchant_id, order_id, ...ORDER }),
});

/** The first bytes of a payment page's stream come at once, not when a buffer is full. */
async function passesStreams(proxy: Front, services: TwoServices): Promise<void> {
  const agent = new Agent();
  const created = await askFront(proxy, agent, createOf(services, 'stream'));
  assert.equal(created.status, 201, created.body);
  const { url } = JSON.parse(created.body) as { url: string };
  const { pathname } = new URL(url);
  const { promise, resolve, reject } = Promise.withResolvers<string>();
  const sent = request(
    `${proxy.url}${pathname}/live`,
    { agent, ca: proxy.ca, headers: { accept: 'text/event-stream' } },
    (response) => {
      const head = `${response.statusCode} ${response.headers['content-type']}`;
      response.once('data', () => resolve(head));
    },
  );
  sent.once('error', reject);
  sent.end();
  const late = sleep(10_000).then(() => reject(new Error('No byte of the stream came in 10 s')));
  try {
    assert.match(await promise, /^200 text\/event-stream/);
  } finally {
    sent.destroy();
    late.catch(() => undefined);
  }
}

const LINE = '2026-01-05,-1.00,NEFT charges of a month with a long text to fill the file\n';
const STATEMENT_BYTES = 50 * 2 ** 20;

/** Read to its end, whatever is said of its content: nobody on the way refuses its size. */
async function takesLargeStatements(proxy: Front, operator_token: string, account_id: string) {
  const body = Buffer.from(LINE.repeat(Math.ceil(STATEMENT_BYTES / LINE.length)));
  const { status, body: answer } = await askFront(proxy, new Agent(), {
    method: 'POST',
    path: `/operator/v1/statements?receiving_account_id=${account_id}&dry_run=true`,
    headers: {
      authorization: `Bearer ${operator_token}`,
      'content-type': 'text/csv',
      'content-length': String(body.length),
    },
    body,
  });
  const { code = '' } = JSON.parse(answer) as { code?: string };
  assert.ok(status < 300 || status === 422, `${status}: ${answer.slice(0, 500)}`);
  assert.ok(code !== 'body_too_large', answer);
}

/** A token for one address: what the client claims for itself counts for nothing. */
async function tellsTheClient(proxy: Front, services: TwoServices): Promise<void> {
  const { here, elsewhere } = await tokensForAddresses(services.shop.merchant_id);
  // The other process learns of new tokens within a second.
  await sleep(2_000);
  const claim = { 'x-forwarded-for': '203.0.113.9' };
  const agent = new Agent();
  const own = await askFront(
    proxy,
    agent,
    createOf(services, 'own', { ...claim, 'x-token': here }),
  );
  assert.equal(own.status, 201, own.body);
  const forged = { ...claim, 'x-token': elsewhere };
  const refused = await askFront(proxy, agent, createOf(services, 'forged', forged));
  assert.equal(refused.status, 401, refused.body);
}

const CLIENTS = 8;

/** Each request is sent once; any failure of any kind counts. */
async function survivesRestarts(proxy: Front, services: TwoServices): Promise<number> {
  const agent = new Agent({ keepAlive: true, maxSockets: CLIENTS });
  const failures: string[] = [];
  let [sent, is_over] = [0, false];
  const load = Array.from({ length: CLIENTS }, async (_none, client) => {
    for (let number = 0; !is_over; number += 1) {
      sent += 1;
      try {
        const order = createOf(services, `load-${client}-${number}`);
        const { status, body } = await askFront(proxy, agent, order);
        if (status !== 201) failures.push(`${status} ${body.slice(0, 200)}`);
      } catch (error) {
        failures.push(String(error));
      }
      await sleep(10);
    }
  });
  for (const index of [0, 1] as const) {
    await sleep(2_000);
    await proxy.leave?.(index);
    await services.restart(index);
    await proxy.rejoin?.(index);
  }
  await sleep(2_000);
  is_over = true;
  await Promise.all(load);
  agent.destroy();
  assert.deepEqual(failures.slice(0, 5), [], `${failures.length} of ${sent} failed`);
  return sent;
}

/** Resolves to what was seen. */
export async function checkBehind(
  proxy: Front,
  services: TwoServices,
  operator_token: string,
): Promise<string> {
  await speaksHttp2(proxy);
  await passesStreams(proxy, services);
  await takesLargeStatements(proxy, operator_token, services.account_id);
  await tellsTheClient(proxy, services);
  const sent = await survivesRestarts(proxy, services);
  return `HTTP/2, streams, 50 MiB, true addresses; ${sent} orders over two restarts, 0 failed`;
}
