// The palette in a real browser, by keyboard only: it goes, finds and acts, also from a field of a
// page; what was opened last is there until the person signs out.
import { deepEqual, equal, match, ok } from 'node:assert/strict';
import { after, before, describe, it } from 'node:test';
import type { Page } from 'playwright-core';
import { acceptedBody } from '../../../bench/harness/http-client.ts';
import { axeFindings } from '../../support/browser/page-visit.ts';
import { type ConsoleScene, openConsoleScene, type Person } from '../console-scene.ts';
import { SCREENS } from '../screens.ts';
import { until } from '../steps/trade-steps.ts';

const OWNER: Person = { name: 'Owen Nair', email: 'owen@example.com', role: 'owner' };
const VIEWER: Person = { name: 'Vera Look', email: 'vera@example.com', role: 'viewer' };

type Listed = { id: string; order_id: string; merchant_id: string };

let scene: ConsoleScene;
let trade: Listed;
before(async () => {
  scene = await openConsoleScene();
  const list = await scene.operator.get<{ data: Listed[] }>('/trades?state=completed&limit=1');
  const [first] = acceptedBody(list).data;
  if (first === undefined) throw new Error('The demo data have no completed trade');
  trade = first;
});
after(() => scene.stop());

const field = (page: Page) => page.getByRole('combobox', { name: 'Go, find, act' });
const options = (page: Page) => page.getByRole('listbox').getByRole('option');

/** What a screen reader says that Enter would do. */
async function activeOption(page: Page): Promise<string | null> {
  const id = await field(page).getAttribute('aria-activedescendant');
  return id === null ? null : await page.locator(`[id="${id}"]`).textContent();
}

describe('the palette', () => {
  it('goes to a place by some letters of its name, and closes', async () => {
    const { page, complaints, close } = await scene.signInAtHome(OWNER);
    await page.keyboard.press('Control+k');
    await options(page).filter({ hasText: 'Settlements' }).waitFor();
    equal(await activeOption(page), null, 'Enter does nothing before something is chosen');
    deepEqual(await axeFindings(page), []);
    await page.keyboard.type('audi');
    match((await activeOption(page)) ?? '', /^Audit/);
    await page.keyboard.press('Enter');
    await page.getByRole('heading', { level: 1, name: 'Audit' }).waitFor();
    await page.getByRole('listbox').waitFor({ state: 'detached' });
    equal(await field(page).inputValue(), '');
    deepEqual(complaints, []);
    await close();
  });

  it('finds as one types, and opens what the arrow keys choose', async () => {
    const { page, complaints, close } = await scene.signInAtHome(OWNER);
    await page.keyboard.press('/');
    await page.keyboard.type(trade.order_id);
    const found = options(page).filter({ hasText: trade.order_id });
    // All results first, then the trade itself.
    await found.nth(1).waitFor();
    match((await activeOption(page)) ?? '', /^Search for/);
    deepEqual(await axeFindings(page), []);
    await page.keyboard.press('ArrowDown');
    match((await activeOption(page)) ?? '', new RegExp(`^${trade.order_id}`));
    await page.keyboard.press('ArrowUp');
    match((await activeOption(page)) ?? '', /^Search for/);
    await page.keyboard.press('ArrowDown');
    await page.keyboard.press('Enter');
    await page.getByRole('heading', { level: 1, name: trade.order_id }).waitFor();
    match(page.url(), new RegExp(`/trades/${trade.merchant_id}/${trade.id}$`));
    deepEqual(complaints, []);
    await close();
  });

  it('says of each result as what it was found', async () => {
    const { page, close } = await scene.signInAtHome(OWNER);
    await page.keyboard.press('/');
    await page.keyboard.type(trade.order_id);
    const found = options(page).filter({ hasText: trade.order_id }).nth(1);
    equal(await found.locator('.palette-why').textContent(), 'order');
    await close();
  });

  it('finds colleagues by name or address, and accounts of the ledger by their meaning', async () => {
    const { page, complaints, close } = await scene.signInAtHome(OWNER);
    await page.keyboard.press('/');
    await page.keyboard.type('owen@exam');
    const owen = options(page).filter({ hasText: 'owen@example.com' });
    equal(await owen.locator('.palette-why').textContent(), 'e-mail address');
    await page.keyboard.press('Escape');
    await page.goto(`${scene.url}/console/search?q=on%20the%20way`);
    const accounts = page.getByRole('region', { name: /^Accounts of the ledger/ });
    await accounts
      .getByRole('link', { name: /^On the way from/ })
      .first()
      .click();
    await page.getByRole('heading', { level: 1, name: 'Ledger' }).waitFor();
    match(page.url(), /\/ledger\/entries\?.*account=/);
    await page.getByRole('cell').first().waitFor();
    await page.goto(`${scene.url}/console/search?q=Owen`);
    const people = page.getByRole('region', { name: /^People/ });
    await people.getByText('name', { exact: true }).waitFor();
    await people.getByRole('link', { name: OWNER.name }).click();
    await page.getByRole('heading', { level: 1, name: OWNER.name }).waitFor();
    deepEqual(complaints, []);
    await close();
  });

  it('asks for nobody’s colleagues without the right to see them', async () => {
    const { page, complaints, close } = await scene.signIn(VIEWER);
    const asked: string[] = [];
    page.on('request', (request) => asked.push(new URL(request.url()).pathname));
    await page.goto(`${scene.url}/console/search?q=Owen`);
    await page.getByText('Nothing was found for “Owen”.').waitFor();
    deepEqual(
      asked.filter((path) => path.endsWith('/people')),
      [],
    );
    deepEqual(complaints, []);
    await close();
  });

  it('does an act of the screen that is shown, and Escape leaves the page as it was', async () => {
    const { page, close } = await scene.signIn(OWNER, {
      permissions: ['clipboard-read', 'clipboard-write'],
    });
    await page.goto(`${scene.url}/console/trades/${trade.merchant_id}/${trade.id}`);
    await page.getByRole('heading', { level: 1, name: trade.order_id }).waitFor();
    await page.keyboard.press('/');
    await page.keyboard.press('Escape');
    await page.getByRole('listbox').waitFor({ state: 'detached' });
    await page.keyboard.press('Meta+k');
    await page.keyboard.type('copy');
    await options(page).first().waitFor();
    match((await activeOption(page)) ?? '', /^Copy/);
    await page.keyboard.press('Enter');
    await page.getByText('The trade’s id is copied.').waitFor();
    equal(await page.evaluate('navigator.clipboard.readText()'), trade.id);
    await close();
  });

  it('opens from a field of the page, but not over a dialog', async () => {
    const { page, close } = await scene.signIn(OWNER);
    await page.goto(`${scene.url}/console/people`);
    await page.getByRole('button', { name: 'Invite' }).click();
    const dialog = page.getByRole('dialog');
    await dialog.waitFor();
    await page.keyboard.press('Control+k');
    await page.keyboard.press('Escape');
    await dialog.waitFor({ state: 'detached' });
    equal(await page.getByRole('listbox').count(), 0);
    await page.goto(`${scene.url}/console/trades`);
    await page.getByLabel('Amount from').focus();
    await page.keyboard.press('Control+k');
    await page.getByRole('listbox').waitFor();
    await page.locator('input:focus').and(field(page)).waitFor();
    await close();
  });

  it('offers only places that the person may see', async () => {
    const { page, close } = await scene.signInAtHome(VIEWER);
    await page.keyboard.press('/');
    await options(page).filter({ hasText: 'Ledger' }).waitFor();
    equal(
      await options(page)
        .filter({ hasText: /^People/ })
        .count(),
      0,
    );
    await close();
  });
});

