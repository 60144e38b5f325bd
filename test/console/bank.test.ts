// Bank work in the console, in a real browser: clearing the review by keyboard only, dividing a
// transfer, rules, days, and what a viewer is refused.
import { deepEqual, equal, match, ok } from 'node:assert/strict';
import { after, before, describe, it } from 'node:test';
import type { Page } from 'playwright-core';
import { acceptedBody } from '../../bench/harness/http-client.ts';
import { axeFindings } from '../support/browser/page-visit.ts';
import { type BankScene, openBank } from './bank-scene.ts';
import { type ConsoleScene, openConsoleScene, type Person } from './console-scene.ts';
import { decideByKeys, pickAccount, pressInVain, sendByKeys } from './steps/bank-steps.ts';

const ASHA: Person = { name: 'Asha Rao', email: 'asha@example.com', role: 'operator' };
const OWNER: Person = { name: 'Owen Nair', email: 'owen@example.com', role: 'owner' };
const VIEWER: Person = { name: 'Vera Look', email: 'vera@example.com', role: 'viewer' };

const DAY_MS = 86_400_000;

type Line = { line: { status: string; reason: string; trade_id: string | null }; acts: object[] };

let scene: ConsoleScene;
before(async () => {
  scene = await openConsoleScene();
});
after(() => scene.stop());

const lineOf = async (id: string) =>
  acceptedBody(await scene.operator.get<Line>(`/bank_lines/${id}`));

const review = (page: Page, { account }: BankScene) =>
  page.goto(`${scene.url}/console/bank/review?receiving_account_id=${account}`);

describe('the review', () => {
  it('is cleared by keyboard only; the next line opens by itself', async () => {
    const bank = await openBank(scene, 'CHF');
    const order = await bank.pay('review-1', 150_000);
    const [paid = '', fee = '', sweep = '', kept = '', back = ''] = await bank.give(
      { amount_cents: 149_000, text: 'UPI/ASHA/REVIEW-1', bank_id: 'R-1' },
      { amount_cents: -2_500, text: 'MONTHLY CHARGES', bank_id: 'R-2' },
      { amount_cents: -900_000, text: 'SWEEP', bank_id: 'R-3' },
      { amount_cents: 7_700, text: 'UNKNOWN', bank_id: 'R-4' },
      { amount_cents: 8_800, text: 'TWICE', counterparty_number: '50100012345678', bank_id: 'R-5' },
    );
    const { page, complaints, close } = await scene.signIn(ASHA);
    await review(page, bank);
    await page.getByText('Line 1 of 5').waitFor();
    deepEqual(await axeFindings(page), []);
    await page.keyboard.press('j');
    await page.getByText('Line 2 of 5').waitFor();
    await page.keyboard.press('k');
    await page.getByText('Line 1 of 5').waitFor();
    await page.getByRole('button', { name: 'Pick pay-in 1: review-1' }).waitFor();
    await decideByKeys(page, 'a', 'Assign');
    await page.getByText('Line 1 of 4').waitFor();
    await decideByKeys(page, 'f', 'Fee');
    await page.getByText('Line 1 of 3').waitFor();
    await decideByKeys(page, 'o', 'Own transfer');
    await page.getByText('Line 1 of 2').waitFor();
    await decideByKeys(page, 'e', 'Keep');
    await page.getByText('Line 2 of 2').waitFor();
    await decideByKeys(page, 'r', 'Return');
    await page.getByText('Line 1 of 1').waitFor();
    const decided = await Promise.all([paid, fee, sweep, kept, back].map(lineOf));
    deepEqual(
      decided.map(({ line }) => [line.status, line.reason]),
      [
        ['matched', 'assigned'],
        ['fee', 'marked_fee'],
        ['own_transfer', 'marked_own_transfer'],
        ['suspense', 'kept'],
        ['returned', 'returned_to_sender'],
      ],
    );
    equal(decided[0]?.line.trade_id, order.id);
    await decideByKeys(page, 'u', 'Undo the last decision');
    await page.getByText('Line 1 of 2').waitFor();
    equal((await lineOf(back)).line.status, 'suspense');
    await page.keyboard.press('?');
    await page.getByRole('dialog', { name: 'Keys' }).getByText('Own transfer').waitFor();
    deepEqual(complaints, []);
    await close();
  });

  it('decides several lines at once, each with its own result', async () => {
    const bank = await openBank(scene, 'SEK');
    const given = await bank.give(
      { amount_cents: -1_100, text: 'CHARGES A', bank_id: 'M-1' },
      { amount_cents: -1_200, text: 'CHARGES B', bank_id: 'M-2' },
    );
    const { page, close } = await scene.signIn(ASHA);
    await review(page, bank);
    await page.getByText('Line 1 of 2').waitFor();
    await page.keyboard.press('x');
    await page.keyboard.press('j');
    await page.getByText('Line 2 of 2').waitFor();
    await page.keyboard.press('x');
    await page.getByText('2 selected').waitFor();
    await page.getByRole('button', { name: 'All as fees' }).click();
    const dialog = page.getByRole('dialog');
    await dialog.getByText('2 items').waitFor();
    // Somebody else decides one of them meanwhile.
    const other = { note: 'Decided elsewhere' };
    acceptedBody(await scene.operator.post(`/bank_lines/${given[0]}/own_transfer`, other));
    await dialog.getByLabel('Reason').fill('Monthly charges');
    await dialog.getByRole('button', { name: /All as fees/ }).click();
    await dialog.getByText('1 done, 1 refused').waitFor();
    await dialog.getByText('Somebody has decided', { exact: false }).waitFor();
    await close();
  });
});

