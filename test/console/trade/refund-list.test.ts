// A list of refunds in a real browser: looked at row by row, made as it was seen, and what became
// of each row stays; a lost answer and what changed meanwhile are looked at again.
import { deepEqual, equal, match } from 'node:assert/strict';
import { after, before, describe, it } from 'node:test';
import type { Page } from 'playwright-core';
import { acceptedBody } from '../../../bench/harness/http-client.ts';
import { axeFindings, untilItFits } from '../../support/browser/page-visit.ts';
import { type BankScene, type Order, openBank } from '../bank-scene.ts';
import { type ConsoleScene, openConsoleScene, type Person } from '../console-scene.ts';

const FIONA: Person = { name: 'Fiona Shah', email: 'fiona@example.com', role: 'finance' };
const ASHA: Person = { name: 'Asha Rao', email: 'asha@example.com', role: 'operator' };
const HEAD = 'order_id,amount,payee_number,payee_name';
const PAYEE = '50100087654321,Jana Shah';

let scene: ConsoleScene;
before(async () => {
  scene = await openConsoleScene();
});
after(() => scene.stop());

async function paid(bank: BankScene, order_id: string, amount_cents: number): Promise<Order> {
  const order = await bank.pay(order_id, amount_cents);
  await bank.claim(order, `9${String(amount_cents).padStart(11, '0')}`);
  await bank.give({ amount_cents, utr: `9${String(amount_cents).padStart(11, '0')}` });
  return order;
}

async function take(bank: BankScene, amount_cents: number): Promise<void> {
  const body = { amount_cents: -amount_cents, reason: 'Paid elsewhere' };
  acceptedBody(await scene.operator.post(`/merchants/${bank.merchant_id}/adjustments`, body));
}

async function paste(page: Page, rows: readonly string[]): Promise<void> {
  await page.goto(`${scene.url}/console/trades/refunds`);
  await page.getByLabel('Or paste the table').fill([HEAD, ...rows].join('\n'));
  await page.getByRole('textbox', { name: 'Reason' }).fill('The goods came back');
  await page.getByRole('button', { name: 'Show what would happen' }).click();
}

const rowOf = (page: Page, order: string) => page.getByRole('row').filter({ hasText: order });

const refundedOf = async (bank: BankScene, { id }: Order): Promise<number> =>
  acceptedBody(
    await scene.operator.get<{ trade: { refunded_amount_cents: number } }>(
      `/trades/${bank.merchant_id}/${id}`,
    ),
  ).trade.refunded_amount_cents;

const FOLDER = process.env.SHOTS;

async function look(page: Page, name: string): Promise<void> {
  deepEqual(await axeFindings(page), []);
  for (const [width, height] of [
    [390, 844],
    [1440, 900],
  ] as const) {
    await page.setViewportSize({ width, height });
    await untilItFits(page);
    for (const colorScheme of FOLDER === undefined ? [] : (['dark', 'light'] as const)) {
      await page.emulateMedia({ colorScheme });
      await page.screenshot({
        path: `${FOLDER}/${name}-${width}-${colorScheme}.png`,
        fullPage: true,
      });
    }
  }
}