describe('what was opened last', () => {
  it('is one key away, and gone when the person signs out', async () => {
    const { page, complaints, close } = await scene.signIn(OWNER);
    await page.goto(`${scene.url}/console/trades/${trade.merchant_id}/${trade.id}`);
    await page.getByRole('heading', { level: 1, name: trade.order_id }).waitFor();
    await page.goto(`${scene.url}/console/settings`);
    await page.getByRole('heading', { level: 1, name: 'Settings' }).waitFor();
    await page.keyboard.press('/');
    await options(page).filter({ hasText: trade.order_id }).waitFor();
    await page.keyboard.press('ArrowDown');
    match((await activeOption(page)) ?? '', new RegExp(`^${trade.order_id}`));
    await page.keyboard.press('Enter');
    await page.getByRole('heading', { level: 1, name: trade.order_id }).waitFor();
    const kept = () => page.evaluate('JSON.stringify(window.localStorage)');
    ok(String(await kept()).includes(trade.order_id));
    await page.getByRole('button', { name: OWNER.name }).click();
    await page.getByRole('menuitem', { name: 'Sign out' }).click();
    await page.getByRole('button', { name: 'Sign in', exact: true }).waitFor();
    equal(String(await kept()).includes(trade.order_id), false);
    deepEqual(complaints, []);
    await close();
  });

  it('has bank lines, rules, approvals and callbacks as well', async () => {
    const { page, complaints, close } = await scene.signIn(OWNER);
    const names = ['bank-line', 'bank-rule', 'approval', 'callback'];
    for (const { address } of SCREENS.filter(({ name }) => names.includes(name))) {
      const place = (await address?.(scene.operator)) ?? '';
      await page.goto(`${scene.url}/console${place}`);
      await until(`${place} is noted`, async () =>
        String(await page.evaluate('JSON.stringify(window.localStorage)')).includes(place),
      );
    }
    await page.keyboard.press('/');
    await options(page).filter({ hasText: 'Bank charges' }).waitFor();
    deepEqual(complaints, []);
    await close();
  });
});

describe('the field on a phone', () => {
  it('is as wide as the header while somebody types', async () => {
    const { page, complaints, close } = await scene.signIn(OWNER, {
      viewport: { width: 390, height: 844 },
    });
    await page.goto(`${scene.url}/console/trades`);
    await field(page).click();
    await page.getByRole('listbox').waitFor();
    const box = await field(page).boundingBox();
    ok(box !== null && box.width > 350, `${String(box?.width)} pixels`);
    deepEqual(await axeFindings(page), []);
    deepEqual(complaints, []);
    await close();
  });
});
