// A dialog owns its object, in a real browser: a colleague, a bank line, the clock or a lost answer
// changes it while somebody types, and nothing that they type decides anything else.
import { deepEqual, equal } from 'node:assert/strict';
import { after, before, describe, it } from 'node:test';
import { setTimeout as sleep } from 'node:timers/promises';
import type { Page } from 'playwright-core';
import { acceptedBody } from '../../../bench/harness/http-client.ts';
import { axeFindings } from '../../support/browser/page-visit.ts';
import { type BankScene, type Order, openBank } from '../bank-scene.ts';
import { type ConsoleScene, openConsoleScene, type Person } from '../console-scene.ts';
import { decideByKeys, openByKey, pressInVain } from '../steps/bank-steps.ts';

const ASHA: Person = { name: 'Asha Rao', email: 'asha@example.com', role: 'owner' };
const BEN: Person = { name: 'Ben Roy', email: 'ben@example.com', role: 'operator' };

let scene: ConsoleScene;
before(async () => {
  scene = await openConsoleScene();
});
after(() => scene.stop());

const PAUSED = 'What is shown has changed without you.';

const queueOf = (page: Page, { merchant_id }: BankScene) =>
  page.goto(`${scene.url}/console/verify?merchant_id=${merchant_id}`);

async function stateOf({ merchant_id }: BankScene, { id }: Order): Promise<string> {
  const path = `/trades/${merchant_id}/${id}`;
  return acceptedBody(await scene.operator.get<{ trade: { state: string } }>(path)).trade.state;
}

/** Two for each queue. */
let utrs = 712_345_678_901;

/** Two pay-ins that wait to be verified, the first of them open before Asha. */
async function openQueue(currency: string) {
  utrs += 2;
  const bank = await openBank(scene, currency);
  const first = await bank.pay('pinned-1', 150_000);
  const second = await bank.pay('pinned-2', 250_000);
  await bank.claim(first, String(utrs));
  await bank.claim(second, String(utrs + 1));
  const desk = await scene.signIn(ASHA);
  await desk.page.clock.install();
  await queueOf(desk.page, bank);
  await desk.page.getByText('Pay-in 1 of 2', { exact: true }).waitFor();
  return { bank, utr: String(utrs), first, second, ...desk };
}

/** Every 15 seconds the queue is read again, also behind a dialog. */
async function untilReadAgain(page: Page): Promise<void> {
  const answered = page.waitForEvent('requestfinished', (request) =>
    request.url().includes('/operator/v1/verify_queue?'),
  );
  await page.clock.fastForward(15_000);
  await answered;
}

const dialogOf = (page: Page, name: string) => page.getByRole('dialog', { name });

/** What a person who has not looked up goes on typing. */
async function typeOn(page: Page): Promise<void> {
  await dialogOf(page, 'Confirm').getByRole('checkbox').first().waitFor({ state: 'attached' });
  for (const key of ['c', '1', 'Enter', 'Enter']) await page.keyboard.press(key);
}

