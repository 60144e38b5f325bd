// The trades in the console, in a real browser: found by a UTR, filtered, saved as files, acted on
// together although the connection is lost in the middle.
import { deepEqual, equal, match, ok } from 'node:assert/strict';
import { after, before, describe, it } from 'node:test';
import { parse } from 'csv-parse/sync';
import type { Locator, Page } from 'playwright-core';
import { acceptedBody } from '../../bench/harness/http-client.ts';
import { orderName } from '../../console/parts/names/order-name.ts';
import { axeFindings } from '../support/browser/page-visit.ts';
import { type ConsoleScene, openConsoleScene, type Person } from './console-scene.ts';
import { exportFile, firstColumn, loseSecondAnswer, until } from './steps/trade-steps.ts';

const OWNER: Person = { name: 'Owen Nair', email: 'owen@example.com', role: 'owner' };
const VIEWER: Person = { name: 'Vera Look', email: 'vera@example.com', role: 'viewer' };

type Trade = {
  id: string;
  merchant_id: string;
  order_id: string;
  utr: string | null;
  state: string;
  direction: string;
};
type Trades = { data: Trade[] };

let scene: ConsoleScene;
before(async () => {
  scene = await openConsoleScene();
});
after(() => scene.stop());

const listed = async (query: string): Promise<Trade[]> =>
  acceptedBody(
    await scene.operator.get<Trades>(
      `/trades?${query.includes('limit=') ? '' : 'limit=200&'}${query}`,
    ),
  ).data;

const rowLinks = (page: Page): Locator => page.locator('tbody').getByRole('link');

async function shownOrders(page: Page, wanted: readonly string[]): Promise<void> {
  await until(`the list has ${wanted.length} rows`, async () => {
    const texts = await rowLinks(page).allInnerTexts();
    return JSON.stringify(texts) === JSON.stringify(wanted);
  });
}

describe('a search', () => {
  it('by a UTR finds its trade, and says as what', async () => {
    const known = (await listed('state=completed')).find(({ utr }) => utr !== null);
    ok(known !== undefined && known.utr !== null);
    const { page, complaints, close } = await scene.signInAtHome(OWNER);
    await page.keyboard.press('/');
    await page.keyboard.type(known.utr);
    await page.keyboard.press('Enter');
    await page.waitForURL(/\/search\?q=/);
    const trades = page.getByRole('region', { name: /^Trades/ });
    await trades.getByRole('link', { name: known.order_id, exact: true }).waitFor();
    await trades.getByText('UTR', { exact: true }).first().waitFor();
    deepEqual(await axeFindings(page), []);
    const first = await trades.getByRole('link').first().innerText();
    await page.keyboard.press('ArrowDown');
    await page.keyboard.press('Enter');
    await page.getByRole('heading', { level: 1, name: first }).waitFor();
    await page.goBack();
    await trades.waitFor();
    await page.keyboard.press('/');
    await page.keyboard.type('nothing has this name');
    await page.keyboard.press('Enter');
    await page.getByText('Nothing was found for').waitFor();
    deepEqual(complaints, []);
    await close();
  });

  it('by a pasted id opens the trade at once', async () => {
    const [known] = await listed('state=completed&limit=1');
    ok(known !== undefined);
    const { page, close } = await scene.signInAtHome(OWNER, {
      permissions: ['clipboard-read', 'clipboard-write'],
    });
    await page.evaluate(`navigator.clipboard.writeText('${known.id}')`);
    await page.keyboard.press('/');
    await page.keyboard.press('Control+v');
    await page.getByRole('heading', { level: 1, name: known.order_id }).waitFor();
    match(page.url(), new RegExp(`/trades/${known.merchant_id}/${known.id}$`));
    await page.evaluate("navigator.clipboard.writeText('something else')");
    await page.keyboard.press('c');
    await page.getByText('The trade’s id is copied.').waitFor();
    equal(await page.evaluate('navigator.clipboard.readText()'), known.id);
    await close();
  });
});

