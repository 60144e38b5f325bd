// Pay-ins are verified in the console, in a real browser: by keyboard only, several at once even if
// the connection is lost in the middle, and not by a viewer.
import { deepEqual, equal } from 'node:assert/strict';
import { after, before, describe, it } from 'node:test';
import type { Page } from 'playwright-core';
import { acceptedBody } from '../../bench/harness/http-client.ts';
import { axeFindings } from '../support/browser/page-visit.ts';
import { type BankScene, type Order, openBank } from './bank-scene.ts';
import { type ConsoleScene, openConsoleScene, type Person } from './console-scene.ts';
import { openByKey, pressInVain, sendByKeys } from './steps/bank-steps.ts';
import { until } from './steps/trade-steps.ts';

const ASHA: Person = { name: 'Asha Rao', email: 'asha@example.com', role: 'operator' };
const VIEWER: Person = { name: 'Vera Look', email: 'vera@example.com', role: 'viewer' };

let scene: ConsoleScene;
before(async () => {
  scene = await openConsoleScene();
});
after(() => scene.stop());

const queueOf = (page: Page, { merchant_id }: BankScene) =>
  page.goto(`${scene.url}/console/verify?merchant_id=${merchant_id}`);

type Found = { trade: { state: string; state_reason: string | null; amount_cents: number } };

async function tradeOf({ merchant_id }: BankScene, { id }: Order) {
  const found = await scene.operator.get<Found>(`/trades/${merchant_id}/${id}`);
  const { state, state_reason, amount_cents } = acceptedBody(found).trade;
  return [state, state_reason, amount_cents];
}

/** Waits for the pay-in of this place, then opens the act by its key. */
async function openAct(page: Page, place: string, key: string, heading: string) {
  await page.getByText(place, { exact: true }).waitFor();
  await openByKey(page, key, heading);
  return page.getByRole('dialog', { name: heading });
}

describe('pay-ins to verify', () => {
  it('are decided by keyboard only, claim beside line beside picture', async () => {
    const bank = await openBank(scene, 'CZK');
    const near = await bank.pay('verify-near', 150_000);
    const fake = await bank.pay('verify-fake', 50_000);
    const seen = await bank.pay('verify-seen', 75_000);
    for (const [at, order] of [near, fake, seen].entries()) {
      await bank.claim(order, `41234567890${at}`);
    }
    await bank.sendReceipt(fake);
    await bank.give({ amount_cents: 149_000, text: 'FROM ASHA RAO' });
    const { page, complaints, close } = await scene.signIn(ASHA);
    await queueOf(page, bank);
    await page.getByText('no bank line with it has come yet', { exact: false }).waitFor();
    await page.getByText('CZK 10.00 missing').waitFor();
    deepEqual(await axeFindings(page), []);
    await openAct(page, 'Pay-in 1 of 3', 'a', 'Assign');
    await sendByKeys(page);

    const picture = page.getByRole('img', { name: 'Receipt 1 of 1, as the payer sent it' });
    await picture.waitFor();
    await until('the picture is there', () =>
      picture.evaluate((image) => Reflect.get(image, 'naturalWidth') > 0),
    );
    await page.keyboard.press('t');
    await page.keyboard.press('+');
    await picture.and(page.locator('[style*="scale(1.5) rotate(90deg)"]')).waitFor();
    deepEqual(await axeFindings(page), []);
    await openAct(page, 'Pay-in 1 of 3', 'f', 'Reject');
    await sendByKeys(page);

    const asked = await openAct(page, 'Pay-in 1 of 2', 'c', 'Confirm');
    await asked.getByText('No bank line is matched with it', { exact: false }).waitFor();
    await asked.getByText('CZK 750.00', { exact: false }).waitFor();
    await sendByKeys(page);

    await page.getByRole('alert').getByText('Another amount came than was asked for.').waitFor();
    const received = await openAct(page, 'Pay-in 1 of 1', 'c', 'Confirm');
    await received.getByText('is credited with CZK 1,490.00', { exact: false }).waitFor();
    await sendByKeys(page);
    await page.getByText('No pay-in waits for a decision', { exact: false }).waitFor();

    deepEqual(await tradeOf(bank, near), ['completed', null, 149_000]);
    deepEqual(await tradeOf(bank, fake), ['failed', 'payment_not_found', 50_000]);
    deepEqual(await tradeOf(bank, seen), ['completed', null, 75_000]);
    const opened = await scene.operator.get<{ data: object[] }>(
      `/audit?action=receipt_downloaded&target=trades/${bank.merchant_id}/${fake.id}`,
    );
    equal(acceptedBody(opened).data.length, 1);
    deepEqual(complaints, []);
    await close();
  });

  it('several at once go on where the connection was lost', async () => {
    const bank = await openBank(scene, 'HUF');
    const orders = [await bank.pay('mass-1', 1_000), await bank.pay('mass-2', 2_000)];
    for (const [at, order] of orders.entries()) await bank.claim(order, `51234567890${at}`);
    const { page, close } = await scene.signIn(ASHA);
    await queueOf(page, bank);
    for (const name of ['mass-1', 'mass-2']) await page.getByLabel(`Select ${name}`).check();
    let asked = 0;
    await page.route('**/confirm', async (route) => {
      asked += 1;
      if (asked === 2) await route.abort();
      else await route.continue();
    });
    const bar = page.getByText('2 selected').locator('..');
    await bar.getByRole('button', { name: 'Confirm' }).click();
    const dialog = page.getByRole('dialog');
    await dialog.getByLabel('Reason').fill('Seen on the bank’s own page');
    const confirm = dialog.getByRole('button', { name: /Confirm/ });
    await confirm.click();
    await dialog.getByText('it is done once', { exact: false }).waitFor();
    deepEqual(
      (await Promise.all(orders.map((order) => tradeOf(bank, order)))).map(([state]) => state),
      ['completed', 'verifying'],
    );
    await confirm.click();
    await dialog.getByText('2 done').waitFor();
    equal(asked, 3);
    equal((await tradeOf(bank, orders[1] ?? { id: '', url: '' }))[0], 'completed');
    await close();
  });

  it('are shown to a viewer, who can neither decide nor open pictures', async () => {
    const bank = await openBank(scene, 'RON');
    const order = await bank.pay('look-1', 4_400);
    await bank.claim(order, '612345678901');
    await bank.sendReceipt(order);
    const { page, close } = await scene.signIn(VIEWER);
    await queueOf(page, bank);
    const confirm = page.getByRole('button', { name: 'Confirm' });
    await confirm.waitFor();
    equal(await confirm.isDisabled(), true);
    await pressInVain(page, 'c');
    await page.getByText('Your role does not allow this').waitFor();
    equal(await page.getByRole('img', { name: /Receipt/ }).count(), 0);
    const refused = await page.request.post(
      `${scene.url}/operator/v1/trades/${bank.merchant_id}/${order.id}/confirm`,
      { data: {}, failOnStatusCode: false },
    );
    equal(refused.status(), 403);
    equal((await tradeOf(bank, order))[0], 'verifying');
    await close();
  });
});