describe('a line', () => {
  it('for several orders is divided among the pay-ins that fit it together', async () => {
    const bank = await openBank(scene, 'NOK');
    const orders = [await bank.pay('part-1', 60_000), await bank.pay('part-2', 40_000)];
    const [line = ''] = await bank.give({ amount_cents: 100_000, text: 'part-1 part-2' });
    const { page, complaints, close } = await scene.signIn(ASHA);
    await page.goto(`${scene.url}/console/bank/lines/${line}`);
    await page.getByLabel('Compare part-1').check();
    await page.getByText('Left over NOK 400.00').waitFor();
    await page.getByLabel('Compare part-2').check();
    await page.getByText('Together they are exactly this line.').waitFor();
    deepEqual(await axeFindings(page), []);
    await page.getByRole('button', { name: 'Split for these' }).click();
    await page.getByRole('dialog', { name: 'Split for these' }).waitFor();
    await sendByKeys(page);
    await page.getByRole('heading', { name: 'Its parts' }).waitFor();
    for (const { id } of orders) {
      const trade = await scene.operator.get<{ trade: { state: string } }>(
        `/trades/${bank.merchant_id}/${id}`,
      );
      equal(acceptedBody(trade).trade.state, 'completed');
    }
    deepEqual(complaints, []);
    await close();
  });

  it('of another amount is assigned with the difference to the house', async () => {
    const bank = await openBank(scene, 'DKK');
    const order = await bank.pay('differs-1', 100_000);
    const [line = ''] = await bank.give({ amount_cents: 99_000, text: 'less charges' });
    const { page, close } = await scene.signIn(ASHA);
    await page.goto(`${scene.url}/console/bank/lines/${line}`);
    await page.getByRole('button', { name: 'Pick pay-in 1: differs-1' }).waitFor();
    await page.keyboard.press('a');
    const dialog = page.getByRole('dialog', { name: 'Assign' });
    await dialog.getByLabel('Who bears the difference').selectOption('house');
    await dialog.getByLabel('Reason', { exact: false }).last().fill('Bank charges on the way');
    await dialog.getByRole('button', { name: 'Assign' }).click();
    await dialog.waitFor({ state: 'hidden' });
    const { trade } = acceptedBody(
      await scene.operator.get<{ trade: { state: string; amount_cents: number } }>(
        `/trades/${bank.merchant_id}/${order.id}`,
      ),
    );
    deepEqual([trade.state, trade.amount_cents], ['completed', 100_000]);
    await close();
  });

  it('that a viewer looks at says that their role may not decide it', async () => {
    const bank = await openBank(scene, 'PLN');
    const [line = ''] = await bank.give({ amount_cents: 5_500, text: 'look' });
    const { page, close } = await scene.signIn(VIEWER);
    await page.goto(`${scene.url}/console/bank/lines/${line}`);
    const fee = page.getByRole('button', { name: 'Fee' });
    await fee.waitFor();
    equal(await fee.isDisabled(), true);
    await pressInVain(page, 'f');
    await page.goto(`${scene.url}/console/bank/import`);
    await page.getByText('Your role does not allow this').waitFor();
    equal(await page.locator('input[type=file]').count(), 0);
    await review(page, bank);
    await page.getByText('Line 1 of 1').waitFor();
    await page.keyboard.press('x');
    await page.getByRole('button', { name: 'All as fees' }).click();
    const dialog = page.getByRole('dialog');
    await dialog.getByLabel('Reason').fill('Trying');
    await dialog.getByRole('button', { name: /All as fees/ }).click();
    await dialog
      .getByRole('alert')
      .getByText(/bank_lines\.decide/)
      .first()
      .waitFor();
    equal((await lineOf(line)).line.status, 'suspense');
    await close();
  });
});

