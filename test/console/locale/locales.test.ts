// People whose browsers write numbers and dates as Germany or India does, in India's zone: what
// they see and what they type, in a real browser.
import { deepEqual, equal } from 'node:assert/strict';
import { after, before, describe, it } from 'node:test';
import type { Page } from 'playwright-core';
import { acceptedBody } from '../../../bench/harness/http-client.ts';
import type { Merchant, Trade } from '../../../console/api/schema.gen.ts';
import { shownAmount } from '../../../console/parts/amount/amount.ts';
import { momentText } from '../../../console/parts/moment-text.ts';
import { type BankScene, openBank } from '../bank-scene.ts';
import { type ConsoleScene, openConsoleScene, type Person } from '../console-scene.ts';
import { confirmAct } from '../steps/dialog-steps.ts';

const OWNER: Person = { name: 'Owen Nair', email: 'owen@example.com', role: 'owner' };
const ZONE = 'Asia/Kolkata';

type Locale = {
  readonly language: string;
  /** As it is written there, and what it is in minor units. */
  readonly shown: string;
  readonly typed: string;
  readonly cents: number;
  /** Of another country, and what is said of it. */
  readonly foreign: string;
};

const LOCALES: readonly Locale[] = [
  {
    language: 'de-DE',
    shown: '1234567,80',
    typed: '2.345.678,9',
    cents: 234_567_890,
    foreign: '2,345,678.90',
  },
  {
    language: 'hi-IN',
    shown: '1234567.80',
    typed: '23,45,678.9',
    cents: 234_567_890,
    foreign: '2.345.678,90',
  },
];

const WAS_CENTS = 123_456_780;

let scene: ConsoleScene;
let bank: BankScene;
let trade: Trade;
before(async () => {
  scene = await openConsoleScene();
  bank = await openBank(scene, 'INR');
  const { id } = await bank.pay('local-1', WAS_CENTS);
  const path = `/trades/${bank.merchant_id}/${id}`;
  trade = acceptedBody(await scene.operator.get<{ trade: Trade }>(path)).trade;
});
after(() => scene.stop());

const settingsPath = () => `/merchants/${bank.merchant_id}`;
const tolerance = (page: Page) => page.getByLabel('Largest difference');
const plain = (text: string | null): string => (text ?? '').replaceAll(/\s/g, ' ').trim();

async function setTolerance(tolerance_cents: number): Promise<void> {
  const headers = { 'content-type': 'application/json' };
  const body = JSON.stringify({ settings: { amount_policy: 'tolerance', tolerance_cents } });
  acceptedBody(await scene.operator.send(settingsPath(), { method: 'PATCH', headers, body }));
}

for (const { language, shown, typed, cents, foreign } of LOCALES) {
  describe(`in ${language}`, () => {
    const open = () => scene.signIn(OWNER, { locale: language, timezoneId: ZONE });

    it('an amount and a moment are written as there, in the zone of the browser', async () => {
      const { page, complaints, close } = await open();
      await page.goto(`${scene.url}/console/trades?merchant_id=${bank.merchant_id}`);
      const amount = page.locator('data.amount[value="1234567.80"]').first();
      await amount.waitFor();
      const wanted = shownAmount(WAS_CENTS, 'INR', language);
      equal(plain(await amount.textContent()), plain(wanted));
      const time = page.locator(`time[datetime="${trade.created_at}"]`).first();
      const { full } = momentText(trade.created_at, { now: Date.now(), language, zone: ZONE });
      equal(plain(await time.getAttribute('title')), plain(full));
      await page.getByText('Asia/Kolkata').first().waitFor();
      deepEqual(complaints, []);
      await close();
    });

    it('an amount is typed as there, and refused if it is written as elsewhere', async () => {
      await setTolerance(WAS_CENTS);
      const { page, complaints, close } = await open();
      await page.goto(`${scene.url}/console/merchants/${bank.merchant_id}/limits`);
      await tolerance(page).waitFor();
      equal(await tolerance(page).inputValue(), shown);
      await tolerance(page).fill(foreign);
      await page.getByText('No amount of this currency', { exact: true }).first().waitFor();
      await page.getByRole('button', { name: 'Save changes', disabled: true }).waitFor();
      await tolerance(page).fill(typed);
      await page.getByRole('button', { name: 'Save changes', disabled: false }).click();
      await confirmAct(page, 'Save changes', 'Contract');
      await page.getByRole('dialog').waitFor({ state: 'hidden' });
      const { settings } = acceptedBody(await scene.operator.get<Merchant>(settingsPath()));
      equal(settings.tolerance_cents, cents);
      deepEqual(complaints, []);
      await close();
    });
  });
}
