// A day at the pay-outs in a real browser: taken by one of two people, paid by hand, sent in a
// batch whose file goes to the bank and whose answer comes back; and a lost connection.
import { deepEqual, equal, match, ok } from 'node:assert/strict';
import { readFile } from 'node:fs/promises';
import { after, before, describe, it } from 'node:test';
import type { Page } from 'playwright-core';
import { acceptedBody } from '../../bench/harness/http-client.ts';
import { axeFindings } from '../support/browser/page-visit.ts';
import { type ConsoleScene, openConsoleScene, type Person } from './console-scene.ts';

const ASHA: Person = { name: 'Asha Rao', email: 'asha@example.com', role: 'operator' };
const BEN: Person = { name: 'Ben Okri', email: 'ben@example.com', role: 'operator' };
const VIEWER: Person = { name: 'Vera Look', email: 'vera@example.com', role: 'viewer' };

let scene: ConsoleScene;
before(async () => {
  scene = await openConsoleScene();
});
after(() => scene.stop());

type Queue = { data: { merchant_id: string; id: string }[] };

const boxes = (page: Page) => page.getByRole('checkbox', { name: /^Select (?!all)/ });

async function openPayouts(page: Page, stage = ''): Promise<void> {
  await page.goto(`${scene.url}/console/payouts${stage === '' ? '' : `?stage=${stage}`}`);
  await page.getByRole('heading', { level: 1, name: 'Pay-outs' }).waitFor();
}

/** Opens a mass act on the selected rows. */
async function openAct(page: Page, name: string) {
  await page.getByRole('button', { name, exact: true }).click();
  return page.getByRole('dialog');
}

async function send(page: Page, name: string, reason: string): Promise<string> {
  const dialog = page.getByRole('dialog');
  await dialog.getByRole('textbox', { name: 'Reason' }).fill(reason);
  await dialog.getByRole('button', { name: `${name} (`, exact: false }).click();
  const result = dialog.getByRole('status').last();
  await result.waitFor();
  return result.innerText();
}

describe('two people at the queue', () => {
  it('the second one is refused, and told who was first', async () => {
    const [one, two] = [await scene.signIn(ASHA), await scene.signIn(BEN)];
    await openPayouts(one.page);
    await openPayouts(two.page);
    // Both have decided on the same rows before either acts.
    for (const { page } of [one, two]) {
      await boxes(page).first().check();
      await openAct(page, 'Take');
    }
    equal(await send(one.page, 'Take', 'Paying it now'), '1 done');
    const told = await send(two.page, 'Take', 'Paying it now');
    match(told, /1 refused/);
    match(told, /has changed since you looked at it/);
    match(told, /Last changed by Asha Rao/);
    deepEqual(await axeFindings(two.page), []);
    await openPayouts(two.page, 'taken');
    const row = two.page.getByRole('row').filter({ hasText: ASHA.name });
    await row.first().waitFor();
    equal(await row.count(), 1);
    deepEqual(await axeFindings(two.page), []);
    deepEqual([...one.complaints, ...two.complaints], []);
    await one.close();
    await two.close();
  });
});

describe('a pay-out paid by hand', () => {
  it('is marked with its UTR, from a pasted table, in the form that the rail has', async () => {
    const { page, complaints, close } = await scene.signIn(ASHA);
    await openPayouts(page);
    await boxes(page).first().check();
    await openAct(page, 'Take');
    equal(await send(page, 'Take', 'Paying it now'), '1 done');
    // Behind the dialog the list stands still.
    await page.getByText('1 selected').waitFor();
    await page.keyboard.press('Escape');
    // It has left the queue, and the selection with it.
    await page.getByText('0 selected').waitFor();
    await openPayouts(page, 'taken');
    await boxes(page).first().waitFor();
    const count = await boxes(page).count();
    const orders = await page.locator('tbody tr td:nth-child(2)').allInnerTexts();
    await page.getByRole('checkbox', { name: 'Select all on this page' }).check();
    const dialog = await openAct(page, 'Mark as paid');
    const confirm = dialog.getByRole('button', { name: `Mark as paid (${count})` });
    await dialog.getByRole('textbox', { name: 'Reason' }).fill('Seen in the bank’s list');
    // Without their numbers.
    await confirm.and(page.locator(':disabled')).waitFor();
    await dialog.getByRole('button', { name: 'Paste a table' }).click();
    const lines = orders.map((order, at) => `${order}\t4123 4567 89${String(at).padStart(2, '0')}`);
    const pasted = [...lines, 'nobody\t1'].join('\n');
    await dialog.getByRole('textbox', { name: 'Paste a table' }).fill(pasted);
    await dialog.getByRole('button', { name: 'Fill in' }).click();
    await dialog.getByText('ignored: nobody').waitFor();
    const first = dialog.getByLabel(`UTR: ${orders[0]}`);
    await first.fill('12');
    await dialog.getByText(/8 to 35 letters|exactly 12 digits/).waitFor();
    equal(await confirm.isDisabled(), true, 'one is wrong');
    await first.fill('412345678999');
    deepEqual(await axeFindings(page), []);
    await confirm.click();
    await dialog.getByText(`${count} done`, { exact: true }).waitFor();
    await openPayouts(page, 'ended');
    await page.getByText('412345678999').waitFor();
    deepEqual(complaints, []);
    await close();
  });
});

