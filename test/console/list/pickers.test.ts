// Whoever chooses a merchant, a receiving account, a person or a ledger account finds each, however
// many there are: the service searches while people type.
import { deepEqual, equal, ok } from 'node:assert/strict';
import { after, before, describe, it } from 'node:test';
import type { Locator, Page } from 'playwright-core';
import { createReceivingAccount } from '../../../server/app/account/receiving-accounts.ts';
import { createMerchant } from '../../../server/app/merchant/merchants.ts';
import { invited } from '../../app/access/people-scene.ts';
import { axeFindings } from '../../support/browser/page-visit.ts';
import { readCheckout } from '../../support/checkout/checkout.ts';
import { accepted, OPERATOR, raw } from '../../support/test-app.ts';
import type { Desk } from '../desk.ts';
import { type LiveScene, openLiveScene, typePassword } from '../live-scene.ts';
import { untilShown } from '../steps/screen-steps.ts';

/** More than the longest page of any list has. */
const MANY = 205;
/** A loop in which the next page is asked for. */
const READS_ON = /\b(?:while|for)\b[^;]*cursor/;
const LAST = 'Zebra Bank';
const HOUSE_BOOK = '00000000-0000-0000-0000-000000000000';

let scene: LiveScene;
let desk: Desk;

async function makeAccount(number: string, name: string): Promise<string> {
  const terms = { type: 'account', currency: 'INR', number: `50100000000${number}` };
  const account = { ...terms, name, bank_name: `Bank of ${number}` };
  const made = await createReceivingAccount(scene.service.app, OPERATOR, raw(account));
  return accepted(made).id;
}

async function makeOne(number: string): Promise<void> {
  const { app } = scene.service;
  const merchant = { name: `Stall ${number}`, balance_currency: 'INR' };
  accepted(await createMerchant(app, OPERATOR, raw(merchant)));
  const id = await makeAccount(number, `Till ${number}`);
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
  await makeAccount('999', LAST);
  desk = await scene.open();
  await desk.page.goto(`${scene.url}/console`);
  await typePassword(desk.page, ada.email);
  await desk.page.getByRole('navigation').first().waitFor();
});
after(() => scene.stop());

/** What is read for the choice is there: nobody has to come back to the field. */
async function holdsFocus(picker: Locator): Promise<void> {
  await picker.and(picker.page().locator(':focus')).waitFor();
}

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
        await holdsFocus(picker);
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

type Form = { path: string; label: string; opens?: string };

/** Each form in which a receiving account is chosen. */
const FORMS: readonly Form[] = [
  { path: '/bank/days', label: 'Receiving account' },
  { path: '/bank/review', label: 'Receiving account' },
  { path: '/bank/rules', label: 'Receiving account', opens: 'New rule' },
  { path: '/bank/import', label: 'Receiving account' },
  { path: '/ledger/months', label: 'Receiving account' },
  { path: '/settings?tab=feeds', label: 'Receiving accounts', opens: 'Issue a token' },
];

describe('a form in which a receiving account is chosen', () => {
  for (const { path, label, opens } of FORMS) {
    it(`${path}: finds the last of ${MANY + 1}, and reads no page after the first`, async () => {
      const { page, complaints } = desk;
      const asked: string[] = [];
      page.on('request', (request) => {
        const { pathname, search } = new URL(request.url());
        if (pathname === '/operator/v1/receiving_accounts') asked.push(search);
      });
      await page.goto(`${scene.url}/console${path}`);
      if (path === '/bank/import') {
        const buffer = Buffer.from('Date,Amount,Text\n2026-03-05,10.00,Rent\n');
        const file = { name: 'a.csv', mimeType: 'text/csv', buffer };
        await page.locator('input[type=file]').setInputFiles(file);
      }
      if (opens !== undefined) await page.getByRole('button', { name: opens }).first().click();
      const picker = page.getByRole('combobox', { name: label, exact: true });
      await picker.click();
      await picker.fill('zebra');
      await page.getByRole('option', { name: LAST }).waitFor();
      await page.getByRole('option', { name: 'Till 001' }).waitFor({ state: 'detached' });
      await page.keyboard.press('ArrowDown');
      await page.keyboard.press('Enter');
      await page
        .locator(`input[value^="${LAST}"], .mantine-Pill-root:has-text("${LAST}")`)
        .first()
        .waitFor();
      ok(asked.length > 0);
      await untilShown(page);
      await holdsFocus(picker);
      if (opens !== undefined) await page.keyboard.press('Tab');
      deepEqual(
        asked.filter((search) => search.includes('cursor')),
        [],
      );
      deepEqual(await axeFindings(page), []);
      deepEqual(complaints.splice(0), []);
      page.removeAllListeners('request');
    });
  }

  it('none of the console reads a list to its end', () => {
    const reading = [...readCheckout(['.ts', '.tsx'])].filter(
      ([path, text]) => path.startsWith('console/') && READS_ON.test(text),
    );
    deepEqual(
      reading.map(([path]) => path),
      [],
    );
    ok(READS_ON.test('do { cursor = page.next_cursor ?? undefined; } while (cursor)'));
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
