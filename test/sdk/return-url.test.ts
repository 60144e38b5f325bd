// The address by which a customer comes back: the SDK believes what the service signed, and nothing
// that was changed since or that another secret signed.
import { deepEqual, equal, rejects } from 'node:assert/strict';
import { createHmac } from 'node:crypto';
import { after, before, describe, it } from 'node:test';
import { verifyReturn } from '../../sdk/webhook.ts';
import { rotateCallbackSecret } from '../../server/app/merchant/callback-endpoints.ts';
import { openPage } from '../../server/app/page/open-page.ts';
import { cancelTrade } from '../../server/app/trade/cancel-trade.ts';
import { createPayin } from '../../server/app/trade/create-payin.ts';
import * as scene from '../app/scene.ts';
import {
  accepted,
  makeMerchant,
  OPERATOR,
  openTestApp,
  raw,
  type TestApp,
  type TestMerchant,
} from '../support/test-app.ts';

let service: TestApp;
let shop: TestMerchant;
let secret: string;

const OTHER = 'whsec_ZmVkY2JhOTg3NjU0MzIxMGZlZGNiYTk4NzY1NDMyMTA=';
const ORDER_ID = 'cart 7 & = ? é';

async function secretNow(): Promise<string> {
  const settings = await service.app.settings.refresh();
  return settings.endpoints.get(shop.merchant_id)?.[0]?.secret ?? '';
}

async function payin(order_id: string, return_url: string) {
  const { merchant_id, caller } = shop;
  const money = { amount_cents: 1_000 + order_id.length, amount_currency: 'INR', type: 'account' };
  const fields = { merchant_id, order_id, ...money, client_id: 'c', return_url };
  return accepted(await createPayin(service.app, caller, raw(fields))).trade;
}

async function addressOf({ url }: { url: string }): Promise<string> {
  const view = accepted(await openPage(service.app, url.split('/').at(-1) ?? ''));
  return view.return_url ?? '';
}

let address: string;
let trade: Awaited<ReturnType<typeof payin>>;
before(async () => {
  service = await openTestApp();
  shop = await makeMerchant(service.app);
  await scene.makeAccount(service.app, 'INR');
  secret = await secretNow();
  trade = await payin(ORDER_ID, 'https://shop.example/back?basket=7');
  address = await addressOf(trade);
});
after(() => service.stop());

describe('verifyReturn', () => {
  it('tells what the service signed, of a whole address and of a path', async () => {
    const told = {
      id: trade.id,
      order_id: ORDER_ID,
      state: 'pending',
      updated_at: trade.updated_at,
    };
    deepEqual(await verifyReturn(address, secret), told);
    deepEqual(await verifyReturn(new URL(address), secret), told);
    const { pathname, search, searchParams } = new URL(address);
    deepEqual(await verifyReturn(`${pathname}${search}`, [OTHER, secret]), told);
    equal(searchParams.get('basket'), '7');
  });

  it('tells the state that the order has when the page is opened', async () => {
    const other = await payin('canceled', 'https://shop.example/back');
    const { merchant_id, caller } = shop;
    const done = accepted(
      await cancelTrade(service.app, caller, raw({ merchant_id, id: other.id })),
    );
    const found = await verifyReturn(await addressOf(other), secret);
    deepEqual([found?.state, found?.updated_at], ['canceled', done.updated_at]);
    equal(await addressOf(other), await addressOf(other), 'the page stays as it is');
  });

  it('tells nothing of an address that was changed', async () => {
    const changes: Readonly<Record<string, string>> = {
      state: 'completed',
      order_id: 'cart 8',
      id: '01890a5d-ac96-774b-bcce-b302099a8057',
      updated_at: '2020-01-01T00:00:00.000Z',
      signature: '0'.repeat(64),
    };
    for (const [name, value] of Object.entries(changes)) {
      const changed = new URL(address);
      changed.searchParams.set(name, value);
      equal(await verifyReturn(changed, secret), null, name);
      changed.searchParams.delete(name);
      equal(await verifyReturn(changed, secret), null, `no ${name}`);
    }
    const twice = new URL(address);
    twice.searchParams.append('state', 'completed');
    equal(await verifyReturn(twice, secret), null);
    for (const text of ['', 'http://[', '/back', 'https://shop.example/back']) {
      equal(await verifyReturn(text, secret), null, text);
    }
  });

  it('tells nothing of what another secret signed, nor a callback’s signature', async () => {
    equal(await verifyReturn(address, OTHER), null);
    const key = Buffer.from(secret.slice('whsec_'.length), 'base64');
    const { searchParams } = new URL(address);
    const names = ['id', 'order_id', 'state', 'updated_at'];
    const text = names.map((name) => searchParams.get(name)).join('\n');
    const forged = new URL(address);
    forged.searchParams.set('signature', createHmac('sha256', key).update(text).digest('hex'));
    equal(await verifyReturn(forged, secret), null);
  });

  it('says that a secret is none', async () => {
    await rejects(verifyReturn(address, 'secret'), { name: 'WebhookError', problem: 'secret' });
    await rejects(verifyReturn(address, String(undefined)), { problem: 'secret' });
  });
});

describe('the address of the page', () => {
  it('is signed with both secrets while one replaces the other', async () => {
    const { app } = service;
    const { merchant_id } = shop;
    const made = accepted(
      await rotateCallbackSecret(app, OPERATOR, { merchant: merchant_id, endpoint: '0' }),
    );
    const later = await addressOf(trade);
    equal((await verifyReturn(later, secret))?.id, trade.id);
    equal((await verifyReturn(later, made.secret))?.id, trade.id);
    equal(await verifyReturn(address, made.secret), null);
    app.store.clock_offset_ms += 25 * 3_600_000;
    const last = await addressOf(trade);
    equal(await verifyReturn(last, secret), null);
    equal((await verifyReturn(last, made.secret))?.id, trade.id);
  });

  it('leaves parameters of the shop as they are, and is not signed then', async () => {
    const own = await payin('own', 'https://shop.example/back?signature=mine&updated_at=then');
    const { searchParams } = new URL(await addressOf(own));
    deepEqual(
      ['signature', 'updated_at', 'state'].map((name) => searchParams.getAll(name)),
      [['mine'], ['then'], ['pending']],
    );
  });
});