describe('a dialog owns its object', () => {
  it('stays with it while a colleague decides it, and says who did', async () => {
    const { bank, first, second, page, complaints, close } = await openQueue('CZK');
    await openByKey(page, 'c', 'Confirm');
    const dialog = dialogOf(page, 'Confirm');
    await dialog.getByText('CZK 1,500.00', { exact: false }).waitFor();

    const ben = await scene.signIn(BEN);
    await queueOf(ben.page, bank);
    await ben.page.getByText('Pay-in 1 of 2', { exact: true }).waitFor();
    await decideByKeys(ben.page, 'f', 'Reject');
    await ben.page.getByText('Pay-in 1 of 1', { exact: true }).waitFor();
    await ben.close();

    await untilReadAgain(page);
    await dialog.getByText('It has been decided or changed since you opened this').waitFor();
    await dialog.getByText('Rejected → Failed', { exact: false }).waitFor();
    await dialog.getByText('Ben Roy').waitFor();
    await dialog.getByText('CZK 1,500.00', { exact: false }).waitFor();
    deepEqual(await axeFindings(page), []);
    await typeOn(page);
    await dialog.getByRole('button', { name: 'Confirm' }).and(page.locator(':disabled')).waitFor();
    equal(await stateOf(bank, first), 'failed');
    equal(await stateOf(bank, second), 'verifying');

    await dialog.getByRole('button', { name: 'Close' }).last().click();
    await page.getByText('Pay-in 1 of 1', { exact: true }).waitFor();
    await page.getByText(PAUSED, { exact: false }).waitFor();
    deepEqual(await axeFindings(page), []);
    await pressInVain(page, 'c');
    await page.keyboard.press('Escape');
    await page.getByText(PAUSED, { exact: false }).waitFor({ state: 'hidden' });
    await decideByKeys(page, 'c', 'Confirm');
    await page.getByText('No pay-in waits for a decision', { exact: false }).waitFor();
    equal(await stateOf(bank, second), 'completed');
    deepEqual(complaints, []);
    await close();
  });

  it('stays with it while a bank line matches by itself', async () => {
    const { bank, utr, first, second, page, close } = await openQueue('HUF');
    await openByKey(page, 'f', 'Reject');
    const dialog = dialogOf(page, 'Reject');
    await bank.give({ amount_cents: 150_000, utr });
    await untilReadAgain(page);
    await dialog.getByText('Bank line matched → Completed', { exact: false }).waitFor();
    for (const key of ['1', 'Enter', 'f', '1', 'Enter']) await page.keyboard.press(key);
    await page.keyboard.press('Escape');
    await page.getByText(PAUSED, { exact: false }).waitFor();
    deepEqual(
      [await stateOf(bank, first), await stateOf(bank, second)],
      ['completed', 'verifying'],
    );
    await close();
  });

  it('says that the answer was lost and what became of the act, and acts once', async () => {
    const { bank, first, second, page, close } = await openQueue('RON');
    let sent = 0;
    await page.route('**/confirm', async (route) => {
      sent += 1;
      // The first never arrives, the second is done and its answer is lost.
      if (sent > 1) await route.fetch();
      await route.abort();
    });
    await openByKey(page, 'c', 'Confirm');
    const dialog = dialogOf(page, 'Confirm');
    await page.keyboard.press('1');
    await dialog.locator('input:checked').waitFor({ state: 'attached' });
    await page.keyboard.press('Enter');
    await dialog.getByText('It was not done so far').waitFor();
    equal(await stateOf(bank, first), 'verifying');
    await dialog.getByRole('button', { name: 'Confirm' }).click();
    await dialog.getByText('Confirmed by hand → Completed', { exact: false }).waitFor();
    await dialog.getByText(' · you', { exact: false }).waitFor();
    await typeOn(page);
    equal(sent, 2);
    deepEqual(
      [await stateOf(bank, first), await stateOf(bank, second)],
      ['completed', 'verifying'],
    );
    await close();
  });

  it('offers nothing before it is known what became of the act', async () => {
    const { bank, first, page, close } = await openQueue('DKK');
    await openByKey(page, 'c', 'Confirm');
    const dialog = dialogOf(page, 'Confirm');
    await page.route('**/operator/v1/trades/**', (route) => route.abort());
    await dialog.getByLabel(/^Reason/).fill('Seen on the bank’s own page');
    const confirm = dialog.getByRole('button', { name: 'Confirm' });
    await confirm.click();
    await dialog.getByText('Whether it was done is not known').waitFor();
    equal(await confirm.isDisabled(), true);
    await page.unroute('**/operator/v1/trades/**');
    await dialog.getByText('It was not done so far').waitFor();
    await confirm.click();
    await dialog.waitFor({ state: 'hidden' });
    equal(await stateOf(bank, first), 'completed');
    await close();
  });

  it('keeps the letters of a field that closes under the hand', async () => {
    const { bank, second, page, close } = await openQueue('SEK');
    let answer = () => undefined as undefined;
    const asked = new Promise<void>((resolve) => {
      void page.route('**/confirm', async (route) => {
        const held = new Promise<void>((go) => {
          answer = () => void go();
        });
        resolve();
        await held;
        await route.continue();
      });
    });
    await openByKey(page, 'c', 'Confirm');
    const dialog = dialogOf(page, 'Confirm');
    await dialog.getByLabel(/^Reason/).pressSequentially('seen');
    await page.keyboard.press('Control+Enter');
    await asked;
    await page.keyboard.type(' on the page');
    answer();
    await dialog.waitFor({ state: 'hidden' });
    await page.getByText('Pay-in 1 of 1', { exact: true }).waitFor();
    await page.keyboard.type('c1 c1');
    await page.getByText(PAUSED, { exact: false }).waitFor();
    equal(await page.getByRole('dialog').count(), 0);
    equal(await stateOf(bank, second), 'verifying');
    await close();
  });

  it('leaves no key to the screen behind it, wherever its own focus is', async () => {
    const { page, complaints, close } = await openQueue('CHF');
    await openByKey(page, 'c', 'Confirm');
    const dialog = dialogOf(page, 'Confirm');
    await dialog.locator(':focus').waitFor({ state: 'attached' });
    const at = page.url();
    for (const key of ['g', 't', '?', '/']) await page.keyboard.press(key);
    await page.keyboard.press('1');
    await dialog.locator('input:checked').waitFor({ state: 'attached' });
    equal(page.url(), at);
    equal(await page.getByRole('dialog').count(), 1);
    deepEqual(complaints, []);
    await close();
  });

  it('decides by its keys at once, however long the screen before it stays', async () => {
    const { bank, page, close } = await openQueue('PLN');
    await bank.give({ amount_cents: 7, utr: 'STRAY00000001' });
    await page.goto(`${scene.url}/console/bank/review`);
    await page.locator('button[aria-keyshortcuts="f"]:enabled').waitFor();
    // The code of the next screen takes its time: until then this one is shown, and its keys.
    await page.route('**/console/assets/verify*.js', async (route) => {
      await page.locator('button[aria-keyshortcuts="f"]:enabled').waitFor();
      await sleep(300);
      await route.continue();
    });
    await page.getByRole('navigation').first().getByRole('link', { name: 'Verify' }).click();
    await openByKey(page, 'c', 'Confirm');
    await close();
  });

  it('stays with it while its time ends', async () => {
    const bank = await openBank(scene, 'NOK');
    const order = await bank.pay('pinned-late', 30_000);
    const { page, close } = await scene.signIn(ASHA);
    await page.goto(`${scene.url}/console/trades/${bank.merchant_id}/${order.id}`);
    await page.getByRole('button', { name: 'Cancel' }).click();
    const dialog = page.getByRole('dialog');
    acceptedBody(await scene.operator.post('/sandbox/clock/advance', { seconds: 3_600 }));
    await dialog.getByText('Time ended → Expired', { exact: false }).waitFor();
    equal(await dialog.getByLabel(/^Reason/).count(), 1);
    equal(await stateOf(bank, order), 'expired');
    await close();
  });
});