describe('the rules of the house', () => {
  it('are tried on past lines before they are switched on', async () => {
    const bank = await openBank(scene, 'SGD');
    await bank.give({ amount_cents: -1_500, text: 'SMS CHARGES', bank_id: 'H-1' });
    const { page, complaints, close } = await scene.signIn(ASHA);
    await page.goto(`${scene.url}/console/bank/rules`);
    await page.getByRole('button', { name: 'New rule' }).click();
    const dialog = page.getByRole('dialog', { name: 'New rule' });
    await pickAccount(page, bank.account, { within: dialog });
    await dialog.getByLabel('Name').fill('SMS charges');
    await dialog.getByLabel('Words of the bank’s text').fill('CHARGES');
    await dialog.getByLabel('Largest amount').fill('50.00');
    await dialog.getByLabel('Reason').last().fill('Every month');
    deepEqual(await axeFindings(page), []);
    await dialog.getByRole('button', { name: 'New rule' }).click();
    await page.getByRole('heading', { name: 'SMS charges' }).waitFor();
    equal(await page.getByRole('button', { name: 'Switch on' }).isDisabled(), true);
    await page.getByRole('button', { name: 'Try on past lines' }).click();
    await page.getByText('It fits 1 past line').waitFor();
    deepEqual(await axeFindings(page), []);
    await page.getByRole('button', { name: 'Switch on' }).click();
    await page.getByRole('dialog', { name: 'Switch on' }).waitFor();
    await sendByKeys(page);
    await page.getByRole('button', { name: 'Switch off' }).waitFor();
    deepEqual(complaints, []);
    await close();
  });
});

describe('a day', () => {
  it('with differences is closed only with a reason, by somebody who may', async () => {
    const bank = await openBank(scene, 'AUD');
    const day = new Date(Date.now() - DAY_MS).toISOString().slice(0, 10);
    await bank.give({ amount_cents: 3_300, text: 'waits', booked_at: day });
    const at = `${scene.url}/console/bank/days/${bank.account}/${day}`;
    const operator = await scene.signIn(ASHA);
    await operator.page.goto(at);
    const forbidden = operator.page.getByRole('button', { name: 'Close with differences' });
    await forbidden.waitFor();
    equal(await forbidden.isDisabled(), true);
    await operator.close();
    const { page, complaints, close } = await scene.signIn(OWNER);
    await page.goto(at);
    await page.getByText('Line without a trade').waitFor();
    await decideByKeys(page, 'c', 'Close with differences');
    await page.getByText('Closed, revision 1').waitFor();
    await page.goto(`${scene.url}/console/bank/days?account=${bank.account}`);
    await page.getByRole('link', { name: day }).waitFor();
    const csv = page.getByRole('link', { name: 'Closings as CSV' });
    const address = String(await csv.getAttribute('href'));
    const file = await page.request.get(`${scene.url}${address}`);
    match(file.headers()['content-type'] ?? '', /^text\/csv/);
    ok((await file.text()).includes(day));
    deepEqual(complaints, []);
    await close();
  });
});
