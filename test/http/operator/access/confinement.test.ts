// What the people of a merchant can reach: everything of theirs that is open to them, and nothing
// of anybody else, by any list, filter, cursor, id or file.
import assert from 'node:assert/strict';
import { before, suite, test } from 'node:test';
import { seedSandbox } from '../../../../server/app/seed/seed-sandbox.ts';
import { roleHas } from '../../../../server/domain/access/rights.ts';
import { createRequestShares } from '../../../../server/http/operator/route/request-shares.ts';
import type { OperatorRoute } from '../../../../server/http/operator/route/route.ts';
import { OPERATOR_ROUTES } from '../../../../server/http/operator/routes.ts';
import { cleanup } from '../../../support/cleanup.ts';
import { AUTHORIZATION, type OperatorService, openOperatorService } from '../operator-service.ts';
import { NOBODY } from './judge-access.ts';

const opened = cleanup();
const CARD = '4111111111111111';

let service: OperatorService;
let own: string;
let other: string;
let viewer: string;
/** For what the merchant's viewers may not do. */
let admin: string;
/** Ids that belong to the other merchant alone. */
const foreign = new Set<string>();

type Item = Record<string, unknown>;

async function get(path: string, authorization: string) {
  const response = await fetch(`${service.url}/operator/v1${path}`, { headers: { authorization } });
  return { status: response.status, text: await response.text() };
}

const itemsOf = (text: string): Item[] => Object(JSON.parse(text)).data ?? [];

async function post(path: string, body: Item): Promise<Item> {
  const reply = await service.ask('POST', path, { body });
  assert.ok(reply.status < 300, `${path}: ${JSON.stringify(reply.body)}`);
  return reply.body;
}

async function setUp() {
  // Asks for more than one caller may: the clock of its shares runs a thousand times as fast.
  const shares = createRequestShares(() => performance.now() * 1_000);
  service = await openOperatorService({}, shares);
  opened(() => service.stop());
  const notes = await seedSandbox(service.app);
  own = notes?.merchant_id ?? '';
  const merchants = itemsOf((await get('/merchants', AUTHORIZATION)).text);
  other = String(merchants.find(({ id, is_house }) => id !== own && is_house === false)?.id);
  const paid = await fetch(`${service.url}/api/v1/orders/withdrawal/create`, {
    method: 'POST',
    headers: { 'x-token': notes?.token ?? '', 'content-type': 'application/json' },
    body: JSON.stringify({
      merchant_id: own,
      order_id: 'confined-1',
      client_id: 'client-1',
      amount_cents: 1_000,
      amount_currency: 'INR',
      type: 'card',
      number: CARD,
    }),
  });
  assert.equal(paid.status, 201, await paid.clone().text());
  const token = { name: 'shop', role: 'merchant_viewer', merchant_id: own };
  viewer = `Bearer ${String((await post('/operator_tokens', token)).token)}`;
  const person = { name: 'office', role: 'merchant_admin', merchant_id: own };
  admin = `Bearer ${String((await post('/operator_tokens', person)).token)}`;
  foreign.add(other);
  for (const list of ['/trades', '/settlements']) {
    const theirs = itemsOf(
      (await get(`${list}?merchant_id=${other}&limit=100`, AUTHORIZATION)).text,
    );
    assert.ok(theirs.length > 1, `${list} has nothing of the other merchant to find`);
    for (const { id } of theirs) foreign.add(String(id));
  }
}

function assertOwn(where: string, text: string): void {
  const found = [...foreign].filter((id) => text.includes(id));
  assert.deepEqual(found, [], `${where} shows another merchant`);
  assert.equal(text.replace(/[ -]/g, '').includes(CARD), false, `${where} shows a number`);
}

const openTo = (kind: 'query' | 'param'): OperatorRoute[] =>
  OPERATOR_ROUTES.filter(
    ({ method, own_merchant }) =>
      method === 'GET' && own_merchant !== undefined && kind in own_merchant,
  );

/** What some lists cannot do without. */
const NEEDED: Readonly<Record<string, string>> = {
  '/search': 'q=confined-1',
  '/customers': 'client_id=client-1',
};

const paramOf = (named: OperatorRoute['own_merchant']): string =>
  named !== undefined && 'param' in named ? named.param : '';

/** The merchant in its place, and the id in all others. */
const pathOf = (url: string, param: string, merchant: string, id: string): string =>
  url.replace(/:(\w+)/g, (_, name: string) => (name === param ? merchant : id));

