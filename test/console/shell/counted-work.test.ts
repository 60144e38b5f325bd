// Work that is done many times a day, in a real browser with counted clicks and keys: none needs
// more than its limit, and what each needs stands in the console's design.
import { equal, ok } from 'node:assert/strict';
import { after, before, describe, it } from 'node:test';
import type { Page } from 'playwright-core';
import { acceptedBody, merchantClient } from '../../../bench/harness/http-client.ts';
import { openBank } from '../bank-scene.ts';
import { type ConsoleScene, openConsoleScene, type Person } from '../console-scene.ts';
import type { Hands } from '../steps/counted.ts';
import { countedWork } from '../steps/counted-work.ts';
import { contestPayin, paidTrade } from '../steps/dispute-steps.ts';

const OWEN: Person = { name: 'Owen Nair', email: 'owen@example.com', role: 'owner' };
const PAYOUTS = 23;

const { count, holdDesign } = countedWork('test/console/shell/counted-work.test.ts', {
  payouts: {
    what: '23 pay-outs of one currency, from their queue to a saved file',
    unit: 'clicks',
    limit: 6,
  },
  payouts_of_several: {
    what: 'the same, from one of several accounts, which paid the last batch',
    unit: 'clicks',
    limit: 6,
  },
  payouts_of_first: {
    what: 'the same, if one of several accounts pays for the first time',
    unit: 'clicks',
    limit: 6,
  },
  dispute: { what: 'an open dispute, from Home to decided', unit: 'clicks', limit: 6 },
  dispute_of_trade: {
    what: 'a dispute, from the page of its trade, opened and decided',
    unit: 'clicks',
    limit: 6,
  },
  utr: { what: 'a mistyped UTR, in Verify', unit: 'keys', limit: 5 },
  utr_searched: {
    what: 'the same, from the order typed into the search',
    unit: 'keys',
    limit: 5,
  },
});

let scene: ConsoleScene;
before(async () => {
  scene = await openConsoleScene();
});
after(() => scene.stop());

const place = (page: Page, name: string) =>
  page
    .getByRole('navigation')
    .first()
    .getByRole('link', { name: new RegExp(`^${name}`) });
const search = (page: Page) => page.getByRole('combobox', { name: 'Go, find, act' });

async function fillQueue(currency: string): Promise<void> {
  const { merchant_id, token } = await openBank(scene, currency);
  const funds = { amount_cents: 10_000_000, reason: 'Opening balance' };
  acceptedBody(await scene.operator.post(`/merchants/${merchant_id}/adjustments`, funds));
  const merchant = merchantClient(scene.url, token);
  for (let at = 0; at < PAYOUTS; at += 1) {
    acceptedBody(
      await merchant.post('/orders/withdrawal/create', {
        merchant_id,
        order_id: `counted-${at}`,
        amount_cents: 10_000 + at,
        amount_currency: currency,
        type: 'account',
        number: '50100087654321',
        name: 'Asha Rao',
        client_id: `client-${at}`,
      }),
    );
  }
}

/** Makes a batch of all that waits, exports it and saves its file. `account`: if none is chosen. */
async function payByFile(page: Page, { click }: Hands, account?: string): Promise<void> {
  const dialog = page.getByRole('dialog');
  await click(page.getByRole('checkbox', { name: 'Select all on this page' }));
  await click(page.getByRole('button', { name: 'Make a batch', exact: true }));
  if (account !== undefined) {
    const accounts = dialog.getByRole('radiogroup', { name: 'Pay from' });
    equal(await accounts.getByRole('radio', { checked: true }).count(), 0);
    await click(accounts.locator(`input[value="${account}"]`));
  }
  await click(dialog.getByRole('button', { name: `Make a batch (${PAYOUTS})` }));
  await page.waitForURL(/\/payouts\/batches\/./);
  await click(page.getByRole('button', { name: 'Export', exact: true }));
  const [file] = await Promise.all([
    page.waitForEvent('download'),
    click(dialog.getByRole('button', { name: 'Export' })),
  ]);
  ok(await file.path());
  await page.getByText('Every look at it is in the audit trail').waitFor();
}

/** A batch in this currency that the second of its accounts pays; what it took is put back. */
async function batchOfAnother(currency: string): Promise<string> {
  const { operator } = scene;
  const { account } = await openBank(scene, currency);
  const terms = { receiving_account_id: account, rail: 'files', count: 1 };
  const made = await operator.post<{ batch: { id: string } }>('/payout_batches', terms);
  const { batch } = acceptedBody(made);
  acceptedBody(await operator.post(`/payout_batches/${batch.id}/release`, { note: 'By mistake' }));
  return account;
}