describe('a list of refunds', () => {
  it('shows each row with its problem, then refunds what the button says, and tells of each', async () => {
    const bank = await openBank(scene, 'NOK');
    const [one, two, three] = [
      await paid(bank, 'list-one', 100_000),
      await paid(bank, 'list-two', 200_000),
      await paid(bank, 'list-three', 50_000),
    ];
    await take(bank, 200_000);
    const { page, complaints, close } = await scene.signIn(FIONA);
    const rows = ['list-one', 'list-two', 'list-three'].map((order) => `${order},,${PAYEE}`);
    await paste(page, [...rows, `list-nobody,5,${PAYEE}`]);
    const act = page.getByRole('button', { name: /^Refund 2 pay-ins: NOK\s1,500\.00$/ });
    await act.waitFor();
    await rowOf(page, 'list-two').getByText('balance is too small for it after').waitFor();
    await page.getByText('There is no such trade.').waitFor();
    await page.getByText('2 rows cannot be refunded.').waitFor();
    await rowOf(page, 'list-one').getByText('Will be refunded').waitFor();
    await page.getByText('Nothing has been refunded yet.').waitFor();
    await look(page, 'refund-list-looked');
    equal(await refundedOf(bank, one), 0);
    await act.click();
    await page.getByText(/^Refunded: 2 \(NOK\s1,500\.00\)$/).waitFor();
    await rowOf(page, 'list-two').getByText('Not refunded').waitFor();
    await rowOf(page, 'list-three').getByRole('link', { name: 'its refund' }).waitFor();
    await look(page, 'refund-list-made');
    deepEqual(
      await Promise.all([one, two, three].map((order) => refundedOf(bank, order))),
      [100_000, 0, 50_000],
    );
    await page.getByRole('button', { name: 'Close and begin another list' }).click();
    await page.getByRole('button', { name: 'Show what would happen', disabled: true }).waitFor();
    equal(await page.getByText('list-one').count(), 0);
    deepEqual(complaints, []);
    await close();
  });

  it('is looked at again if its answer is lost, and refunds nothing twice', async () => {
    const bank = await openBank(scene, 'SEK');
    const [one, two] = [
      await paid(bank, 'lost-one', 110_000),
      await paid(bank, 'lost-two', 120_000),
    ];
    const { page, close } = await scene.signIn(FIONA);
    await paste(page, [`lost-one,10,${PAYEE}`, `lost-two,20,${PAYEE}`]);
    let lost = 0;
    await page.route(/\/refund_lists(?!.*dry_run=true)/, async (route) => {
      await route.fetch();
      lost += 1;
      await route.abort('connectionfailed');
    });
    const act = page.getByRole('button', { name: /^Refund 2 pay-ins: SEK\s30\.00$/ });
    await act.click();
    await page.getByRole('alert', { name: 'Whether all of it was done is not known' }).waitFor();
    await page.getByText('2 were refunded by a list before').waitFor();
    await rowOf(page, 'lost-one').getByText('Refunded before').waitFor();
    await page.getByText('No row of this list can be refunded now.').waitFor();
    equal(await act.count(), 0);
    equal(lost, 1);
    deepEqual([await refundedOf(bank, one), await refundedOf(bank, two)], [1_000, 2_000]);
    await close();
  });

  it('refunds nothing that was not seen: what changed meanwhile is shown as it is now', async () => {
    const bank = await openBank(scene, 'DKK');
    const order = await paid(bank, 'other-one', 130_000);
    const { page, close } = await scene.signIn(FIONA);
    await paste(page, [`other-one,,${PAYEE}`]);
    const seen = page.getByRole('button', { name: /^Refund 1 pay-in: DKK\s1,300\.00$/ });
    await seen.waitFor();
    acceptedBody(
      await scene.operator.post(`/trades/${bank.merchant_id}/${order.id}/refund`, {
        amount_cents: 30_000,
        number: '50100087654321',
        note: 'One item',
      }),
    );
    await seen.click();
    await page.getByText('what it would refund has changed').waitFor();
    await page.getByRole('button', { name: /^Refund 1 pay-in: DKK\s1,000\.00$/ }).waitFor();
    equal(await refundedOf(bank, order), 30_000);
    await close();
  });

  it('may be a file; what is wrong with the list as a whole is told with its line', async () => {
    const bank = await openBank(scene, 'PLN');
    await paid(bank, 'file-one', 140_000);
    const { page, close } = await scene.signIn(FIONA);
    await page.goto(`${scene.url}/console/trades/refunds`);
    const choose = (text: string) =>
      page
        .locator('input[type=file]')
        .setInputFiles({ name: 'returns.csv', mimeType: 'text/csv', buffer: Buffer.from(text) });
    await choose('order_id,amnt\nfile-one,5\n');
    await page.getByRole('button', { name: 'Show what would happen' }).click();
    const problem = page.getByRole('alert');
    await problem.getByText('line 1', { exact: true }).waitFor();
    match(await problem.innerText(), /none is called amnt/);
    await choose(`${HEAD}\nfile-one,5,${PAYEE}\n`);
    await page.getByRole('textbox', { name: 'Reason' }).fill('The goods came back');
    await page.getByRole('button', { name: 'Show what would happen' }).click();
    await page.getByRole('button', { name: /^Refund 1 pay-in: PLN\s5\.00$/ }).waitFor();
    await close();
  });

  it('is found on Trades and by its name, by whoever may refund', async () => {
    const { page, close } = await scene.signInAtHome(FIONA);
    await page.keyboard.press('Control+k');
    await page.keyboard.type('refund a l');
    await page.getByRole('option', { name: 'Refund a list' }).waitFor();
    await page.keyboard.press('Enter');
    await page.getByRole('heading', { level: 1, name: 'Refund a list' }).waitFor();
    await page.getByRole('link', { name: 'Trades' }).last().click();
    await page.getByRole('link', { name: 'Refund a list' }).click();
    await page.getByRole('heading', { level: 1, name: 'Refund a list' }).waitFor();
    await close();
    const other = await scene.signInAtHome(ASHA);
    await other.page.keyboard.press('Control+k');
    await other.page.keyboard.type('refund');
    await other.page.getByRole('option', { name: 'Search for “refund”' }).waitFor();
    equal(await other.page.getByRole('option', { name: 'Refund a list' }).count(), 0);
    await other.close();
  });
});
