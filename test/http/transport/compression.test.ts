// Large answers are compressed for whoever takes that: only what is read, and nothing small.
import { deepEqual, equal, ok } from 'node:assert/strict';
import { after, before, describe, it } from 'node:test';
import { gunzipSync } from 'node:zlib';
import Fastify, { type FastifyInstance } from 'fastify';
import { OPERATOR_ROUTES } from '../../../server/http/operator/routes.ts';
import { compressLists, LEAST_TO_COMPRESS } from '../../../server/http/transport/compression.ts';
import { openScene, type Scene } from '../service-scene.ts';

let scene: Scene;
let server: FastifyInstance;
before(async () => {
  scene = await openScene();
  server = scene.server;
});
after(() => scene.stop());

const get = (url: string, coding?: string) =>
  server.inject({ url, headers: coding === undefined ? {} : { 'accept-encoding': coding } });

describe('an answer', () => {
  const LARGE = ['/openapi.json', '/docs/guide/pay-ins', '/docs/operate/statement-formats.md'];
  for (const url of LARGE) {
    it(`that is large is compressed, and is the same: ${url}`, async () => {
      const plain = await get(url);
      ok(plain.rawPayload.length >= LEAST_TO_COMPRESS, String(plain.rawPayload.length));
      equal(plain.headers['content-encoding'], undefined);
      const zipped = await get(url, 'br, gzip');
      equal(zipped.headers['content-encoding'], 'gzip');
      ok(zipped.rawPayload.length < plain.rawPayload.length / 2);
      deepEqual(gunzipSync(zipped.rawPayload), plain.rawPayload);
      equal(zipped.headers['content-length'], String(zipped.rawPayload.length));
      // A cache in between keeps both.
      for (const { headers } of [plain, zipped]) ok(`${headers.vary}`.includes('accept-encoding'));
    });
  }

  it('stays as it is for whoever refuses the coding', async () => {
    const { headers } = await get('/openapi.json', 'gzip;q=0, identity');
    equal(headers['content-encoding'], undefined);
  });

  it('that is a file keeps its bytes', async () => {
    const empty = Fastify();
    compressLists(empty);
    const large = 'x'.repeat(LEAST_TO_COMPRESS);
    empty.get('/file', (_request, reply) =>
      reply.header('content-disposition', 'attachment; filename="a.xml"').send(large),
    );
    const { headers, body } = await empty.inject({
      url: '/file',
      headers: { 'accept-encoding': 'gzip' },
    });
    deepEqual([headers['content-encoding'], body], [undefined, large]);
  });

  it('with a secret that is shown once is never one to a GET', () => {
    const showing = OPERATOR_ROUTES.filter(({ shows_once }) => shows_once !== undefined);
    ok(showing.length > 5);
    deepEqual(
      showing.filter(({ method }) => method === 'GET').map(({ operation_id }) => operation_id),
      [],
    );
  });

  it('that is small stays as it is', async () => {
    const { headers } = await get('/healthz', 'gzip');
    deepEqual([headers['content-encoding'], headers.vary], [undefined, undefined]);
  });

  it('to what changes something has no hook for it', () => {
    const routes = new Map<string, number>();
    const empty = Fastify();
    compressLists(empty);
    empty.addHook('onRoute', ({ method, onSend }) => {
      routes.set(String(method), [onSend ?? []].flat().length);
    });
    const handler = () => '';
    empty.get('/orders', { onSend: (_request, _reply, _payload, next) => next() }, handler);
    empty.post('/orders', handler);
    deepEqual([routes.get('GET'), routes.get('POST')], [2, 0]);
  });
});
