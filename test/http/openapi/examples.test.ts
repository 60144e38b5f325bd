// The examples of the merchant API's document are real: each request is sent to a running service,
// and its answer validates against its schema and is the example.
import { deepEqual, equal, ok } from 'node:assert/strict';
import { after, before, describe, it } from 'node:test';
import { fileURLToPath } from 'node:url';
import { Errors } from 'typebox/schema';
import { issueToken } from '../../../server/app/merchant/tokens.ts';
import { merchantExamples } from '../../../server/http/openapi/examples.ts';
import { renderOpenApi } from '../../../server/http/openapi/render-openapi.ts';
import { WORKBOOK } from '../../../server/http/transport/table-file.ts';
import { answersIn } from '../../support/openapi-answers.ts';
import { accepted, OPERATOR, raw } from '../../support/test-app.ts';
import { buildTestServer, openScene, type Scene } from '../service-scene.ts';
import { exampleText } from './example-text.ts';
import { createTour, type Reply, takeTour } from './example-tour.ts';

type Json = Record<string, unknown>;
type Media = { schema: Json; example?: unknown };
type Response = { headers: Json; content?: Record<string, Media> };
type Operation = { operationId: string; responses: Record<string, Response> } & Json;

const FILE = fileURLToPath(new URL('../../../server/http/openapi/examples.json', import.meta.url));
const asItIs = { serializers: [(text: unknown) => String(text)] };

const api = JSON.parse(JSON.stringify(await renderOpenApi('merchant')));
const places = new Map<string, readonly [string, string]>();
const operations = new Map<string, Operation>();
for (const [address, methods] of Object.entries<Record<string, Operation>>(api.paths)) {
  for (const [method, operation] of Object.entries(methods)) {
    places.set(operation.operationId, [method.toUpperCase(), address]);
    operations.set(operation.operationId, {
      ...operation,
      responses: answersIn(api, operation),
    });
  }
}

const problemsOf = (schema: Json, value: unknown) =>
  Errors({ ...schema, components: api.components }, value)[1].map(
    ({ instancePath, message }) => `${instancePath} ${message}`,
  );

/** Headers of every HTTP answer, which say nothing about the API. */
const USUAL =
  /^(?:content-(?:type|length|security-policy)|cache-control|x-(?!request)[a-z-]+|date)$/;
const OTHERS =
  /^(?:connection|keep-alive|transfer-encoding|referrer-policy|cross-origin-[a-z-]+|vary|allow)$/;

/** The answer as the document has it: its status, headers and body. */
function judge(name: string, { status, headers, body }: Reply): void {
  const told = operations.get(name)?.responses[status];
  ok(told, `${name}: ${status} is not in the document`);
  const documented = Object.keys(told.headers).map((header) => header.toLowerCase());
  const others = Object.keys(headers).filter(
    (header) => !USUAL.test(header) && !OTHERS.test(header) && !documented.includes(header),
  );
  deepEqual(others, [], `${name} ${status} has headers that the document does not name`);
  ok(headers['x-request-id'], name);
  const [media] = Object.values(told.content ?? {});
  if (media !== undefined) deepEqual(problemsOf(media.schema, body), [], `${name} ${status}`);
}

describe('the examples of the merchant API', () => {
  let scene: Scene;
  before(async () => {
    scene = await openScene();
  });
  after(() => scene.stop());

  it('are what a running service answers', async (t) => {
    const tour = await createTour(scene, places, judge);
    const examples = await takeTour(scene, tour);
    const limited = await limitedAnswer();
    const away = await outageAnswer();
    const errors = { ...examples.errors, 429: limited, 503: away };
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

  /** As if the database had gone. */
  async function outageAnswer(): Promise<unknown> {
    const gone = Object.assign(new Error('no answer'), { code: 'ECONNREFUSED' });
    const settings = {
      ...scene.app.settings,
      fresh: () => null,
      current: () => Promise.reject(gone),
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
      equal(status, 503);
      return answer.json();
    } finally {
      await server.close();
    }
  }

  it('are there for every operation and each of its answers', () => {
    const { operations: recorded, errors } = merchantExamples();
    deepEqual(Object.keys(recorded).toSorted(), [...operations.keys()].toSorted());
    for (const [name, { responses }] of operations) {
      for (const [status, { content = {} }] of Object.entries(responses)) {
        const [[type = '', media] = []] = Object.entries(content);
        // A picture, a page to print and a workbook are not shown.
        if (type.startsWith('image/') || ['text/html', WORKBOOK].includes(type)) continue;
        ok(media?.example !== undefined, `${name} ${status}`);
        deepEqual(problemsOf(media.schema, media.example), [], `${name} ${status}`);
      }
    }
    deepEqual(Object.keys(errors), ['400', '401', '413', '415', '429', '503']);
  });

  it('show a callback of every type, which validates', () => {
    for (const [type, { post }] of Object.entries<{ post: Json }>(api.webhooks)) {
      const media: Media = Object(post.requestBody).content['application/json'];
      equal(Object(media.example).type, type);
      deepEqual(problemsOf(media.schema, media.example), [], type);
    }
  });

  it('have requests that validate', () => {
    for (const [name, operation] of operations) {
      const media: Media | undefined = Object(operation.requestBody).content?.['application/json'];
      if (media !== undefined) {
        ok(media.example !== undefined, name);
        deepEqual(problemsOf(media.schema, media.example), [], name);
      }
      for (const parameter of Object.values<Json>(Object(operation.parameters))) {
        judgeParameter(name, parameter);
      }
    }
  });

  function judgeParameter(name: string, { in: place, example, schema }: Json): void {
    if (place === 'path') ok(example !== undefined, name);
    if (example !== undefined) deepEqual(problemsOf(Object(schema), example), [], name);
  }

  it('are noticed if they are not right', () => {
    const { Trade } = api.components.schemas;
    ok(problemsOf(Trade, { id: 5 }).length > 0);
    const { createPayin } = merchantExamples().operations;
    const trade = Object(createPayin?.answers['201']);
    deepEqual(problemsOf(Trade, trade), []);
    deepEqual(problemsOf(Trade, { ...trade, state: 'paid' }).length, 1);
  });
});
