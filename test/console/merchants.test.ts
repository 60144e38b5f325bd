// A merchant in the console, in a real browser: from its creation to its first order, its tokens,
// limits and branding, and what its own people see of it.
import { deepEqual, equal, match, ok } from 'node:assert/strict';
import { after, before, describe, it } from 'node:test';
import type { Page } from 'playwright-core';
import { acceptedBody } from '../../bench/harness/http-client.ts';
import { axeFindings } from '../support/browser/page-visit.ts';
import { type ConsoleScene, openConsoleScene, type Person } from './console-scene.ts';
import type { Desk } from './desk.ts';
import { confirmAct, secretsShown } from './steps/dialog-steps.ts';
import { untilShown } from './steps/screen-steps.ts';
import { until } from './steps/trade-steps.ts';

const OWNER: Person = { name: 'Olga Own', email: 'olga@example.com', role: 'owner' };

type Row = Record<string, unknown>;

/** Run in the page, which alone knows styles. */
const BUTTON = "document.querySelector('[data-preview-button]')";
const BACKGROUND = `getComputedStyle(${BUTTON}).backgroundColor`;

let scene: ConsoleScene;
let desk: Desk;
let page: Page;
/** The merchant that the first test creates. */
let shop: string;
before(async () => {
  scene = await openConsoleScene();
  desk = await scene.signIn(OWNER, { viewport: { width: 1_280, height: 900 } });
  page = desk.page;
});
after(async () => {
  await desk.close();
  await scene.stop();
});

const read = async (path: string): Promise<Row> => acceptedBody(await scene.operator.get(path));

const tab = (name: string) => page.getByRole('link', { name, exact: true }).click();
const press = (name: string) => page.getByRole('button', { name, exact: true }).click();

const confirm = (label: string, note: string) => confirmAct(page, label, note);

/** The dialog closes by itself once it is done. */
const untilDone = () => page.getByRole('dialog').waitFor({ state: 'hidden' });

async function newestNote(action: string): Promise<unknown> {
  const { data } = await read(`/audit?action=${action}&limit=1`);
  const [entry] = data as { detail: { note: unknown } }[];
  return entry?.detail.note;
}