describe('the list of trades', () => {
  it('has filters that back, reload and a new tab keep, and a chip for each', async () => {
    const { page, complaints, close } = await scene.signIn(OWNER);
    await page.goto(`${scene.url}/console/trades`);
    await rowLinks(page).first().waitFor();
    await page.getByLabel('Direction', { exact: true }).selectOption('payout');
    await page.getByLabel('Currency', { exact: true }).selectOption('INR');
    await page.getByLabel('Amount from').fill('1,000.00');
    await page.getByLabel('Amount from').press('Enter');
    await page.waitForURL(/amount_min_cents=100000/);
    await page.getByRole('button', { name: 'Created', exact: true }).click();
    await page.getByRole('button', { name: 'Last 30 days' }).click();
    await page.waitForURL(/from=/);
    const query = 'direction=payout&currency=INR&amount_min_cents=100000';
    const wanted = (await listed(query)).slice(0, 50).map(({ order_id }) => orderName(order_id));
    ok(wanted.length > 0);
    await shownOrders(page, wanted);
    await page.getByText(/^Amount from: INR\s1,000\.00$/).waitFor();
    await page.reload();
    await shownOrders(page, wanted);
    const tab = await page.context().newPage();
    await tab.goto(page.url());
    await shownOrders(tab, wanted);
    await tab.close();
    await rowLinks(page).first().click();
    await page.getByRole('heading', { name: 'What happened' }).waitFor();
    await page.goBack();
    await shownOrders(page, wanted);
    await page
      .getByRole('link', { name: /^Created/ })
      .last()
      .click();
    await page.waitForURL(/sort=oldest/);
    await shownOrders(page, wanted.toReversed());
    deepEqual(await axeFindings(page), []);
    await page.getByRole('button', { name: 'Clear all' }).click();
    await page.waitForURL((url) => !url.search.includes('direction'));
    deepEqual(complaints, []);
    await close();
  });

  it('has a tab per state with its count, and no count that other filters make wrong', async () => {
    const { page, close } = await scene.signIn(VIEWER);
    const failed = (await listed('state=failed')).length;
    await page.goto(`${scene.url}/console/trades`);
    const tab = page.getByRole('link', { name: `Failed ${failed}`, exact: true });
    await tab.waitFor();
    await page.goto(`${scene.url}/console/trades?client_id=nobody`);
    await page.getByText('Nothing fits these filters.').waitFor();
    await page.getByRole('link', { name: 'Failed', exact: true }).waitFor();
    equal(await page.getByRole('button', { name: 'Export' }).count(), 0);
    await close();
  });
});

describe('a saved view', () => {
  it('brings the filters back, and colleagues see it once it is shared', async () => {
    const { page, complaints, close } = await scene.signIn(OWNER);
    await page.goto(`${scene.url}/console/trades?state=failed&direction=payin&sort=oldest`);
    await page.getByRole('button', { name: 'Views' }).click();
    const dialog = page.getByRole('dialog');
    await dialog.getByLabel('Save this view as').fill('Failed pay-ins');
    await dialog.getByRole('button', { name: 'Save', exact: true }).click();
    await dialog.getByRole('link', { name: 'Failed pay-ins', exact: true }).waitFor();
    deepEqual(await axeFindings(page), []);
    const viewer = await scene.signIn(VIEWER);
    await viewer.page.goto(`${scene.url}/console/trades`);
    await viewer.page.getByRole('button', { name: 'Views' }).click();
    // That of the sandbox's own report.
    await viewer.page.getByRole('link', { name: 'Completed pay-ins', exact: true }).waitFor();
    const shared = viewer.page.getByRole('link', { name: 'Failed pay-ins', exact: true });
    equal(await shared.count(), 0);
    await dialog.getByRole('button', { name: 'Share' }).click();
    await dialog.getByText('shared', { exact: true }).waitFor();
    await viewer.page.reload();
    await viewer.page.getByRole('button', { name: 'Views' }).click();
    await shared.click();
    await viewer.page.waitForURL(/trades\?state=failed&direction=payin&sort=oldest$/);
    await viewer.page.getByRole('button', { name: 'Views' }).click();
    await shared.waitFor();
    equal(await viewer.page.getByRole('button', { name: /Remove the view/ }).count(), 0);
    await viewer.close();
    await dialog.getByRole('button', { name: 'Remove the view Failed pay-ins' }).click();
    await dialog
      .getByRole('link', { name: 'Failed pay-ins' })
      .first()
      .waitFor({ state: 'detached' });
    deepEqual(complaints, []);
    await close();
  });
});

