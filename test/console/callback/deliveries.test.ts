// One callback in a real browser: its request, its attempts and sending it again, from the list and
// from the trade; the list is filtered by event and endpoint.
import { deepEqual, equal, match } from 'node:assert/strict';
import { after, before, describe, it } from 'node:test';
import type { Page } from 'playwright-core';
import { acceptedBody } from '../../../bench/harness/http-client.ts';
import { axeFindings, IS_WIDER_THAN_WINDOW } from '../../support/browser/page-visit.ts';
import { type Receiver, startReceiver } from '../../support/receiver.ts';
import { type BankScene, type Order, openBank } from '../bank-scene.ts';
import { type ConsoleScene, openConsoleScene, type Person } from '../console-scene.ts';
import { confirmAct } from '../steps/dialog-steps.ts';
import { untilShown } from '../steps/screen-steps.ts';
import { until } from '../steps/trade-steps.ts';
import { addEndpointIn, press, untilClosed } from './endpoint-steps.ts';

const OWNER: Person = { name: 'Owen Nair', email: 'owen@example.com', role: 'owner' };
const VIEWER: Person = { name: 'Vera Look', email: 'vera@example.com', role: 'viewer' };

type Delivery = { trade_id: string; endpoint: number; attempts: number; status: string };

/** Of a pay-in that has its account. */
const EVENT = 'Pay-in waiting for money';

let scene: ConsoleScene;
let shop: Receiver;
let bank: BankScene;
let order: Order;
/** How the shop's server answers next. */
let status = 500;
before(async () => {
  scene = await openConsoleScene();
  // No attempt comes by itself meanwhile.
  const headers = { 'retry-after': '3600' };
  shop = await startReceiver({ script: () => ({ status, headers, body: 'out of paper' }) });
  bank = await openBank(scene, 'INR');
  const { merchant_id } = bank;
  await addEndpointIn(scene, merchant_id, { url: `${shop.url}hook?key=abc`, description: 'Shop' });
  const only = { url: `${shop.url}late`, description: 'Late', event_types: ['deposit.expired'] };
  await addEndpointIn(scene, merchant_id, only);
  order = await bank.pay('paper-1', 12_300);
  await until('it was tried', async () => (await deliveryOf(order))?.attempts === 1);
});
after(async () => {
  await shop.close();
  await scene.stop();
});

async function deliveryOf({ id }: Order): Promise<Delivery | undefined> {
  const list = `/deliveries?merchant_id=${bank.merchant_id}&trade_id=${id}`;
  return acceptedBody(await scene.operator.get<{ data: Delivery[] }>(list)).data[0];
}

const listAt = (search: string) =>
  `${scene.url}/console/callbacks?merchant_id=${bank.merchant_id}${search}`;
const titleOf = (page: Page) => page.getByRole('heading', { level: 1 });

