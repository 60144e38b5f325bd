// Disputes on the merchants' wire, and the events that tell of them, as golden files.
import { equal } from 'node:assert/strict';
import { after, before, describe, it, type TestContext } from 'node:test';
import { fileURLToPath } from 'node:url';
import { actOnTrade } from '../../../server/app/trade/act-on-trade.ts';
import * as disputes from '../../app/dispute/dispute-scene.ts';
import { accepted, makeMerchant, OPERATOR, raw } from '../../support/test-app.ts';
import { openScene, type Scene } from '../service-scene.ts';
import { createNames, exchangeText } from '../wire-text.ts';

const golden = (name: string) =>
  fileURLToPath(new URL(`../../golden/merchant/${name}.txt`, import.meta.url));
const asItIs = { serializers: [(text: unknown) => String(text)] };

describe('disputes on the wire', () => {
  let scene: Scene;
  let merchant_id: string;
  before(async () => {
    scene = await openScene();
    merchant_id = scene.merchant.merchant_id;
  });
  after(() => scene.stop());

  async function credited(order_id: string): Promise<string> {
    const order = { merchant_id, order_id, amount_cents: 5_000, amount_currency: 'INR' };
    const body = { ...order, type: 'card', client_id: 'client-1' };
    const made = await scene.post('/api/v1/orders/deposit/create', body);
    equal(made.status, 201);
    const id = String(made.body.id);
    accepted(await actOnTrade(scene.app, OPERATOR, merchant_id, id, 'confirm', raw({})));
    return id;
  }

  it('are opened, discussed, listed and accepted', async (t: TestContext) => {
    const names = createNames();
    const texts: string[] = [];
    const note = async (method: 'GET' | 'POST', path: string, body: object | null) => {
      const reply = body === null ? await scene.get(path) : await scene.post(path, body);
      texts.push(exchangeText(`${method} ${path}`, body, reply));
      return reply;
    };
    const trade_id = await credited('contested');
    const open = { merchant_id, trade_id, type: 'fraud', amount_cents: 2_000 };
    await note('POST', '/api/v1/disputes/create', { ...open, amount_cents: 5_001 });
    await note('POST', '/api/v1/disputes/create', { ...open, type: 'not_received' });
    const made = await note('POST', '/api/v1/disputes/create', open);
    const id = String(made.body.id);
    const text = 'The card 4111 1111 1111 1111 was stolen';
    await note('POST', '/api/v1/disputes/message', { merchant_id, id, text });
    await note('GET', `/api/v1/disputes/${merchant_id}/${id}`, null);
    await note('GET', '/api/v1/disputes?state=open', null);
    await note('POST', '/api/v1/disputes/appeal', { merchant_id, id });
    await note('POST', '/api/v1/disputes/accept', { merchant_id, id });
    await note('POST', '/api/v1/disputes/accept', { merchant_id, id });
    await note('POST', '/api/v1/disputes/message', {});
    t.assert.fileSnapshot(names(texts.join('\n')), golden('disputes'), asItIs);
  });

  it('of another merchant are not there', async (t: TestContext) => {
    const other = await makeMerchant(scene.app);
    const made = await disputes.opened(scene.app, { merchant_id, id: await credited('own') });
    const path = `/api/v1/disputes/${merchant_id}/${made.id}`;
    const answer = await scene.get(path, { 'x-token': other.token });
    const text = createNames()(exchangeText(`GET ${path}`, null, answer));
    t.assert.fileSnapshot(text, golden('disputes-other-merchant'), asItIs);
  });

  it('are told by events of their trade, without what people wrote', async (t: TestContext) => {
    const feed = await scene.get('/api/v1/events?after=0&limit=200');
    const events = Object(feed.body).data as { type: string }[];
    const told = events.filter(({ type }) => type.startsWith('dispute.'));
    const text = createNames()(JSON.stringify(told, null, 2));
    t.assert.doesNotMatch(text, /4111|stolen/);
    t.assert.fileSnapshot(text, golden('disputes-events'), asItIs);
  });
});
