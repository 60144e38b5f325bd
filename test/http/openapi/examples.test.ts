// The examples of the merchant API's document are real: each request is sent to a running service,
// and its answer validates against its schema and is the example.
import { deepEqual, equal, ok } from 'node:assert/strict';
import { after, before, describe, it } from 'node:test';
import { fileURLToPath } from 'node:url';
import { issueToken } from '../../../server/app/merchant/tokens.ts';
import { merchantExamples } from '../../../server/http/openapi/examples.ts';
import { socketAnswer } from '../../../server/http/transport/socket-errors.ts';
import { accepted, OPERATOR, raw } from '../../support/test-app.ts';
import { buildTestServer, openScene, type Scene } from '../service-scene.ts';
import { type Media, readDocument, wrongExamples } from './documented.ts';
import { createTour } from './example-recorder.ts';
import { exampleText } from './example-text.ts';
import { takeTour } from './example-tour.ts';

type Json = Record<string, unknown>;

const FILE = fileURLToPath(new URL('../../../server/http/openapi/examples.json', import.meta.url));
const asItIs = { serializers: [(text: unknown) => String(text)] };

const document = await readDocument('merchant');
const { api, places, operations, judge, problemsOf } = document;

const GONE = Object.assign(new Error('no answer'), { code: 'ECONNREFUSED' });

describe('the examples of the merchant API', () => {
  let scene: Scene;
  before(async () => {
    scene = await openScene();
  });
  after(() => scene.stop());

  it('are what a running service answers', async (t) => {
    const base = await scene.server.listen({ host: '127.0.0.1', port: 0 });
    const service = { base, headers: { 'x-token': scene.merchant.token } };
    const tour = createTour(service, places, judge);
    const examples = await takeTour(scene, tour);
    const limited = await limitedAnswer();
    const errors = {
      ...examples.errors,
      405: await otherMethodAnswer(),
      408: lateAnswer(),
      429: limited,
      431: await tooLargeAnswer(),
      500: await failingAnswer(new Error('a bug'), 500),
      503: await failingAnswer(GONE, 503),
    };
    t.assert.fileSnapshot(exampleText({ ...examples, errors }), FILE, asItIs);
  });

  /** A token with a limit of its own, which two requests reach. */
  async function limitedAnswer(): Promise<unknown> {
    const { merchant_id } = scene.merchant;
    const fields = raw({ mode: 'token', rate_limit_per_second: 1 });
    const { token } = accepted(await issueToken(scene.app, OPERATOR, merchant_id, fields));
    const headers = { 'x-token': String(token) };
    const path = `/api/v1/merchant/account_balance/${merchant_id}`;
    for (;;) {
      const { status, headers: told, body } = await scene.get(path, headers);
      judge('getBalance', { status, headers: { ...told }, body });
      if (status === 429) return body;
      equal(status, 200);
    }
  }

  async function otherMethodAnswer(): Promise<unknown> {
    const answer = await scene.server.inject({ method: 'PUT', url: '/api/v1/limits' });
    judge('getLimits', { status: 405, headers: answer.headers, body: answer.json() });
    return answer.json();
  }

  /** As it is written to the socket of a request that never came to its end. */
  function lateAnswer(): unknown {
    const [head = '', body = ''] = socketAnswer(
      scene.app.public_url,
      'ERR_HTTP_REQUEST_TIMEOUT',
    ).split('\r\n\r\n');
    const headers = head
      .split('\r\n')
      .slice(1)
      .map((line) => line.split(': '));
    judge('getLimits', {
      status: 408,
      headers: Object.fromEntries(headers),
      body: JSON.parse(body),
    });
    return JSON.parse(body);
  }

  /** Before anything of the request is read. */
  async function tooLargeAnswer(): Promise<unknown> {
    const server = await buildTestServer(scene.app);
    try {
      const address = await server.listen({ host: '127.0.0.1', port: 0 });
      const headers = { 'x-padding': 'x'.repeat(20_000) };
      const answer = await fetch(`${address}/api/v1/limits`, { headers });
      const body = await answer.json();
      judge('getLimits', {
        status: answer.status,
        headers: Object.fromEntries(answer.headers),
        body,
      });
      equal(answer.status, 431);
      return body;
    } finally {
      server.server.closeAllConnections();
      await server.close();
    }
  }

  /** As if the database had gone, or the service had a bug. */
  async function failingAnswer(error: Error, expected: number): Promise<unknown> {
    const settings = {
      ...scene.app.settings,
      fresh: () => null,
      known: () => null,
      current: () => Promise.reject(error),
    };
    const server = await buildTestServer({ ...scene.app, settings });
    try {
      const path = `/api/v1/merchant/account_balance/${scene.merchant.merchant_id}`;
      const headers = { 'x-token': scene.merchant.token };
      const {
        statusCode: status,
        headers: told,
        ...answer
      } = await server.inject({
        url: path,
        headers,
      });
      judge('getBalance', { status, headers: told, body: answer.json() });
      equal(status, expected);
      return answer.json();
    } finally {
      await server.close();
    }
  }

  it('are there for every operation', () => {
    const { operations: recorded, errors } = merchantExamples();
    deepEqual(Object.keys(recorded).toSorted(), [...operations.keys()].toSorted());
    const statuses = ['400', '401', '405', '408', '413', '415', '429', '431', '500', '503'];
    deepEqual(Object.keys(errors), statuses);
  });

  it('show a callback of every type, which validates', () => {
    for (const [type, { post }] of Object.entries<{ post: Json }>(api.webhooks)) {
      const media: Media = Object(post.requestBody).content['application/json'];
      equal(Object(media.example).type, type);
      deepEqual(problemsOf(media.schema, media.example), [], type);
    }
  });

  it('are whole: of every answer, body and address, and they validate', () => {
    deepEqual(wrongExamples(document), []);
  });

  it('are noticed if they are not right', () => {
    const { Trade } = api.components.schemas;
    ok(problemsOf(Trade, { id: 5 }).length > 0);
    const { createPayin } = merchantExamples().operations;
    const trade = Object(createPayin?.answers['201']);
    deepEqual(problemsOf(Trade, trade), []);
    deepEqual(problemsOf(Trade, { ...trade, state: 'paid' }).length, 1);
  });
});