describe('counted work', () => {
  it('pays 23 pay-outs by one file', async () => {
    await fillQueue('KES');
    const { page, close } = await scene.signIn(OWEN);
    await page.goto(`${scene.url}/console/payouts?currency=KES`);
    await page
      .getByRole('checkbox', { name: /^Select counted-/ })
      .first()
      .waitFor();
    await count('payouts', page, (hands) => payByFile(page, hands));
    await close();
  });

  it('pays them from the account of the last batch, if several can', async () => {
    await fillQueue('NPR');
    const account = await batchOfAnother('NPR');
    const { page, close } = await scene.signIn(OWEN);
    await page.goto(`${scene.url}/console/payouts?currency=NPR`);
    await page
      .getByRole('checkbox', { name: /^Select counted-/ })
      .first()
      .waitFor();
    await count('payouts_of_several', page, (hands) => payByFile(page, hands));
    const id = new URL(page.url()).pathname.split('/').at(-1);
    const batch = await scene.operator.get<{ receiving_account_id: string }>(
      `/payout_batches/${id}`,
    );
    equal(acceptedBody(batch).receiving_account_id, account);
    await close();
  });

  it('pays them from the account that somebody chooses, if none has paid yet', async () => {
    await fillQueue('LKR');
    const { account } = await openBank(scene, 'LKR');
    const { page, close } = await scene.signIn(OWEN);
    await page.goto(`${scene.url}/console/payouts?currency=LKR`);
    await page
      .getByRole('checkbox', { name: /^Select counted-/ })
      .first()
      .waitFor();
    await count('payouts_of_first', page, (hands) => payByFile(page, hands, account));
    await close();
  });

  const decide = async (page: Page, { click, write }: Hands, utr: string) => {
    await click(page.getByRole('button', { name: 'Decide' }));
    const dialog = page.getByRole('dialog');
    await click(dialog.getByRole('radio', { name: 'The claim was wrong' }));
    await dialog.getByLabel(/UTR of the bank line/).focus();
    await write(utr);
    await dialog.getByLabel('Why').focus();
    await write('Seen in the statement');
    await click(dialog.getByRole('button', { name: 'Decide' }));
    await page.getByText('A UTR of a bank line').waitFor();
  };

  it('decides an open dispute', async () => {
    const { path, utr } = await contestPayin(scene.operator);
    const { page, close } = await scene.signInAtHome(OWEN);
    await count('dispute', page, async (hands) => {
      await hands.click(place(page, 'Disputes'));
      await hands.click(page.locator(`a[href$="${path}"]`));
      await decide(page, hands, utr);
    });
    await close();
  });

  it('opens a dispute on the page of its trade, and decides it', async () => {
    const { merchant_id, id, utr } = await paidTrade(scene.operator);
    const { page, close } = await scene.signIn(OWEN);
    await page.goto(`${scene.url}/console/trades/${merchant_id}/${id}`);
    await count('dispute_of_trade', page, async (hands) => {
      const open = { name: 'Open a dispute' };
      await hands.click(page.getByRole('button', open));
      const dialog = page.getByRole('dialog');
      await hands.click(dialog.getByRole('radio', { name: 'Fraud' }));
      await dialog.getByRole('textbox', { name: 'Reason' }).focus();
      await hands.write('Police report');
      await hands.click(dialog.getByRole('button', open));
      await page.getByRole('heading', { level: 1, name: /^Fraud/ }).waitFor();
      await decide(page, hands, utr);
    });
    await close();
  });

  it('decides a mistyped UTR by keys, in Verify and from the search', async () => {
    const bank = await openBank(scene, 'ISK');
    // Two orders of one amount: only the UTR could tell which of them a line pays.
    const named = (name: string, amount_cents: number) =>
      Promise.all([bank.pay(name, amount_cents), bank.pay(`${name}-twin`, amount_cents)]);
    const [[first], [second]] = [
      await named('typo-verify', 150_000),
      await named('typo-search', 170_000),
    ];
    await bank.claim(first, '912345678911');
    await bank.claim(second, '912345678912');
    await bank.give(
      { amount_cents: 150_000, utr: '912345678921', text: 'FROM ASHA' },
      { amount_cents: 170_000, utr: '912345678922', text: 'FROM BEN' },
    );
    const stateOf = async ({ id }: { id: string }) => {
      const path = `/trades/${bank.merchant_id}/${id}`;
      return acceptedBody(await scene.operator.get<{ trade: { state: string } }>(path)).trade.state;
    };
    equal(await stateOf(first), 'verifying');
    equal(await stateOf(second), 'verifying');
    const { page, close } = await scene.signInAtHome(OWEN);
    const assign = async (press: Hands['press']) => {
      await page.locator('button[aria-keyshortcuts="a"]:enabled').first().waitFor();
      await press('a');
      const dialog = page.getByRole('dialog', { name: 'Assign' });
      await dialog.locator(':focus').waitFor({ state: 'attached' });
      await press('1');
      await dialog.locator('input:checked').waitFor({ state: 'attached' });
      await press('Enter');
      await dialog.waitFor({ state: 'hidden' });
    };
    await search(page).focus();
    await page.keyboard.type('typo-search');
    await page.getByRole('option', { name: /^typo-search[^-]/ }).waitFor();
    await count('utr_searched', page, async ({ press }) => {
      const active = page.locator('[role=option][aria-selected=true]');
      await press('ArrowDown');
      await active.filter({ hasText: /^typo-search[^-]/ }).waitFor();
      await press('Enter');
      await page.getByRole('heading', { level: 1, name: 'typo-search' }).waitFor();
      await assign(press);
    });
    equal(await stateOf(second), 'completed');
    await page.goto(`${scene.url}/console/verify?merchant_id=${bank.merchant_id}`);
    await page.getByText('Pay-in 1 of 1', { exact: true }).waitFor();
    await count('utr', page, ({ press }) => assign(press));
    equal(await stateOf(first), 'completed');
    await close();
  });

  it('is what the design of the console says', holdDesign);
});