async function makeBatch(page: Page): Promise<void> {
  await openPayouts(page);
  await boxes(page).first().check();
  const dialog = await openAct(page, 'Make a batch');
  await dialog.getByRole('textbox', { name: 'Reason' }).fill('The day’s payments');
  // Of one account that can pay there is nothing to choose.
  const send = dialog.getByRole('button', { name: 'Make a batch (1)' });
  const account = dialog.getByRole('radio').first();
  await account
    .or(send.and(page.locator(':enabled')))
    .first()
    .waitFor();
  if (await account.isVisible()) await account.check();
  await send.click();
  await page.getByRole('heading', { level: 1, name: /^Batch B0/ }).waitFor();
}

describe('a batch', () => {
  it('goes without what its layout cannot carry, left out by one act', async () => {
    const { page, complaints, close } = await scene.signIn(ASHA);
    await makeBatch(page);
    await page.getByLabel('Layout', { exact: true }).selectOption('icici-cib');
    await page.getByRole('button', { name: 'Leave out the 1 pay-out' }).click();
    const dialog = page.getByRole('dialog');
    await dialog.getByRole('textbox', { name: 'Reason' }).fill('The layout cannot carry it');
    await dialog.getByRole('button', { name: 'Leave out the 1 pay-out' }).click();
    await page.getByRole('cell', { name: 'Put back', exact: true }).first().waitFor();
    await page.getByText('The layout cannot carry 1 pay-out').waitFor({ state: 'detached' });
    deepEqual(complaints, []);
    await close();
  });

  it('goes from the queue to the bank’s file, and its answer comes back', async () => {
    const { page, complaints, close } = await scene.signIn(ASHA);
    await makeBatch(page);
    await page.getByText('Export the batch first').waitFor();
    await page.getByText('The layout can carry every pay-out of the batch.').waitFor();
    // Their bank needs an IFSC, which this merchant did not give: nothing is closed for it.
    await page.getByLabel('Layout', { exact: true }).selectOption('icici-cib');
    await page.getByText('The layout cannot carry 1 pay-out').waitFor();
    await page.getByRole('cell', { name: 'payee’s IFSC' }).waitFor();
    const exportButton = page.getByRole('button', { name: 'Export', exact: true });
    await exportButton.and(page.locator(':disabled')).waitFor();
    await page.getByRole('button', { name: 'Leave out the 1 pay-out' }).waitFor();
    deepEqual(await axeFindings(page), []);
    await page.getByLabel('Layout', { exact: true }).selectOption('csv');
    await page.getByText('The layout can carry every pay-out of the batch.').waitFor();
    deepEqual(await axeFindings(page), []);

    const other = await scene.signIn(BEN);
    await other.page.goto(page.url());
    await other.page.getByText(/Also looking at this: Asha Rao/).waitFor();
    await page.getByText(/Also looking at this: Ben Okri/).waitFor();
    await other.close();

    await page.getByRole('button', { name: 'Export', exact: true }).click();
    const exporting = page.getByRole('dialog');
    await exporting
      .getByRole('textbox', { name: 'Reason' })
      .fill('Checked: count and sum are right');
    await exporting.getByRole('checkbox', { name: 'Then save the file' }).uncheck();
    await exporting.getByRole('button', { name: 'Export', exact: true }).click();
    await page.getByText('Nobody has saved the file yet').waitFor();
    await page.getByRole('cell', { name: 'Exported', exact: true }).waitFor();
    const seen = page.getByLabel('I have looked at these names');
    await page.getByText('Every name stands in the file').or(seen).first().waitFor();
    if ((await seen.count()) > 0) await seen.check();
    await page.getByRole('button', { name: 'Preview' }).click();
    const preview = page.getByRole('region', { name: 'Preview' });
    await preview.filter({ hasText: 'end_to_end_id' }).waitFor();
    deepEqual(await axeFindings(page), []);
    const [file] = await Promise.all([
      page.waitForEvent('download'),
      page.getByRole('button', { name: 'Save the file' }).click(),
    ]);
    match(file.suggestedFilename(), /^B0.+\.csv$/);
    const text = await readFile(await file.path(), 'utf8');
    const id = /P0[0-9A-Z]{14}/.exec(text)?.[0];
    ok(id !== undefined);
    await page.getByRole('cell', { name: 'Handed to the bank' }).waitFor();

    await openPayouts(page, 'unconfirmed');
    const sent = page.getByRole('row').filter({ hasText: 'Exported' });
    await sent.first().waitFor();
    equal(await sent.count(), 1);
    await page.getByRole('link', { name: 'The bank’s answer' }).click();
    const answer = [
      'end_to_end_id,status,utr,reason,text',
      `${id},paid,412345600000,,`,
      'P0XXXXXXXXXXXXXX,paid,,,',
      '',
    ].join('\n');
    await page.locator('input[type=file]').setInputFiles({
      name: 'answer.csv',
      mimeType: 'text/csv',
      buffer: Buffer.from(answer),
    });
    await page.getByRole('region', { name: 'First lines of the file' }).waitFor();
    await page.getByRole('button', { name: 'Import' }).click();
    await page.getByText('Not sent by this service').waitFor();
    await page.getByRole('row').filter({ hasText: id }).getByText('Paid').waitFor();
    deepEqual(await axeFindings(page), []);
    deepEqual(complaints, []);
    await close();
  });
});

