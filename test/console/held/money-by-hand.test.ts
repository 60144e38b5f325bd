// Money that a person moves by hand, in a real browser: a refund whose sender the bank did not
// name, and a confirmation beside a bank line that looks like the money.
import { deepEqual, equal } from 'node:assert/strict';
import { after, before, describe, it } from 'node:test';
import type { Page } from 'playwright-core';
import { acceptedBody } from '../../../bench/harness/http-client.ts';
import { axeFindings, untilItFits } from '../../support/browser/page-visit.ts';
import { type BankScene, type Order, openBank } from '../bank-scene.ts';
import { type ConsoleScene, openConsoleScene, type Person } from '../console-scene.ts';
import { closeByKey, openByKey } from '../steps/bank-steps.ts';
import { confirmAct } from '../steps/dialog-steps.ts';

const ASHA: Person = { name: 'Asha Rao', email: 'asha@example.com', role: 'owner' };

let scene: ConsoleScene;
before(async () => {
  scene = await openConsoleScene();
});
after(() => scene.stop());

type Detail = {
  trade: { state: string; refunded_amount_cents: number; received_amount_cents: number };
};

const detailOf = async ({ merchant_id }: BankScene, { id }: Order): Promise<Detail> =>
  acceptedBody(await scene.operator.get<Detail>(`/trades/${merchant_id}/${id}`));

const FOLDER = process.env.SHOTS;

async function look(page: Page, name: string): Promise<void> {
  deepEqual(await axeFindings(page), []);
  await page.setViewportSize({ width: 390, height: 844 });
  await untilItFits(page);
  if (FOLDER !== undefined) await page.screenshot({ path: `${FOLDER}/${name}-phone.png` });
  await page.setViewportSize({ width: 1280, height: 800 });
  if (FOLDER !== undefined) await page.screenshot({ path: `${FOLDER}/${name}.png` });
}

describe('a refund whose sender the bank did not name', () => {
  it('asks for the payee, and names the same one the next time', async () => {
    const bank = await openBank(scene, 'CZK');
    const order = await bank.pay('refund-1', 150_000);
    await bank.claim(order, '812345678901');
    await bank.give({ amount_cents: 150_000, utr: '812345678901' });
    const { page, complaints, close } = await scene.signIn(ASHA);
    await page.goto(`${scene.url}/console/trades/${bank.merchant_id}/${order.id}`);
    const refund = page.getByRole('button', { name: 'Refund', exact: true });
    await refund.click();
    const dialog = page.getByRole('dialog', { name: 'Refund' });
    await dialog.getByText('The bank did not report who sent the money').waitFor();
    await dialog.getByLabel('Amount (CZK)').fill('100.00');
    await dialog.getByLabel(/^Reason/).fill('Paid twice');
    // Whoever knows no payee cannot refund.
    await dialog.getByRole('button', { name: 'Refund' }).and(page.locator(':disabled')).waitFor();
    await look(page, 'refund-unknown');
    await dialog.getByLabel('Payee’s number').fill('000111222333');
    await dialog.getByLabel('Payee’s name').fill('Jana Dvořáková');
    await confirmAct(page, 'Refund', 'Paid twice');
    await dialog.waitFor({ state: 'hidden' });

    await page.getByText('100.00', { exact: false }).first().waitFor();
    await refund.click();
    await dialog.getByText('(as an earlier refund of this pay-in)').waitFor();
    await dialog.getByText('Jana Dvořáková', { exact: false }).waitFor();
    equal(await dialog.getByLabel('Amount (CZK)').getAttribute('placeholder'), '1400.00');
    await look(page, 'refund-known');
    await dialog.getByLabel('Amount (CZK)').fill('50.00');
    await confirmAct(page, 'Refund', 'Paid twice');
    await dialog.waitFor({ state: 'hidden' });
    equal((await detailOf(bank, order)).trade.refunded_amount_cents, 15_000);
    deepEqual(complaints, []);
    await close();
  });
});

describe('a confirmation beside a bank line that looks like the money', () => {
  it('says so first, and takes it only with the word that it is other money', async () => {
    const bank = await openBank(scene, 'HUF');
    const order = await bank.pay('beside-1', 150_000);
    await bank.claim(order, '812345678903');
    // The payer mistyped one digit, and their bank kept a charge.
    await bank.give({ amount_cents: 149_000, utr: '812345678908' });
    const { page, complaints, close } = await scene.signIn(ASHA);
    await page.goto(`${scene.url}/console/verify?merchant_id=${bank.merchant_id}`);
    await openByKey(page, 'c', 'Confirm');
    const dialog = page.getByRole('dialog', { name: 'Confirm' });
    await dialog.getByText('This line looks like it: assign it').waitFor();
    await page.keyboard.press('1');
    await dialog.locator('input:checked').waitFor({ state: 'attached' });
    await page.keyboard.press('Enter');
    await dialog.getByRole('button', { name: 'Confirm' }).and(page.locator(':disabled')).waitFor();
    await look(page, 'confirm-beside');
    equal((await detailOf(bank, order)).trade.state, 'verifying');
    await dialog.getByLabel('It is other money; my reason says why').check();
    await dialog.getByRole('button', { name: 'Confirm' }).click();
    await dialog.waitFor({ state: 'hidden' });
    equal((await detailOf(bank, order)).trade.state, 'completed');
    deepEqual(complaints, []);
    await close();
  });

  it('is offered the line itself by the next key', async () => {
    const bank = await openBank(scene, 'RON');
    const order = await bank.pay('beside-2', 250_000);
    await bank.claim(order, '812345678913');
    await bank.give({ amount_cents: 249_000, utr: '812345678918' });
    const { page, close } = await scene.signIn(ASHA);
    await page.goto(`${scene.url}/console/verify?merchant_id=${bank.merchant_id}`);
    await openByKey(page, 'c', 'Confirm');
    await page.getByText('This line looks like it: assign it').waitFor();
    await closeByKey(page, 'Escape');
    await openByKey(page, 'a', 'Assign');
    await page.keyboard.press('1');
    await page.getByRole('dialog').locator('input:checked').waitFor({ state: 'attached' });
    await closeByKey(page, 'Enter');
    equal((await detailOf(bank, order)).trade.received_amount_cents, 249_000);
    await close();
  });
});