describe('a new merchant', () => {
  it('is created, and says what it still needs', async () => {
    await page.goto(`${scene.url}/console/merchants`);
    await press('New merchant');
    const dialog = page.getByRole('dialog');
    await dialog.getByLabel('Name').fill('Tea House');
    await dialog.getByLabel('Currency of the balance').fill('inr');
    deepEqual(await axeFindings(page), []);
    await confirm('New merchant', 'Contract of 3 May');
    await page.getByRole('heading', { name: 'Tea House', level: 1 }).waitFor();
    [shop = ''] = /[0-9a-f-]{36}/.exec(page.url()) ?? [];
    equal(await newestNote('merchant_created'), 'Contract of 3 May');
    await page.getByRole('link', { name: /^Set a tariff/ }).waitFor();
    deepEqual(await axeFindings(page), []);
  });

  it('gets a tariff, after the change was shown', async () => {
    await tab('Tariffs');
    await press('Add a row');
    await page.getByLabel('Fee in percent, row 1').fill('1.5');
    await press('Save changes');
    const change = page.getByRole('dialog').getByRole('row', { name: /Pay-in · Any · Any/ });
    match((await change.textContent()) ?? '', /none1\.5 %/);
    await confirm('Save changes', 'As agreed');
    await untilDone();
    const { tariffs } = await read(`/merchants/${shop}/tariffs`);
    deepEqual(tariffs, [{ direction: 'payin', type: null, currency: null, percent: 1.5 }]);
    equal(await newestNote('tariffs_set'), 'As agreed');
  });

  it('gets a token that is shown once, an endpoint, and its first order', async () => {
    await tab('API tokens');
    await press('Issue a token');
    await confirm('Issue a token', 'For the shop');
    const [token = ''] = await secretsShown(page);
    match(token, /^test_/);
    equal(await page.getByText(token).count(), 0, 'the token is not shown again');
    await tab('Callback endpoints');
    await press('Set the address');
    await page.getByRole('dialog').getByLabel('Address').fill('http://127.0.0.1:9999/hook');
    await confirm('Set the address', 'From the contract');
    await untilDone();
    const order = { merchant_id: shop, order_id: 'tea-1', amount_cents: 25_000 };
    const made = await fetch(`${scene.url}/api/v1/orders/deposit/create`, {
      method: 'POST',
      headers: { 'content-type': 'application/json', 'x-token': token },
      body: JSON.stringify({ ...order, amount_currency: 'INR', type: 'account', client_id: 'c-1' }),
    });
    equal(made.status, 201, await made.text());
    await tab('Overview');
    await page.reload();
    await page.getByText('1 open pay-ins; no limit of its own').waitFor();
    equal(await page.getByText('First steps').count(), 0, 'everything is done');
  });

  it('has its token rotated: the old one works until it is revoked', async () => {
    await tab('API tokens');
    await page.getByRole('button', { name: 'Rotate', exact: true }).click();
    await confirm('Rotate', 'Yearly');
    const [token = ''] = await secretsShown(page);
    match(token, /^test_/);
    await page.getByRole('button', { name: 'Revoke' }).nth(1).waitFor();
    // The newest is first.
    await page.getByRole('button', { name: 'Revoke' }).nth(1).click();
    await confirm('Revoke', 'Replaced by a new one');
    await page.getByText('Revoked', { exact: true }).waitFor();
    const { data } = await read(`/merchants/${shop}/tokens`);
    const active = (data as { revoked_at: string | null }[]).filter((one) => !one.revoked_at);
    equal(active.length, 1);
    deepEqual(await axeFindings(page), []);
  });

  it('has its limits changed, with what was there before', async () => {
    await tab('Limits and policy');
    await page.getByLabel('Life of a pay-in, in minutes').fill('30');
    await page.getByLabel('Largest sum a day').fill('25,000.50');
    await press('Save changes');
    match(
      (await page.getByRole('dialog').getByRole('row', { name: /Life/ }).textContent()) ?? '',
      /1530/,
    );
    await confirm('Save changes', 'Risk review');
    await untilDone();
    const { settings } = await read(`/merchants/${shop}`);
    equal((settings as Row).payin_life_minutes, 30);
    equal((settings as Row).client_max_sum_cents_per_day, 2_500_050);
    deepEqual(await axeFindings(page), []);
  });

  it('looks in the preview as its values say, before they are saved', async () => {
    await tab('Branding');
    await page.getByLabel('Name on the page').fill('Tea & Co');
    await page.getByLabel('Colour').fill('#0a7d4b');
    await page.getByLabel('Text at the end').fill('Ask us at the counter');
    const preview = page.locator('[data-preview]');
    await preview.filter({ hasText: /Tea & Co.*Ask us at the counter/ }).waitFor();
    await until('the button has the colour', async () => {
      const color: unknown = await page.evaluate(BACKGROUND);
      return color === 'rgb(10, 125, 75)';
    });
    await press('Save changes');
    await confirm('Save changes', 'New logo and colours');
    await untilDone();
    const branding = await read(`/merchants/${shop}/branding`);
    deepEqual([branding.display_name, branding.color], ['Tea & Co', '#0a7d4b']);
    deepEqual(await axeFindings(page), []);
    deepEqual(desk.complaints, []);
  });

  it('has its balance adjusted, and its settlement drafted, looked at and discarded', async () => {
    await tab('Balance');
    await press('Adjust the balance');
    await page.getByRole('dialog').getByLabel('Amount').fill('1200.50');
    await confirm('Adjust the balance', 'Opening balance');
    await page.getByText('The balance is adjusted.').waitFor();
    equal(((await read(`/merchants/${shop}/balance`)) as Row).actual_amount_cents, 120_050);
    deepEqual(await axeFindings(page), []);
    await page.getByRole('navigation', { name: 'Merchants' }).getByText('Settlements').click();
    await press('Draft the next one');
    await confirm('Draft the next one', 'End of the period');
    await page.getByRole('link', { name: 'Number 1' }).click();
    await page.getByRole('heading', { name: 'Settlement 1' }).waitFor();
    await page.getByText('Opening balance').waitFor();
    await press('Discard');
    await confirm('Discard', 'Made by mistake');
    await page.getByText('The draft is discarded.').waitFor();
    await page.getByRole('button', { name: 'Approve', disabled: true }).waitFor();
    deepEqual(await axeFindings(page), []);
  });
});

