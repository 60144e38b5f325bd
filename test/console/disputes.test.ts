// Disputes in the console, in a real browser: answered with words and a file, decided with the
// bank's evidence, and decided by one person for a second one to approve.
import { deepEqual, equal, match } from 'node:assert/strict';
import { after, before, describe, it } from 'node:test';
import type { Page } from 'playwright-core';
import { acceptedBody } from '../../bench/harness/http-client.ts';
import { exponentOf } from '../../server/app/request/views.ts';
import { axeFindings, IS_WIDER_THAN_WINDOW } from '../support/browser/page-visit.ts';
import { JPEG } from '../support/browser/receipt-files.ts';
import { askForTwo } from './approval-steps.ts';
import { type ConsoleScene, openConsoleScene, type Person } from './console-scene.ts';
import { contestPayin, paidTrade } from './steps/dispute-steps.ts';

const OPERATOR: Person = { name: 'Olga Operator', email: 'olga@example.com', role: 'operator' };

type Shown = {
  dispute: { state: string; outcome: string | null; basis: string | null };
  messages: { text: string; visibility: string; file: object | null }[];
};

let scene: ConsoleScene;
before(async () => {
  scene = await openConsoleScene();
});
after(() => scene.stop());

const shown = async (path: string): Promise<Shown> =>
  acceptedBody(await scene.operator.get<Shown>(path));

async function openDispute(page: Page, path: string): Promise<void> {
  await page.goto(`${scene.url}/console${path}`);
  await page.getByRole('heading', { level: 1, name: /Fraud/ }).waitFor();
}

const inDialog = (page: Page) => page.getByRole('dialog');

