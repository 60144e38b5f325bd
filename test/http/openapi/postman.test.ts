// The Postman collection has one request for each operation, and they work once its variables are
// filled in.
import { deepEqual, equal, ok } from 'node:assert/strict';
import { after, before, describe, it } from 'node:test';
import { buildPostman } from '../../../server/http/openapi/postman.ts';
import { renderOpenApi } from '../../../server/http/openapi/render-openapi.ts';
import { openScene, type Scene } from '../service-scene.ts';

type Item = {
  name: string;
  request: {
    method: string;
    header: { key: string; value: string }[];
    url: { raw: string; path: string[]; variable: { key: string; value: string }[] };
    body?: { raw?: string };
  };
  response: { code: number; body: string }[];
};
type Folder = { name: string; item: Item[] };

const collection = Object(
  // Through JSON, as clients read it.
  buildPostman(JSON.parse(JSON.stringify(await renderOpenApi('merchant')))),
);
const items = (collection.item as Folder[]).flatMap((folder) => folder.item);

describe('the Postman collection', () => {
  let scene: Scene;
  before(async () => {
    scene = await openScene();
  });
  after(() => scene.stop());

  it('is served, for the address at which the service is', async () => {
    const { statusCode, body } = await scene.server.inject('/docs/postman.json');
    equal(statusCode, 200);
    const served = JSON.parse(body);
    equal(served.variable[0].value, scene.app.public_url);
    deepEqual(served.item, JSON.parse(JSON.stringify(collection.item)));
  });

  it('has one request for each operation, with the examples of its answers', async () => {
    const { paths } = Object(await renderOpenApi('merchant'));
    const operations = Object.values<Record<string, { summary: string }>>(paths).flatMap((one) =>
      Object.values(one).map(({ summary }) => summary),
    );
    deepEqual(items.map(({ name }) => name).toSorted(), operations.toSorted());
    for (const { name, response } of items) ok(response.length > 0, name);
  });

  const filled = (text: string, number: number) =>
    text
      .replaceAll('{{base_url}}', '')
      .replaceAll('{{merchant_id}}', scene.merchant.merchant_id)
      .replaceAll('{{$guid}}', String(number));

  async function send({ request }: Item, number: number) {
    const values = new Map(request.url.variable.map(({ key, value }) => [key, value]));
    const url = request.url.raw.replace(/:(\w+)/g, (_whole, key: string) => values.get(key) ?? '?');
    const headers: Record<string, string> = { 'x-token': scene.merchant.token };
    for (const { key, value } of request.header) headers[key.toLowerCase()] = value;
    const payload = request.body?.raw;
    const asked = { method: request.method === 'POST' ? 'POST' : 'GET', headers } as const;
    const to = { ...asked, url: filled(url, number) };
    const answer = await scene.server.inject(
      payload === undefined ? to : { ...to, payload: filled(payload, number) },
    );
    return answer.statusCode;
  }

  it('makes another order each time', async () => {
    const named = new Map(items.map((item) => [item.name, item]));
    for (const name of ['Create a pay-in', 'Create a pay-out', 'Get your balance']) {
      const item = named.get(name);
      ok(item, name);
      const statuses = [await send(item, 1 + name.length), await send(item, 100 + name.length)];
      deepEqual(new Set(statuses), new Set([item.request.method === 'POST' ? 201 : 200]), name);
    }
  });
});