describe('the people of a merchant', () => {
  const person = (name: string, role: 'merchant_admin' | 'merchant_viewer'): Person => ({
    ...{ name, role, merchant_id: shop },
    email: `${name.toLowerCase()}@tea.example`,
  });

  it('as administrator see their merchant alone, with its tokens, endpoint and branding', async () => {
    const own = await scene.signIn(person('Ada', 'merchant_admin'));
    await own.page.goto(`${scene.url}/console/merchants`);
    await own.page.getByRole('heading', { name: 'Tea House', level: 1 }).waitFor();
    const tabs = own.page.getByRole('navigation', { name: 'Merchants' }).getByRole('link');
    deepEqual(await tabs.allTextContents(), [
      ...['Overview', 'Limits and policy', 'API tokens', 'Callback endpoints', 'Branding'],
      ...['Balance', 'Settlements'],
    ]);
    equal(await own.page.getByRole('button', { name: 'Rename' }).count(), 0);
    for (const name of await tabs.allTextContents()) {
      await tabs.getByText(name, { exact: true }).click();
      await tabs.and(own.page.locator('[aria-current]')).getByText(name, { exact: true }).waitFor();
      await untilShown(own.page);
      equal(await own.page.getByRole('alert').count(), 0, `${name} is refused`);
      deepEqual(await axeFindings(own.page), [], name);
    }
    await tabs.getByText('Branding').click();
    await own.page.getByLabel('Name on the page').fill('Tea and Cake');
    await own.page.getByRole('button', { name: 'Save changes' }).click();
    const dialog = own.page.getByRole('dialog');
    await dialog.getByLabel(/^Reason/).fill('Our new name');
    await dialog.getByRole('button', { name: 'Save changes' }).click();
    await dialog.waitFor({ state: 'hidden' });
    equal((await read(`/merchants/${shop}/branding`)).display_name, 'Tea and Cake');
    const { data } = await read('/merchants');
    const other = (data as { id: string }[]).find(({ id }) => id !== shop);
    await own.page.goto(`${scene.url}/console/merchants/${other?.id}`);
    await own.page.getByRole('alert').waitFor();
    await own.close();
  });

  it('as viewer read, and are told that they cannot change', async () => {
    const own = await scene.signIn(person('Vic', 'merchant_viewer'));
    await own.page.goto(`${scene.url}/console/merchants/${shop}/branding`);
    await own.page.getByText('Your role may read this, not change it.').waitFor();
    equal(await own.page.getByLabel('Name on the page').isDisabled(), true);
    equal(await own.page.getByRole('button', { name: 'Save changes' }).count(), 0);
    await own.page.goto(`${scene.url}/console/merchants/${shop}/tokens`);
    await own.page.getByText('Active').waitFor();
    equal(await own.page.getByRole('button', { name: 'Revoke' }).count(), 0);
    await own.page.goto(`${scene.url}/console/merchants/${shop}/tariffs`);
    await own.page.getByRole('alert').waitFor();
    ok((await own.page.getByRole('alert').textContent())?.includes('role'));
    await own.close();
  });
});
