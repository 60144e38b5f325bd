// Callbacks in a real browser: a window that a merchant missed is counted and sent again, also if
// the connection is lost; single ones are sent again; viewers only read.
import { deepEqual, equal } from 'node:assert/strict';
import { once } from 'node:events';
import { createServer, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { after, before, describe, it } from 'node:test';
import { acceptedBody } from '../../../bench/harness/http-client.ts';
import { setCallbacks } from '../../../bench/harness/shop.ts';
import { axeFindings, IS_WIDER_THAN_WINDOW } from '../../support/browser/page-visit.ts';
import { openBank } from '../bank-scene.ts';
import { type ConsoleScene, openConsoleScene, type Person } from '../console-scene.ts';
import { confirmAct } from '../steps/dialog-steps.ts';
import { untilShown } from '../steps/screen-steps.ts';
import { until } from '../steps/trade-steps.ts';

const OWNER: Person = { name: 'Owen Nair', email: 'owen@example.com', role: 'owner' };
const VIEWER: Person = { name: 'Vera Look', email: 'vera@example.com', role: 'viewer' };

let scene: ConsoleScene;
let shop: Server;
/** The webhook-id of each callback that came. */
const came: string[] = [];
before(async () => {
  scene = await openConsoleScene();
  shop = createServer((request, response) => {
    came.push(String(request.headers['webhook-id']));
    request.resume();
    response.end('thank you');
  }).listen(0, '127.0.0.1');
  await once(shop, 'listening');
});
after(async () => {
  shop.closeAllConnections();
  shop.close();
  await scene.stop();
});

/** A merchant with an event for each order, and an endpoint only since then. */
async function withMissedEvents(currency: string, orders: number): Promise<string> {
  const { merchant_id, pay } = await openBank(scene, currency);
  for (let number = 1; number <= orders; number += 1) await pay(`missed-${number}`, 1_000 * number);
  const url = `http://127.0.0.1:${(shop.address() as AddressInfo).port}/hook`;
  await setCallbacks(scene.operator, merchant_id, url);
  return merchant_id;
}

/** What has come is sent again only after its answer is recorded. */
async function untilRecorded(merchant_id: string): Promise<void> {
  const waiting = `/deliveries?merchant_id=${merchant_id}&status=waiting`;
  await until('the answer is recorded', async () => {
    const { data } = acceptedBody(await scene.operator.get<{ data: object[] }>(waiting));
    return data.length === 0;
  });
}

const callbacksOf = (merchant_id: string) =>
  `${scene.url}/console/callbacks?merchant_id=${merchant_id}`;

describe('events from a time without an endpoint', () => {
  it('are counted and sent, once, although an answer is lost', async () => {
    const merchant_id = await withMissedEvents('INR', 3);
    const { page, complaints, close } = await scene.signIn(OWNER);
    await page.goto(callbacksOf(merchant_id));
    await page.getByRole('button', { name: 'Send a period again' }).click();
    const dialog = page.getByRole('dialog');
    await dialog.getByRole('button', { name: 'Count first' }).click();
    await dialog.getByText('3 deliveries of 3 events would be sent again.').waitFor();
    deepEqual(await axeFindings(page), []);
    equal(came.length, 0, 'counting sends nothing');
    let is_lost = false;
    await page.route('**/events/resend', async (route) => {
      if (is_lost) return await route.continue();
      is_lost = true;
      await route.fetch();
      await route.abort('connectionfailed');
    });
    await dialog.getByRole('button', { name: 'Send 3 again' }).click();
    await dialog.getByText('Send a period again: not known whether it was done').waitFor();
    await until('all have come', () => Promise.resolve(came.length === 3));
    await dialog.getByRole('button', { name: 'Count first' }).click();
    await dialog.getByText('Nothing of this period is left to send again.').waitFor();
    await page.setViewportSize({ width: 320, height: 640 });
    await page.reload();
    await untilShown(page);
    equal(await page.evaluate(IS_WIDER_THAN_WINDOW), false);
    deepEqual(complaints, []);
    await close();
  });
});

describe('one callback', () => {
  it('is selected and sent again with the same id', async () => {
    const merchant_id = await withMissedEvents('USD', 1);
    const before_act = came.length;
    acceptedBody(await scene.operator.post('/events/resend', { merchant_id }));
    await until('it has come', () => Promise.resolve(came.length === before_act + 1));
    await untilRecorded(merchant_id);
    const { page, close } = await scene.signIn(OWNER);
    await page.goto(callbacksOf(merchant_id));
    await page.getByRole('checkbox', { name: /^Select http/ }).check();
    await page.getByRole('button', { name: 'Send again', exact: true }).click();
    await confirmAct(page, 'Send again (1)', 'The merchant asked for it');
    await page.getByRole('dialog').getByText('1 done').waitFor();
    await until('it has come again', () => Promise.resolve(came.length === before_act + 2));
    equal(came.at(-1), came.at(-2));
    await close();
  });

  it('is only read by a viewer, also if they ask the service', async () => {
    const { page, close } = await scene.signIn(VIEWER);
    await page.goto(`${scene.url}/console/callbacks`);
    await page.getByRole('row').nth(1).waitFor();
    equal(await page.getByRole('checkbox').count(), 0);
    equal(await page.getByRole('button', { name: 'Send a period again' }).count(), 0);
    await close();
  });
});