/** The cursors of the first pages, as somebody who sees everything gets them. */
async function cursorsOf(list: string): Promise<string[]> {
  const cursors: string[] = [];
  for (let page = 0; page < 4; page += 1) {
    const last = cursors.at(-1);
    const { text } = await get(last === undefined ? list : `${list}&cursor=${last}`, AUTHORIZATION);
    const { next_cursor } = Object(JSON.parse(text));
    if (typeof next_cursor !== 'string') break;
    cursors.push(next_cursor);
  }
  return cursors;
}

suite('the people of a merchant', () => {
  before(setUp);

  test('get only their own from every list, with any cursor and page', async () => {
    const lists = openTo('query');
    assert.ok(lists.length >= 7);
    for (const { url, right } of lists) {
      const caller = roleHas('merchant_viewer', right) ? viewer : admin;
      const needed = NEEDED[url] ?? '';
      const first = await get(`${url}?${needed}`, caller);
      assert.equal(first.status, 200, `${url}: ${first.text}`);
      assertOwn(url, first.text);
      const named = await get(`${url}?${needed}&merchant_id=${own}`, caller);
      assert.equal(named.text, first.text, `${url} with and without the filter`);
      assert.equal((await get(`${url}?merchant_id=${other}`, caller)).status, 404, url);
      const twice = await get(`${url}?merchant_id=${own}&merchant_id=${other}`, caller);
      assert.equal(twice.status, 404, `${url} with two filters`);
    }
  });

  test('a search for something of another merchant finds nothing', async () => {
    const trades = `/trades?merchant_id=${other}&limit=5`;
    for (const { id, order_id, utr } of itemsOf((await get(trades, AUTHORIZATION)).text)) {
      for (const q of [id, order_id, utr, other].filter((one) => typeof one === 'string')) {
        const path = `/search?q=${encodeURIComponent(q)}`;
        const reply = await get(path, viewer);
        assert.equal(reply.status, 200, `${path}: ${reply.text}`);
        assertOwn(path, reply.text.replaceAll(q, ''));
        if (q === id) assert.ok((await get(path, AUTHORIZATION)).text.includes(String(order_id)));
      }
    }
  });

  test('a cursor of somebody who sees everything leads to their own only', async () => {
    for (const { url, query } of openTo('query')) {
      if (query === undefined || !('cursor' in query)) continue;
      for (const whose of ['', `merchant_id=${other}&`]) {
        for (const cursor of await cursorsOf(`${url}?${whose}limit=1`)) {
          const reply = await get(`${url}?cursor=${cursor}`, viewer);
          assert.equal(reply.status, 200, `${url}: ${reply.text}`);
          assertOwn(`${url} from a foreign cursor`, reply.text);
        }
      }
    }
  });

  test('other filters find nothing of another merchant', async () => {
    const [theirs] = itemsOf((await get(`/trades?merchant_id=${other}`, AUTHORIZATION)).text);
    for (const { url, query } of openTo('query')) {
      for (const name of ['trade_id', 'order_id', 'utr', 'client_id'] as const) {
        const value = name === 'trade_id' ? theirs?.id : theirs?.[name];
        if (typeof value !== 'string' || query === undefined || !(name in query)) continue;
        const reply = await get(`${url}?${name}=${encodeURIComponent(value)}`, viewer);
        const items = itemsOf(reply.text);
        assert.ok(
          items.every(({ merchant_id }) => merchant_id === undefined || merchant_id === own),
          `${url}?${name}`,
        );
        assertOwn(`${url}?${name}`, reply.text);
      }
    }
  });

  test('every id of another merchant is answered as one that does not exist', async () => {
    const bodyOf = (text: string) => JSON.stringify({ ...JSON.parse(text), request_id: '' });
    for (const { url, own_merchant, right } of openTo('param')) {
      const param = paramOf(own_merchant);
      const caller = roleHas('merchant_viewer', right) ? viewer : admin;
      const nothing = await get(pathOf(url, param, NOBODY, NOBODY), caller);
      assert.equal(nothing.status, 404, url);
      // Under its own merchant, and under the caller's.
      const whose = param === 'id' ? [other] : [other, own];
      const paths = [...foreign].flatMap((id) => whose.map((one) => pathOf(url, param, one, id)));
      for (const path of new Set(paths)) {
        const reply = await get(path, caller);
        assert.deepEqual([path, reply.status], [path, 404]);
        assert.equal(bodyOf(reply.text), bodyOf(nothing.text));
      }
    }
  });

  test('their own things are there, files included, and show nobody else', async () => {
    const [trade] = itemsOf((await get('/trades?limit=1', viewer)).text);
    const approved = itemsOf((await get('/settlements', viewer)).text);
    assert.ok(approved.length > 0);
    const ids: Readonly<Record<string, unknown>> = {
      '/trades/': trade?.id,
      '/settlements/': approved[0]?.id,
      '/merchants/': own,
    };
    const seen: string[] = [];
    for (const { url, own_merchant } of openTo('param')) {
      const param = paramOf(own_merchant);
      const [, id] = Object.entries(ids).find(([start]) => url.startsWith(start)) ?? [];
      const path = pathOf(url, param, own, String(id));
      const reply = await get(path, viewer);
      if (reply.status === 200) seen.push(url);
      assertOwn(path, reply.text);
    }
    for (const url of ['/merchants/:id/balance', '/trades/:merchant_id/:id']) {
      assert.ok(seen.includes(url), url);
    }
    const files = seen.filter((url) => url.includes('statement.'));
    assert.ok(files.length >= 2, seen.join(' '));
  });

  test('drafts of settlements are not theirs to see, in no form', async () => {
    const drafts = () => get(`/settlements?merchant_id=${own}&state=draft`, AUTHORIZATION);
    if (itemsOf((await drafts()).text).length === 0)
      await post(`/merchants/${own}/settlements`, {});
    const [draft] = itemsOf((await drafts()).text);
    const id = String(draft?.id);
    assert.equal((await get(`/settlements/${own}/${id}`, AUTHORIZATION)).status, 200);
    assert.equal((await get('/settlements', viewer)).text.includes(id), false);
    assert.deepEqual(itemsOf((await get('/settlements?state=draft', viewer)).text), []);
    for (const { url } of openTo('param').filter(({ url }) => url.startsWith('/settlements/'))) {
      const path = url.replace(':merchant_id', own).replace(':id', id);
      assert.equal((await get(path, viewer)).status, 404, path);
    }
  });

  test('the words and names of the operator’s people are not shown with a trade', async () => {
    const [trade] = itemsOf(
      (await get(`/trades?merchant_id=${own}&state=pending&limit=1`, AUTHORIZATION)).text,
    );
    const path = `/trades/${own}/${String(trade?.id)}`;
    await post(`${path}/cancel`, { note: 'looks like a thief to me' });
    const [whole, part] = [await get(path, AUTHORIZATION), await get(path, viewer)];
    const token = Object(JSON.parse(whole.text)).timeline.acts.at(-1).actor.id;
    assert.ok(whole.text.includes('looks like a thief') && whole.text.includes(token));
    assert.equal(part.text.includes('thief') || part.text.includes(token), false);
    const { timeline, next_acts } = Object(JSON.parse(part.text));
    assert.deepEqual([timeline.lines, timeline.entries, next_acts], [[], [], []]);
    assert.equal(timeline.acts.length, Object(JSON.parse(whole.text)).timeline.acts.length);
  });

  test('a right is checked again at each download', async () => {
    const made = await post('/operator_tokens', { name: 'books', role: 'finance' });
    const books = `Bearer ${String(made.token)}`;
    assert.equal((await get('/bank_lines.csv', books)).status, 200);
    const path = `/operator_tokens/${String(made.id)}`;
    await service.ask('PATCH', path, { body: { scopes: ['read'] } });
    assert.equal((await get('/bank_lines.csv', books)).status, 403);
    assert.equal((await get('/trades', books)).status, 200);
    await service.ask('DELETE', path);
    assert.equal((await get('/trades', books)).status, 401);
  });

  test('pressing what they may not is denied, and the denial is in the audit trail', async () => {
    const before_it = performance.now();
    const denied = await service.ask('POST', '/payouts/take', {
      authorization: viewer,
      body: { payouts: [] },
    });
    assert.equal(denied.status, 403);
    assert.equal(denied.body.missing_right, 'payouts.pay');
    for (;;) {
      const { text } = await get('/audit?action=operator_request_denied&limit=100', AUTHORIZATION);
      if (text.includes('"missing_right":"payouts.pay"')) return;
      assert.ok(performance.now() - before_it < 60_000, 'the denial was never noted');
      await new Promise((resolve) => setTimeout(resolve, 50));
      await service.ask('POST', '/payouts/take', { authorization: viewer, body: { payouts: [] } });
    }
  });
});
