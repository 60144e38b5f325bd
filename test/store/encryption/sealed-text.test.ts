// Addresses with keys in path or query, and answers of receivers: used and shown as given, and in
// no readable row.
import { deepEqual, equal, ok } from 'node:assert/strict';
import { after, before, describe, it } from 'node:test';
import { createAttemptRecorder } from '../../../server/app/callback/record-attempts.ts';
import { getTrade } from '../../../server/app/trade/find-trade.ts';
import { getTradeWithTimeline } from '../../../server/app/trade/trade-timeline.ts';
import { only } from '../../app/callback/delivery-scene.ts';
import * as scene from '../../app/scene.ts';
import { everything } from '../../support/every-row.ts';
import {
  accepted,
  defaultEndpoint,
  makeMerchant,
  openTestApp,
  setDefaultEndpoint,
  type TestApp,
} from '../../support/test-app.ts';

const KEYS = [
  'planted-path-key-1',
  'planted-query-key-2',
  'planted-return-key-3',
  'planted-bought-6',
] as const;
const CALLBACK_URL = `https://shop.example/hooks/${KEYS[0]}?key=${KEYS[1]}`;
const RETURN_URL = `https://shop.example/done?session=${KEYS[2]}`;
const DESCRIPTION = `2 tickets (${KEYS[3]})`;
const METADATA = `for ${KEYS[3]}`;
const OWN_KEY = 'planted-endpoint-key-4';
const OWN_URL = `HTTPS://shop.example/own/${OWN_KEY}`;
const REPLY = 'planted reply: your signature was planted-echo-5';

function searchIn(text: string): void {
  for (const secret of [...KEYS, OWN_KEY, 'planted-echo-5']) {
    for (const form of [secret, Buffer.from(secret).toString('hex')]) {
      ok(!text.includes(form), `${secret} stands in a table`);
    }
  }
}

describe('an address and an answer', () => {
  let service: TestApp;
  before(async () => {
    service = await openTestApp();
  });
  after(() => service.stop());

  it('are used and shown as they were given, and stand in no row', async () => {
    const { app } = service;
    const shop = await makeMerchant(app);
    const { merchant_id } = shop;
    await scene.makeAccount(app, 'INR');
    await setDefaultEndpoint(app, merchant_id, OWN_URL);
    const texts = {
      callback_url: CALLBACK_URL,
      return_url: RETURN_URL,
      description: DESCRIPTION,
      metadata: { note: METADATA },
    };
    const { id } = await scene.newPayin(app, shop, { amount_cents: 500, ...texts });
    const delivery = await only(app);
    equal(delivery.url, CALLBACK_URL);
    const result = {
      status: 500,
      error: 'status',
      duration_ms: 5,
      reply_head: REPLY,
      retry_after_ms: null,
    };
    await createAttemptRecorder(app)(delivery, result);
    const another = await service.another();
    const path = { merchant: merchant_id, uuid: id };
    const read = accepted(await getTrade(another, shop.caller, path));
    const { callback_url, return_url, description, metadata } = read;
    deepEqual({ callback_url, return_url, description, metadata }, texts);
    const { callbacks } = accepted(await getTradeWithTimeline(another, merchant_id, id)).timeline;
    equal(callbacks[0]?.history[0]?.reply_head, REPLY);
    // By host, which names the receiver but contains no key.
    equal(callbacks[0]?.url, 'https://shop.example');
    equal((await defaultEndpoint(another, merchant_id)).url, OWN_URL);
    const text = await everything(app);
    ok(text.includes(id));
    searchIn(text);
  });

  it('of one row that cannot be opened hide nothing else', async () => {
    const { app } = service;
    const shop = await makeMerchant(app);
    const addresses = { callback_url: CALLBACK_URL, return_url: RETURN_URL };
    const { id } = await scene.newPayin(app, shop, { amount_cents: 501, ...addresses });
    await scene.sql(
      app,
      `update trades set callback_url = callback_url || 'x', return_url = 'https://planted.example',
         metadata = '{"cart": "planted"}'
       where trade_id = '${id}'`,
    );
    const path = { merchant: shop.merchant_id, uuid: id };
    const read = accepted(await getTrade(app, shop.caller, path));
    deepEqual([read.callback_url, read.return_url, read.amount_cents], [null, null, 501]);
    equal(read.metadata, undefined);
  });
});