describe('a dispute', () => {
  it('is found in its tab, answered with words and a file, and decided by evidence', async () => {
    const { path, utr } = await contestPayin(scene.operator);
    const { page, complaints, close } = await scene.signIn(OPERATOR);
    await page.goto(`${scene.url}/console/disputes`);
    await page.getByRole('link', { name: /^Open/ }).waitFor();
    await page.locator(`a[href$="${path}"]`).click();
    await page.getByRole('heading', { level: 1, name: /Fraud/ }).waitFor();
    deepEqual(await axeFindings(page), []);
    await page.getByRole('button', { name: 'Write', exact: true }).click();
    await inDialog(page)
      .getByRole('radio', { name: /Only operators/ })
      .check();
    await inDialog(page).getByLabel('Message').fill('Known from last week');
    const picture = { name: 'letter.jpg', mimeType: 'image/jpeg', buffer: Buffer.from(JPEG) };
    await inDialog(page).locator('input[type=file]').setInputFiles(picture);
    await inDialog(page).getByRole('button', { name: 'Write' }).click();
    await page.getByText('Sent.').waitFor();
    const [message] = (await shown(path)).messages;
    deepEqual([message?.visibility, message?.file === null], ['internal', false]);
    await page.getByRole('button', { name: /^Open file/ }).click();
    await inDialog(page).getByRole('img', { name: 'Open file' }).waitFor();
    await page.keyboard.press('Escape');
    await page.getByRole('button', { name: 'Decide' }).click();
    // Nothing is decided by leaving it as it is.
    equal(await inDialog(page).locator('input[type=radio]:checked').count(), 0);
    await inDialog(page).getByRole('radio', { name: 'The claim was wrong' }).check();
    await inDialog(page)
      .getByText(/blocked part is the merchant/)
      .waitFor();
    await inDialog(page)
      .getByLabel(/UTR of the bank line/)
      .fill(utr);
    await inDialog(page).getByLabel('Why').fill('Seen in the statement');
    await inDialog(page).getByRole('button', { name: 'Decide' }).click();
    await page.getByText('A UTR of a bank line').waitFor();
    const { dispute } = await shown(path);
    deepEqual([dispute.outcome, dispute.basis], ['rejected', 'utr']);
    deepEqual(complaints, []);
    await close();
  });

  it('is opened on the page of its trade, with what is claimed', async () => {
    const { merchant_id, id } = await paidTrade(scene.operator);
    const { page, complaints, close } = await scene.signIn(OPERATOR);
    await page.goto(`${scene.url}/console/trades/${merchant_id}/${id}`);
    await page.getByRole('button', { name: 'Open a dispute' }).click();
    const dialog = inDialog(page);
    await dialog.getByRole('textbox', { name: 'Reason' }).fill('Paid once, charged twice');
    const confirm = dialog.getByRole('button', { name: 'Open a dispute' });
    await confirm.and(page.locator(':disabled')).waitFor();
    await dialog.getByRole('radio', { name: 'Paid twice' }).check();
    deepEqual(await axeFindings(page), []);
    await confirm.click();
    await page.getByText('The dispute is open.').waitFor();
    // It leads to the dispute, where it is decided.
    await page.getByRole('heading', { level: 1, name: /^Paid twice/ }).waitFor();
    await page.waitForURL(new RegExp(`/disputes/${merchant_id}/`));
    type Listed = { data: { trade_id: string }[] };
    const { data } = acceptedBody(await scene.operator.get<Listed>('/disputes?type=duplicate'));
    deepEqual(
      data.map(({ trade_id }) => trade_id),
      [id],
    );
    deepEqual(complaints, []);
    await close();
  });

  it('after an appeal says how much the second decision and closing move', async () => {
    const { path } = await contestPayin(scene.operator);
    const part = { outcome: 'partly_upheld', amount_cents: 100, note: 'One item' };
    acceptedBody(await scene.operator.post(`${path}/decide`, part));
    const { page, close } = await scene.signIn(OPERATOR);
    await openDispute(page, path);
    await page.getByText(/Closing takes \S+\s1\.00, less its fee/).waitFor();
    acceptedBody(await scene.operator.post(`${path}/appeal`, { note: 'All of it' }));
    await page.reload();
    await page.getByRole('button', { name: 'Decide' }).click();
    await inDialog(page).getByRole('radio', { name: 'The claim was right' }).check();
    await inDialog(page)
      .getByText(/\d, less its fee, is taken from the merchant at once/)
      .waitFor();
    await close();
  });

  it('that is right in part is awarded an amount as people write it', async () => {
    const { path } = await contestPayin(scene.operator);
    const { page, close } = await scene.signIn(OPERATOR);
    await openDispute(page, path);
    await page.getByRole('button', { name: 'Decide' }).click();
    const dialog = inDialog(page);
    await dialog.getByRole('radio', { name: 'Partly right' }).check();
    await dialog.getByLabel('Why').fill('One of two items');
    const send = dialog.getByRole('button', { name: 'Decide' });
    // More decimals than any currency has: which one it is, depends on the pay-in.
    await dialog.getByLabel('Awarded amount').fill('1.00005');
    await dialog.getByText('An amount of this currency').waitFor();
    await send.click();
    await dialog.locator('[data-path="amount_cents"][aria-invalid="true"]:focus').waitFor();
    await dialog.getByLabel('Awarded amount').fill('1');
    await send.click();
    await page.getByText('Decided.', { exact: true }).waitFor();
    type Decided = { dispute: { awarded_amount_cents: number; amount_currency: string } };
    const { dispute } = acceptedBody(await scene.operator.get<Decided>(path));
    equal(dispute.awarded_amount_cents, 10 ** exponentOf(dispute.amount_currency));
    await close();
  });

  it('that one person decides by their word waits for a second one', async () => {
    const { path } = await contestPayin(scene.operator);
    await askForTwo(scene.operator, ['dispute_outcome']);
    const { page, close } = await scene.signIn(OPERATOR, {
      viewport: { width: 320, height: 640 },
    });
    await openDispute(page, path);
    equal(await page.evaluate(IS_WIDER_THAN_WINDOW), false);
    await page.getByRole('button', { name: 'Decide' }).click();
    await inDialog(page).getByRole('radio', { name: 'The claim was wrong' }).check();
    await inDialog(page).getByLabel('Why').fill('I believe the shop');
    await inDialog(page).getByRole('button', { name: 'Decide' }).click();
    await page
      .getByText(/second person/i)
      .first()
      .waitFor();
    const { dispute } = await shown(path);
    match(dispute.state, /^(open|waiting)/);
    equal(dispute.outcome, null);
    await close();
  });
});
