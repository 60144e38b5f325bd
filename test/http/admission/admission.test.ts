// Overload at a real server whose handler answers only when it is told to.
import { deepEqual, equal, match } from 'node:assert/strict';
import { once } from 'node:events';
import { Agent, type IncomingMessage, request, type ServerResponse } from 'node:http';
import { connect } from 'node:net';
import { json } from 'node:stream/consumers';
import { afterEach, beforeEach, describe, it } from 'node:test';
import { type Admission, createAdmission } from '../../../server/http/admission/admission.ts';
import type { LimitRule } from '../../../server/http/admission/admission-limit.ts';
import { type Listener, listen } from '../../../server/http/transport/listener.ts';

const RULE: LimitRule = { floor: 4, ceiling: 8, wait_ms: 15 };
const CREATE = '/api/v1/orders/deposit/create';
const READ = '/api/v1/limits';
const PAGE = '/pay/token';
const OPERATOR = '/operator/v1/merchants';

type Held = { url: string; response: ServerResponse };
type Answer = {
  status: number;
  headers: IncomingMessage['headers'];
  body: Record<string, unknown>;
};

let listener: Listener & { port: number };
let admission: Admission;
let held: Held[];
let arrived: () => void;
let shed: string[];
let warnings: object[];
let now_ms: number;
let agent: Agent;
let asked: Promise<Answer>[];

beforeEach(async () => {
  [held, shed, warnings, asked, now_ms] = [[], [], [], [], 0];
  arrived = () => undefined;
  agent = new Agent({ keepAlive: true });
  listener = await listen('127.0.0.1', 0, 'http://pay.test');
  admission = createAdmission({
    public_url: 'http://pay.test',
    rule: RULE,
    log: { warn: (fields) => void warnings.push(fields) },
    shed: (kind) => void shed.push(kind),
    clock: () => now_ms,
  });
  listener.guardWith(admission.guard);
  listener.serve((incoming, response) => {
    incoming.resume();
    held.push({ url: incoming.url ?? '', response });
    arrived();
  });
});
afterEach(async () => {
  for (const { response } of held.splice(0)) response.end('{}');
  await Promise.all(asked);
  agent.destroy();
  listener.server.closeAllConnections();
  await listener.close();
});

/** Its answer, whenever that comes. */
function ask(method: string, path: string, body = ''): Promise<Answer> {
  const answer = send(method, path, body);
  asked.push(answer);
  return answer;
}

async function send(method: string, path: string, body: string): Promise<Answer> {
  const options = { host: '127.0.0.1', port: listener.port, agent, method, path };
  const headers = { 'content-length': Buffer.byteLength(body) };
  const sent = request({ ...options, headers });
  sent.end(body);
  const [response]: IncomingMessage[] = await once(sent, 'response');
  if (response === undefined) throw new Error('No response');
  const is_json = String(response.headers['content-type']).startsWith('application/json');
  const content = is_json ? ((await json(response)) as Record<string, unknown>) : {};
  response.resume();
  return { status: response.statusCode ?? 0, headers: response.headers, body: content };
}

/** Sends so many and waits until the handler has them. */
async function fill(count: number, method: string, path: string): Promise<void> {
  const wanted = held.length + count;
  const all = Promise.withResolvers<void>();
  arrived = () => {
    if (held.length === wanted) all.resolve();
  };
  for (let index = 0; index < count; index += 1) void ask(method, path, '{}');
  await all.promise;
}

/** Answers all that are held; resolves when their places are free. */
async function release(status = 201): Promise<void> {
  const closed = held.splice(0).map(({ response }) => {
    const end = once(response, 'close');
    response.writeHead(status, { 'content-type': 'application/json' }).end('{}');
    return end;
  });
  await Promise.all(closed);
}

describe('more than can be answered in time', () => {
  it('is refused at once: the error body, Retry-After, nothing begun', async () => {
    await fill(RULE.floor, 'POST', CREATE);
    const taken = [...asked];
    const refused = await ask('POST', CREATE, '{"order_id":"one-too-many"}');
    equal(refused.status, 503);
    match(String(refused.headers['retry-after']), /^[1-3]$/);
    match(String(refused.headers['content-type']), /^application\/json/);
    equal(refused.headers['cache-control'], 'no-store');
    equal(refused.headers['x-request-id'], refused.body.request_id);
    const { code, status, retryable, type } = refused.body;
    deepEqual(
      { code, status, retryable, type },
      {
        code: 'unavailable',
        status: 503,
        retryable: true,
        type: 'http://pay.test/docs/errors/unavailable',
      },
    );
    equal(held.length, RULE.floor);
    await release();
    const statuses = (await Promise.all(taken)).map(({ status: taken_status }) => taken_status);
    deepEqual(statuses, Array(RULE.floor).fill(201));
  });

  it('leaves the connection usable, its body unread', async () => {
    await fill(RULE.floor, 'POST', CREATE);
    const one = new Agent({ keepAlive: true, maxSockets: 1 });
    const across = agent;
    agent = one;
    const bodies = Array.from({ length: 5 }, () => ask('POST', CREATE, 'x'.repeat(60_000)));
    const answers = await Promise.all(bodies);
    deepEqual(new Set(answers.map(({ status }) => status)), new Set([503]));
    deepEqual(new Set(answers.map(({ headers }) => headers.connection)), new Set(['keep-alive']));
    equal(new Set(answers.map(({ body }) => body.request_id)).size, 5);
    one.destroy();
    agent = across;
  });

  it('closes the connection where a large body is on its way', async () => {
    await fill(RULE.floor, 'POST', CREATE);
    const socket = connect(listener.port, '127.0.0.1');
    socket.write(`POST ${CREATE} HTTP/1.1\r\nHost: x\r\nContent-Length: 9000000\r\n\r\n`);
    let text = '';
    for await (const chunk of socket) text += String(chunk);
    match(text, /^HTTP\/1\.1 503 /);
    match(text, /^connection: close/im);
  });

  it('is counted by kind and told in one line a second, however many are refused', async (t) => {
    t.mock.timers.enable({ apis: ['setTimeout'] });
    await fill(RULE.floor, 'POST', CREATE);
    for (let index = 0; index < 20; index += 1) await ask('POST', CREATE, '{}');
    deepEqual(shed, Array(20).fill('create'));
    const facts = { in_work: RULE.floor, limit: RULE.floor };
    t.mock.timers.tick(999);
    deepEqual(warnings, [{ refused: 1, ...facts }]);
    t.mock.timers.tick(1);
    deepEqual(warnings.slice(1), [{ refused: 19, ...facts }]);
    t.mock.timers.tick(1_000);
    equal(warnings.length, 2);
  });
});