describe('one callback', () => {
  it('is opened from the list, with its request and every attempt', async () => {
    const { page, complaints, close } = await scene.signIn(OWNER);
    await page.goto(listAt(''));
    await page.getByRole('link', { name: EVENT }).click();
    await titleOf(page).getByText(EVENT).waitFor();
    match(page.url(), new RegExp(`/callbacks/${bank.merchant_id}/${order.id}/1/1$`));
    await page.getByRole('link', { name: 'Shop', exact: true }).waitFor();
    const attempt = page.getByRole('region', { name: 'Attempts, newest first' });
    await attempt.getByText('500', { exact: true }).waitFor();
    await attempt.getByText('The server answered with an error.').waitFor();
    await attempt.getByText('out of paper').waitFor();
    await attempt.getByText(`${shop.url}hook`, { exact: true }).waitFor();
    await attempt.getByRole('row', { name: `webhook-id ${order.id}_1` }).waitFor();
    await page.getByText('"order_id": "paper-1"').waitFor();
    equal(await page.getByText('key=abc').count(), 0, 'the query may hold a secret');
    deepEqual(await axeFindings(page), []);
    await page.setViewportSize({ width: 320, height: 640 });
    await page.reload();
    await untilShown(page);
    await attempt.getByText('out of paper').waitFor();
    equal(await page.evaluate(IS_WIDER_THAN_WINDOW), false);
    deepEqual(complaints, []);
    await close();
  });

  it('is opened from the trade and sent again, and the new attempt is shown', async () => {
    const { page, close } = await scene.signIn(OWNER);
    await page.goto(`${scene.url}/console/trades/${bank.merchant_id}/${order.id}`);
    await page.getByRole('link', { name: 'Request and answer' }).first().click();
    await titleOf(page).getByText(EVENT).waitFor();
    status = 202;
    await press(page, 'Send again');
    await confirmAct(page, 'Send again', 'Their printer works again');
    await untilClosed(page);
    await until('it was accepted', async () => (await deliveryOf(order))?.status === 'delivered');
    await page.reload();
    await page.getByText('Delivered', { exact: true }).waitFor();
    await page
      .getByRole('region', { name: /^Attempts/ })
      .getByText('202', { exact: true })
      .waitFor();
    const ids = shop.received.map(({ headers }) => headers['webhook-id']);
    deepEqual([...new Set(ids)], [`${order.id}_1`]);
    await close();
  });

  it('is only read by a viewer', async () => {
    const { page, close } = await scene.signIn(VIEWER);
    await page.goto(`${scene.url}/console/callbacks/${bank.merchant_id}/${order.id}/1/1`);
    await page.getByRole('region', { name: /^Attempts/ }).waitFor();
    equal(await page.getByRole('button', { name: 'Send again' }).count(), 0);
    await close();
  });

  it('that does not exist is refused in words', async () => {
    const { page, close } = await scene.signIn(OWNER);
    await page.goto(`${scene.url}/console/callbacks/${bank.merchant_id}/${order.id}/7/1`);
    await page.getByRole('alert').waitFor();
    await close();
  });
});

describe('the list of callbacks', () => {
  it('is filtered by event and endpoint, in its address', async () => {
    const { page, close } = await scene.signIn(OWNER);
    await page.goto(listAt(''));
    await page.getByRole('link', { name: EVENT }).waitFor();
    await page.getByLabel('Event', { exact: true }).selectOption('Pay-in expired');
    await page.getByText('Nothing fits these filters').waitFor();
    equal(new URL(page.url()).searchParams.get('type'), 'deposit.expired');
    await page.getByRole('button', { name: 'Remove the filter: Event' }).click();
    await page.getByRole('link', { name: EVENT }).waitFor();
    await page.getByLabel('Endpoint', { exact: true }).selectOption('Late');
    await page.getByText('Nothing fits these filters').waitFor();
    equal(new URL(page.url()).searchParams.get('endpoint'), '2');
    await page.getByLabel('Endpoint', { exact: true }).selectOption('Shop');
    await page.getByRole('link', { name: EVENT }).waitFor();
    deepEqual(await axeFindings(page), []);
    await press(page, 'Send a period again');
    const dialog = page.getByRole('dialog');
    await dialog.getByText('Merchant: Lotus Books').waitFor();
    const asked = page.waitForRequest((request) => request.url().endsWith('/events/resend'));
    await dialog.getByRole('button', { name: 'Count first' }).click();
    deepEqual((await asked).postDataJSON(), {
      merchant_id: bank.merchant_id,
      which: 'not_delivered',
      endpoint: 1,
      preview: true,
    });
    await close();
  });

  it('of a merchant’s own people has their endpoints, and no choice of merchants', async () => {
    const person = { name: 'Ada', email: 'ada@lotus.example', role: 'merchant_admin' } as const;
    const { page, close } = await scene.signIn({ ...person, merchant_id: bank.merchant_id });
    await page.goto(`${scene.url}/console/callbacks`);
    await page.getByLabel('Endpoint', { exact: true }).selectOption('Shop');
    await page.getByRole('link', { name: EVENT }).click();
    await titleOf(page).getByText(EVENT).waitFor();
    await page.getByRole('link', { name: 'All callbacks' }).waitFor();
    equal(await page.getByLabel('Merchant', { exact: true }).count(), 0);
    await close();
  });
});