describe('a lost connection', () => {
  it('is said with its time, and forgotten when the stream is there again', async () => {
    const { page, close } = await scene.signIn(ASHA);
    await page.route('**/operator/v1/live', (route) => route.abort());
    await openPayouts(page);
    await page.getByText(/^Not live since/).waitFor();
    deepEqual(await axeFindings(page), []);
    await page.unroute('**/operator/v1/live');
    await page.getByText(/^Not live since/).waitFor({ state: 'detached' });
    await close();
  });

  it('counts change by themselves while it is there', async () => {
    const { page, close } = await scene.signIn(ASHA);
    await openPayouts(page);
    const tab = page.getByRole('link', { name: /^Taken ?\d/ });
    const before = Number((await tab.innerText()).replace(/\D/g, ''));
    const queue = await scene.operator.get<Queue>('/payouts/queue?limit=1');
    const payouts = acceptedBody(queue).data.map(({ merchant_id, id }) => ({ merchant_id, id }));
    const { payouts: taken } = acceptedBody(
      await scene.operator.post<{ payouts: { code: string | null }[] }>('/payouts/take', {
        payouts,
      }),
    );
    deepEqual(
      taken.map(({ code }) => code),
      [null],
    );
    await page.getByRole('link', { name: new RegExp(`^Taken ?${before + 1}$`) }).waitFor();
    await close();
  });
});

describe('a viewer', () => {
  it('reads the pay-outs and can do nothing with them', async () => {
    const { page, close } = await scene.signIn(VIEWER);
    await openPayouts(page);
    await page.getByRole('row').nth(1).waitFor();
    equal(await page.getByRole('checkbox').count(), 0);
    equal(await page.getByRole('link', { name: 'The bank’s answer' }).count(), 0);
    await page.goto(`${scene.url}/console/payouts/answers`);
    await page.getByRole('heading', { name: 'Your role does not allow this' }).waitFor();
    await page.getByText('payouts.pay').waitFor();
    equal(await page.locator('input[type=file]').count(), 0);
    await close();
  });
});
