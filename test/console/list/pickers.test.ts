// Whoever chooses a merchant, a receiving account, a person or a ledger account finds each, however
// many there are: the service searches while people type.
import { deepEqual, equal, ok } from 'node:assert/strict';
import { after, before, describe, it } from 'node:test';
import type { Page } from 'playwright-core';
import { createReceivingAccount } from '../../../server/app/account/receiving-accounts.ts';
import { createMerchant } from '../../../server/app/merchant/merchants.ts';
import { invited } from '../../app/access/people-scene.ts';
import { axeFindings } from '../../support/browser/page-visit.ts';
import { accepted, OPERATOR, raw } from '../../support/test-app.ts';
import type { Desk } from '../desk.ts';
import { type LiveScene, openLiveScene, typePassword } from '../live-scene.ts';

/** More than the longest page of any list has. */
const MANY = 205;
const HOUSE_BOOK = '00000000-0000-0000-0000-000000000000';

let scene: LiveScene;
let desk: Desk;

async function makeOne(number: string): Promise<void> {
  const { app } = scene.service;
  const merchant = { name: `Stall ${number}`, balance_currency: 'INR' };
  accepted(await createMerchant(app, OPERATOR, raw(merchant)));
  const terms = { type: 'account', currency: 'INR', number: `50100000000${number}` };
  const account = { ...terms, name: `Till ${number}`, bank_name: `Bank of ${number}` };
  const { id } = accepted(await createReceivingAccount(app, OPERATOR, raw(account)));
  await invited(app, { name: `Keeper ${number}`, email: `keeper-${number}@example.com` });
  await app.store.db.query(
    '',
    `insert into ledger_accounts (merchant_id, account, currency, balance_cents)
     select $1, 'costs:' || $2, currency, 0 from unnest(array['INR', 'USD']) as c(currency)`,
    [HOUSE_BOOK, id],
  );
}

before(async () => {
  scene = await openLiveScene({ mode: 'sandbox' });
  const ada = await scene.person({ name: 'Ada Accounts', role: 'owner' });
  for (let one = 1; one <= MANY; one += 1) await makeOne(String(one).padStart(3, '0'));
  desk = await scene.open();
  await desk.page.goto(`${scene.url}/console`);
  await typePassword(desk.page, ada.email);
  await desk.page.getByRole('navigation').first().waitFor();
});
after(() => scene.stop());

type Picked = { path: string; label: string; name: (number: string) => string; field: string };

/** Each kind of thing that is chosen by its name, on a screen that has it as a filter. */
const PICKED: readonly Picked[] = [
  { path: '/trades', label: 'Merchant', name: (number) => `Stall ${number}`, field: 'merchant_id' },
  {
    path: '/bank',
    label: 'Receiving account',
    name: (number) => `Till ${number}`,
    field: 'receiving_account_id',
  },
  { path: '/audit', label: 'Who', name: (number) => `Keeper ${number}`, field: 'actor' },
  {
    path: '/ledger/entries',
    label: 'Account',
    name: (number) => `Bank of ${number}`,
    field: 'account',
  },
];

const optionsOf = (page: Page): Promise<string[]> =>
  page.getByRole('listbox').getByRole('option').allInnerTexts();

describe('a filter that is chosen by name', () => {
  for (const { path, label, name, field } of PICKED) {
    it(`${path}: finds the first and the last of ${MANY}, and names it then`, async () => {
      const { page, complaints } = desk;
      for (const number of ['001', String(MANY)]) {
        await page.goto(`${scene.url}/console${path}`);
        const picker = page.getByRole('combobox', { name: label, exact: true });
        await picker.click();
        const few = await optionsOf(page);
        ok(few.length <= 20, `${few.length} options before anything is typed`);
        await picker.fill(name(number).toLowerCase());
        await page.getByRole('option', { name: name(number) }).click();
        await page.waitForURL((url) => url.searchParams.has(field));
        const chip = page.locator('.mantine-Pill-root', { hasText: `${label}: ` });
        await chip.getByText(name(number)).waitFor();
      }
      deepEqual(await axeFindings(page), []);
      deepEqual(complaints.splice(0), []);
    });
  }

  it('finds a ledger account by what the console calls its kind, once for all currencies', async () => {
    const { page, complaints } = desk;
    await page.goto(`${scene.url}/console/ledger/entries`);
    const picker = page.getByRole('combobox', { name: 'Account', exact: true });
    await picker.click();
    await picker.fill('bank’s costs ··0203');
    await page.getByRole('option', { name: /203/ }).waitFor();
    await page.getByRole('option', { name: /204/ }).waitFor({ state: 'detached' });
    deepEqual(await optionsOf(page), ['Bank’s costs: Bank of 203 ··0203']);
    deepEqual(complaints, []);
  });
});

describe('the list of merchants', () => {
  it('is searched in one request, and has pages', async () => {
    const { page, complaints } = desk;
    const asked: string[] = [];
    page.on('request', (request) => {
      const { pathname, search } = new URL(request.url());
      if (/^\/operator\/v1\/(?:merchants|search)\b/.test(pathname)) {
        asked.push(`${pathname}${search}`);
      }
    });
    await page.goto(`${scene.url}/console/merchants?q=stall`);
    await page.getByRole('link', { name: 'Stall 001' }).waitFor();
    deepEqual(asked, ['/operator/v1/merchants?q=stall']);
    await page.getByRole('link', { name: 'Next page' }).click();
    await page.getByRole('link', { name: 'Stall 051' }).waitFor();
    equal(await page.getByRole('row').count(), 51);
    deepEqual(complaints, []);
  });
});