describe('what is refused later or never', () => {
  it('a create first, then other requests of merchants', async () => {
    await fill(RULE.floor, 'POST', CREATE);
    await fill(1, 'GET', READ);
    equal((await ask('GET', READ)).status, 503);
    deepEqual(shed, ['merchant']);
  });

  it('payment pages and the operator have places of their own, the operator more', async () => {
    await fill(RULE.floor, 'POST', CREATE);
    await fill(RULE.floor, 'GET', PAGE);
    equal((await ask('GET', PAGE)).status, 503);
    await fill(1, 'GET', OPERATOR);
    equal((await ask('GET', OPERATOR)).status, 503);
    await release();
    await fill(RULE.floor, 'GET', PAGE);
    await fill(RULE.floor, 'POST', CREATE);
  });

  it('the platform is always answered', async () => {
    await fill(RULE.floor, 'POST', CREATE);
    await fill(RULE.floor, 'GET', PAGE);
    for (const path of ['/healthz', '/readyz?deep', '/metrics']) await fill(3, 'GET', path);
    deepEqual(shed, []);
  });
});

describe('a place', () => {
  it('is held for somebody who hung up until the work is done', async () => {
    const impatient = Array.from({ length: RULE.floor }, () => {
      const socket = connect(listener.port, '127.0.0.1');
      socket.write(`POST ${CREATE} HTTP/1.1\r\nHost: x\r\nContent-Length: 2\r\n\r\n{}`);
      return socket;
    });
    const all = Promise.withResolvers<void>();
    arrived = () => {
      if (held.length === RULE.floor) all.resolve();
    };
    await all.promise;
    const gone = held.map(({ response }) => once(response, 'close'));
    for (const socket of impatient) socket.resetAndDestroy();
    await Promise.all(gone);
    equal(admission.inWork(), RULE.floor);
    equal((await ask('POST', CREATE, '{}')).status, 503);
    for (const { response } of held.splice(0)) response.end('{}');
    while (admission.inWork() > 0) await new Promise((resolve) => setImmediate(resolve));
    await fill(1, 'POST', CREATE);
  });

  it('is not held for a body that is on its way', async () => {
    const slow = Array.from({ length: 3 * RULE.floor }, () => {
      const socket = connect(listener.port, '127.0.0.1');
      socket.write(`POST ${CREATE} HTTP/1.1\r\nHost: x\r\nContent-Length: 2\r\n\r\n{`);
      return socket;
    });
    const all = Promise.withResolvers<void>();
    arrived = () => {
      if (held.length === slow.length) all.resolve();
    };
    await all.promise;
    equal(admission.inWork(), 0);
    await fill(RULE.floor, 'POST', CREATE);
    for (const socket of slow) socket.write('}');
    while (admission.inWork() < 4 * RULE.floor) {
      await new Promise((resolve) => setImmediate(resolve));
    }
    for (const socket of slow) socket.destroy();
  });
});

describe('the limit', () => {
  /** Meets the limit and answers after so long, until that has been judged. */
  async function runWindow(answer_ms: number): Promise<void> {
    for (let round = 0; round < 3; round += 1) {
      await fill(admission.limit(), 'POST', CREATE);
      equal((await ask('POST', CREATE, '{}')).status, 503);
      now_ms += answer_ms;
      await release();
    }
    now_ms += 100;
    await fill(1, 'POST', CREATE);
    await release();
  }

  it('grows while answers are quick, falls when they are slow, and stays within its bounds', async () => {
    equal(admission.limit(), RULE.floor);
    for (let index = 0; index < 8; index += 1) await runWindow(1);
    equal(admission.limit(), RULE.ceiling);
    for (let index = 0; index < 8; index += 1) await runWindow(1_000);
    equal(admission.limit(), RULE.floor);
  });

  it('learns nothing of requests that did no work', async () => {
    for (let round = 0; round < 5; round += 1) {
      await fill(RULE.floor, 'POST', CREATE);
      await ask('POST', CREATE, '{}');
      now_ms += 200;
      await release(422);
    }
    equal(admission.limit(), RULE.floor);
    equal(shed.length, 5);
  });
});
