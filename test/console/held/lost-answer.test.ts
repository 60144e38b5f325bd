// Dialogs that make something, when the connection breaks before the service has acted or after:
// what is done once is sent again by itself, and of the rest it is said where to look first.
import { deepEqual, equal } from 'node:assert/strict';
import { after, before, describe, it } from 'node:test';
import type { Locator, Page } from 'playwright-core';
import { acceptedBody } from '../../../bench/harness/http-client.ts';
import { axeFindings } from '../../support/browser/page-visit.ts';
import { type ConsoleScene, openConsoleScene, type Person } from '../console-scene.ts';

const OWNER: Person = { name: 'Lea Lost', email: 'lea@example.com', role: 'owner' };

let scene: ConsoleScene;
let page: Page;
before(async () => {
  scene = await openConsoleScene();
  ({ page } = await scene.signIn(OWNER));
});
after(() => scene.stop());

type Breaks = 'before it acts' | 'after it acted';

/** The first answers are lost, and then everything passes; counts what was sent. */
async function losing(address: string, breaks: readonly Breaks[]): Promise<() => number> {
  let sent = 0;
  await page.route(address, async (route) => {
    if (route.request().method() !== 'POST') return await route.fallback();
    const lost = breaks[sent];
    sent += 1;
    if (lost === undefined) return await route.continue();
    if (lost === 'after it acted') await route.fetch();
    await route.abort();
  });
  return () => sent;
}

const pass = (address: string) => page.unroute(address);

type Merchant = { readonly id: string; readonly name: string };

async function merchantsNamed(name: string): Promise<number> {
  const { data } = acceptedBody(
    await scene.operator.get<{ data: Merchant[] }>('/merchants?limit=200'),
  );
  return data.filter((one) => one.name === name).length;
}

const MERCHANTS = '**/operator/v1/merchants';

async function fillMerchant(name: string): Promise<Locator> {
  await page.goto(`${scene.url}/console/merchants`);
  await page.getByRole('button', { name: 'New merchant', exact: true }).click();
  const dialog = page.getByRole('dialog');
  await dialog.getByLabel('Name').fill(name);
  await dialog.getByLabel('Currency of the balance').fill('INR');
  await dialog.getByLabel('Reason').fill('Contract');
  return dialog;
}

const create = (dialog: Locator) =>
  dialog.getByRole('button', { name: 'New merchant', exact: true }).click();

describe('a merchant whose making had no answer', () => {
  it('was made: the dialog leads to it, keeps what was typed, and sends nothing', async () => {
    const sent = await losing(MERCHANTS, ['after it acted']);
    const dialog = await fillMerchant('Lost Tea');
    await create(dialog);
    await dialog.getByText('New merchant: not known whether it was done').waitFor();
    await dialog.getByText('sending it again makes a second one', { exact: false }).waitFor();
    deepEqual(await axeFindings(page), []);
    const opened = page.context().waitForEvent('page');
    await dialog.getByRole('link', { name: 'Open Merchants in another tab' }).click();
    const list = await opened;
    await list.getByRole('link', { name: 'Lost Tea' }).waitFor();
    await list.close();
    equal(await dialog.getByLabel('Name').inputValue(), 'Lost Tea');
    equal(sent(), 1);
    equal(await merchantsNamed('Lost Tea'), 1);
    await pass(MERCHANTS);
  });

  it('was not made: it is sent again from the same dialog', async () => {
    const sent = await losing(MERCHANTS, ['before it acts']);
    const dialog = await fillMerchant('Late Tea');
    await create(dialog);
    await dialog.getByText('New merchant: not known whether it was done').waitFor();
    equal(await merchantsNamed('Late Tea'), 0);
    await create(dialog);
    await page.getByRole('heading', { level: 1, name: 'Late Tea' }).waitFor();
    equal(sent(), 2);
    equal(await merchantsNamed('Late Tea'), 1);
    await pass(MERCHANTS);
  });
});

const ADJUSTMENTS = '**/operator/v1/merchants/*/adjustments';

const LOSSES: readonly (readonly Breaks[])[] = [
  ['before it acts'],
  ['after it acted'],
  ['after it acted', 'before it acts', 'after it acted'],
];

describe('an adjustment whose answer was lost', () => {
  for (const breaks of LOSSES) {
    it(`is made once, and the dialog says so: ${breaks.join(', ')}`, async () => {
      const fields = { name: `Adjusted ${breaks.join(' ')}`, balance_currency: 'INR' };
      const { id } = acceptedBody(await scene.operator.post<Merchant>('/merchants', fields));
      const sent = await losing(ADJUSTMENTS, breaks);
      await page.goto(`${scene.url}/console/merchants/${id}/balance`);
      await page.getByRole('button', { name: 'Adjust', exact: false }).first().click();
      const dialog = page.getByRole('dialog');
      await dialog.getByRole('textbox', { name: /^Amount/ }).fill('250');
      await dialog.getByLabel(/^Reason/).fill('Opening balance');
      await dialog.locator('button[type=submit]').click();
      await dialog.getByText('No answer came; it is sent again').waitFor();
      await dialog.waitFor({ state: 'hidden' });
      equal(sent(), breaks.length + 1);
      const path = `/merchants/${id}/balance`;
      const { actual_amount_cents } = acceptedBody(
        await scene.operator.get<{ actual_amount_cents: number }>(path),
      );
      equal(actual_amount_cents, 25_000);
      await pass(ADJUSTMENTS);
    });
  }
});
