// The page of a customer in a real browser: reached from a trade and from the search, with what
// they ordered, what failed or is disputed, and what the merchant's limits leave them.
import { deepEqual, equal } from 'node:assert/strict';
import { after, before, describe, it } from 'node:test';
import type { Page } from 'playwright-core';
import { acceptedBody } from '../../../bench/harness/http-client.ts';
import { type BankScene, openBank } from '../bank-scene.ts';
import { type ConsoleScene, openConsoleScene, type Person } from '../console-scene.ts';

const OWNER: Person = { name: 'Owen Nair', email: 'owen@example.com', role: 'owner' };

/** The merchant's own name may be any text, also one that means something in an address. */
const ASHA = 'asha/rao?&co #7';
const UTR = '780000000021';

let scene: ConsoleScene;
let bank: BankScene;
before(async () => {
  scene = await openConsoleScene();
  bank = await openBank(scene, 'INR');
  const { merchant_id } = bank;
  const settings = { client_max_open_payins: 4, client_max_sum_cents_per_day: 200_000 };
  const body = JSON.stringify({ settings });
  const headers = { 'content-type': 'application/json' };
  const path = `/merchants/${merchant_id}`;
  acceptedBody(await scene.operator.send(path, { method: 'PATCH', body, headers }));
  const act = async (order: { id: string }, name: string, fields: object) =>
    acceptedBody(
      await scene.operator.post(`/trades/${merchant_id}/${order.id}/${name}`, { ...fields }),
    );
  const paid = await bank.pay('paid-1', 30_000, ASHA);
  await act(paid, 'confirm', { note: 'Seen on the bank’s page' });
  await act(paid, 'disputes', { type: 'fraud', note: 'Police report' });
  const claimed = await bank.pay('claimed-1', 20_000, ASHA);
  await bank.claim(claimed, UTR);
  await act(claimed, 'fail', { note: 'Not there', reason: 'payment_not_found' });
  await bank.pay('open-1', 10_000, ASHA);
  await bank.pay('of-another', 50_000, 'ravi');
});
after(() => scene.stop());

const section = (page: Page, name: string | RegExp) => page.getByRole('region', { name });

/** `Paid 1`, as the page has it. */
async function countsOn(page: Page): Promise<Record<string, string>> {
  const links = section(page, 'Their orders by number').getByRole('link');
  const found: Record<string, string> = {};
  for (const link of await links.all()) {
    const card = link.locator('xpath=..');
    found[await link.innerText()] = (await card.locator('p').innerText()).trim();
  }
  return found;
}

describe('a customer’s page', () => {
  it('is one click from a trade, and has orders, failed claims, disputes and limits', async () => {
    const { page, complaints, close } = await scene.signIn(OWNER);
    const order = await bank.pay('open-2', 15_000, ASHA);
    await page.goto(`${scene.url}/console/trades/${bank.merchant_id}/${order.id}`);
    await page.getByRole('link', { name: ASHA, exact: true }).click();
    await page.getByRole('heading', { level: 1, name: ASHA }).waitFor();
    deepEqual(await countsOn(page), {
      'Pay-ins': '4',
      Paid: '0',
      'Claims that failed': '1',
      'Disputed now': '1',
      'Pay-outs': '0',
    });
    const failed = section(page, 'Claims that failed');
    await failed.getByRole('link', { name: 'claimed-1' }).waitFor();
    await failed.getByText('Payment not found').waitFor();
    await section(page, 'Disputes').getByRole('link', { name: 'Fraud: paid-1' }).waitFor();
    const limits = section(page, 'What the limits leave them');
    await limits.getByText('2 of 4 open pay-ins').waitFor();
    await limits
      .getByRole('progressbar', { name: /750\.00 of INR\s2,000\.00 in the last 24 hours/ })
      .waitFor();
    const orders = section(page, 'Newest orders').locator('tbody').getByRole('link');
    await orders.filter({ hasText: 'open-2' }).waitFor();
    deepEqual(await orders.allInnerTexts(), ['open-2', 'open-1', 'claimed-1', 'paid-1']);
    await page.getByRole('link', { name: 'All orders' }).click();
    await page.getByRole('heading', { level: 1, name: 'Trades' }).waitFor();
    await page.locator('tbody').getByRole('link', { name: 'open-1' }).waitFor();
    equal(await page.locator('tbody').getByRole('link', { name: 'of-another' }).count(), 0);
    deepEqual(complaints, []);
    await close();
  });

  it('is found by the merchant’s own name for them', async () => {
    const { page, complaints, close } = await scene.signIn(OWNER);
    await page.goto(`${scene.url}/console/search?q=${encodeURIComponent(ASHA)}`);
    const found = section(page, /^Customers/);
    await found.getByRole('link', { name: ASHA }).click();
    await page.getByRole('heading', { level: 1, name: ASHA }).waitFor();
    await page.getByRole('link', { name: 'Lotus Books' }).waitFor();
    deepEqual(complaints, []);
    await close();
  });
});
