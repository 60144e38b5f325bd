// All data of a customer, in a real browser: an owner sees what there is and what has to wait, asks
// for the erasure, and follows it to its end.
import { deepEqual, equal } from 'node:assert/strict';
import { after, before, test } from 'node:test';
import type { Page } from 'playwright-core';
import { followCustomerErasures } from '../../../server/app/erasure/follow-customer-erasures.ts';
import { changeSetting } from '../../../server/app/setting/change-setting.ts';
import { SETTINGS_ACTS } from '../../../server/app/setting/settings-acts.ts';
import {
  endedOrders,
  eraseNow,
  followAll,
  fundedShop,
  type Key,
  openOrder,
} from '../../app/erasure/erasure-scene.ts';
import { axeFindings } from '../../support/browser/page-visit.ts';
import { accepted, OPERATOR } from '../../support/test-app.ts';
import { type LiveScene, openLiveScene, typePassword } from '../live-scene.ts';

let scene: LiveScene;
before(async () => {
  // A sandbox asks nobody for a second factor, and no second person to approve.
  scene = await openLiveScene({ mode: 'sandbox' });
});
after(() => scene.stop());

async function desk(name: string, role: string) {
  const person = await scene.person({ name, role });
  const opened = await scene.open();
  await opened.page.goto(`${scene.url}/console`);
  await typePassword(opened.page, person.email);
  await opened.page.getByRole('navigation').first().waitFor();
  return opened;
}

const addressOf = ({ merchant_id }: Pick<Key, 'merchant_id'>, client_id: string) =>
  `${scene.url}/console/trades/customer?merchant_id=${merchant_id}&client_id=${client_id}`;

const sectionOf = (page: Page) => page.getByRole('region', { name: 'Data of this customer' });

async function askIn(page: Page, early_reason: string): Promise<void> {
  await sectionOf(page)
    .getByRole('button', { name: /^Erase all/ })
    .click();
  const dialog = page.getByRole('dialog');
  await dialog.getByText('are erased for good').waitFor();
  await dialog.getByLabel(/^Reason(?! to)/).fill('asked for by letter');
  await dialog.getByLabel(/^Reason to/).fill(early_reason);
  await dialog.getByRole('button', { name: 'Erase all', exact: true }).click();
}

test('an owner erases all data of a customer, and sees what has to wait', async () => {
  const { app } = scene.service;
  const shop = await fundedShop(app);
  await endedOrders(app, shop, 'zebedee', 3);
  await openOrder(app, shop, 'zebedee');
  const { page, complaints, close } = await desk('Olga Owner', 'owner');
  await page.goto(addressOf(shop, 'zebedee'));
  const section = sectionOf(page);
  await section.getByText('Not yet').waitFor();
  await section.getByText('The state of the trade can still change.').waitFor();
  equal(await section.getByRole('row').count(), 5);
  await section.getByText('With a reason of yours').waitFor();
  deepEqual(await axeFindings(page), []);
  await section.getByRole('button', { name: /^Erase all/ }).click();
  await page.getByRole('dialog').getByText('are erased for good').waitFor();
  deepEqual(await axeFindings(page), []);
  await page.keyboard.press('Escape');
  await askIn(page, 'the orders were never paid');
  await section.getByText('The orders are being looked at.').waitFor();
  equal(await section.getByRole('button', { name: /^Erase all/ }).count(), 0);
  deepEqual(await axeFindings(page), []);
  await followCustomerErasures(app);
  await section.getByText('are being erased').waitFor();
  equal(await eraseNow(scene.service), 3);
  await followAll(app);
  await endedOrders(app, shop, 'zebedee', 1);
  await page.goto(addressOf(shop, 'zebedee'));
  await section.getByText('Done at').waitFor();
  await section.getByText('1 order came after the request').waitFor();
  await section.getByText('ask again then').waitFor();
  deepEqual(await axeFindings(page), []);
  deepEqual(complaints, []);
  await close();
});

test('what stands against all orders is said before anybody asks', async () => {
  const { app } = scene.service;
  const shop = await fundedShop(app);
  await openOrder(app, shop, 'yorick');
  const { page, complaints, close } = await desk('Oda Owner', 'owner');
  await page.goto(addressOf(shop, 'yorick'));
  equal(
    await sectionOf(page)
      .getByRole('button', { name: /^Erase all/ })
      .isDisabled(),
    true,
  );
  deepEqual(complaints, []);
  await close();
});

test('orders that wait for long are a warning, and a request that waits is a link', async () => {
  const { app } = scene.service;
  const shop = await fundedShop(app);
  await endedOrders(app, shop, 'xaver', 1);
  const { page, complaints, close } = await desk('Otto Owner', 'owner');
  accepted(
    await changeSetting(app, OPERATOR, SETTINGS_ACTS.set_bands, {
      given: [{ act: 'erasure', currency: null, from_cents: 0n }],
      note: null,
    }),
  );
  await page.goto(addressOf(shop, 'xaver'));
  await askIn(page, 'never paid');
  const section = sectionOf(page);
  await section.getByText('waits for a second person').waitFor();
  equal(await section.getByRole('button', { name: /^Erase all/ }).count(), 0);
  deepEqual(await axeFindings(page), []);
  await section.getByRole('link', { name: 'Open the request' }).click();
  await page.getByText('and all other orders of this customer').first().waitFor();
  deepEqual(await axeFindings(page), []);
  accepted(
    await changeSetting(app, OPERATOR, SETTINGS_ACTS.set_bands, {
      given: [{ act: 'erasure', currency: null, from_cents: null }],
      note: null,
    }),
  );
  await endedOrders(app, shop, 'walburga', 1);
  await page.goto(addressOf(shop, 'walburga'));
  await askIn(page, 'never paid');
  await section.getByText('The orders are being looked at.').waitFor();
  await followAll(app);
  app.store.clock_offset_ms += 11 * 60_000;
  await section.getByText('wait for more than ten minutes').waitFor();
  deepEqual(await axeFindings(page), []);
  deepEqual(complaints, []);
  await close();
});

test('only owners see it', async () => {
  const { app } = scene.service;
  const shop = await fundedShop(app);
  await endedOrders(app, shop, 'ulysses', 1);
  const { page, complaints, close } = await desk('Vera Viewer', 'viewer');
  await page.goto(addressOf(shop, 'ulysses'));
  await page.getByRole('heading', { name: 'Newest orders' }).waitFor();
  equal(await sectionOf(page).count(), 0);
  deepEqual(complaints, []);
  await close();
});