describe('an export', () => {
  it('is the list as it is filtered: as a workbook and as CSV', async () => {
    const { page, complaints, close } = await scene.signIn(OWNER);
    await page.goto(`${scene.url}/console/trades?state=completed&direction=payin`);
    const wanted = (await listed('state=completed&direction=payin')).map(({ id }) => id);
    await rowLinks(page).first().waitFor();
    const book = await exportFile(page, async () => {
      await page.getByRole('dialog').getByText('State: Completed').waitFor();
      deepEqual(await axeFindings(page), []);
    });
    deepEqual(await firstColumn(book), ['id', ...wanted]);
    const csv = await exportFile(page, async () => {
      await page.getByText('CSV', { exact: true }).click();
      await page.getByLabel('Separator').selectOption('semicolon');
      await page.getByLabel('Decimal mark').selectOption('comma');
    });
    const rows: Record<string, string>[] = parse(csv, { columns: true, delimiter: ';', bom: true });
    deepEqual(
      rows.map(({ id }) => id),
      wanted,
    );
    ok(rows.every(({ amount }) => /^\d+,\d{2,3}$/.test(String(amount))));
    deepEqual(complaints, []);
    await close();
  });
});

describe('an act on several trades', () => {
  it('goes on with the same keys after the connection was lost in the middle', async () => {
    const waiting = (await listed('state=created&direction=payout')).slice(0, 3);
    equal(waiting.length, 3);
    const { page, close } = await scene.signIn(OWNER);
    await page.goto(`${scene.url}/console/trades?state=created&direction=payout`);
    for (const { order_id } of waiting) {
      const name = `Select ${orderName(order_id)}`;
      await page.getByRole('checkbox', { name, exact: true }).check();
    }
    const keys = await loseSecondAnswer(page, /\/take$/);
    await page.getByRole('button', { name: 'Take', exact: true }).click();
    const dialog = page.getByRole('dialog');
    await dialog.getByText('3 items').waitFor();
    await dialog.getByRole('textbox', { name: 'Reason' }).fill('Paying them now');
    await dialog.getByRole('button', { name: 'Take (3)' }).click();
    await dialog.getByText('1 done, 2 open').waitFor();
    await dialog.getByText('not known: no answer came').waitFor();
    await dialog.getByText('not sent yet').waitFor();
    deepEqual(await axeFindings(page), []);
    await dialog.getByRole('button', { name: 'Continue (2)' }).click();
    await dialog.getByText('3 done').waitFor();
    equal(keys.length, 4);
    equal(keys[1], keys[2]);
    equal(new Set(keys).size, 3);
    for (const { merchant_id, id } of waiting) {
      const path = `/trades/${merchant_id}/${id}`;
      type Detail = { timeline: { acts: { act: string }[] } };
      const { timeline } = acceptedBody(await scene.operator.get<Detail>(path));
      equal(timeline.acts.filter(({ act }) => act === 'take').length, 1);
    }
    await close();
  });

  it('is refused item by item in the service’s words', async () => {
    const done = (await listed('state=completed&direction=payout'))[0];
    ok(done !== undefined);
    const { page, close } = await scene.signIn(OWNER);
    await page.goto(`${scene.url}/console/trades?state=completed&direction=payout`);
    await page.getByRole('checkbox', { name: `Select ${done.order_id}`, exact: true }).check();
    await page.getByRole('button', { name: 'Cancel', exact: true }).click();
    const dialog = page.getByRole('dialog');
    await dialog.getByRole('textbox', { name: 'Reason' }).fill('Asked for by the merchant');
    await dialog.getByRole('button', { name: 'Cancel (1)' }).click();
    await dialog.getByText('0 done, 1 refused').waitFor();
    await dialog.getByText(/A pay-out in state completed cannot be canceled/).waitFor();
    await close();
  });
});
