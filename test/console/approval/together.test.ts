// Two people at the same thing see each other; a result is not lost by a key; a search leads to the
// very thing.
import { deepEqual } from 'node:assert/strict';
import { after, before, describe, it } from 'node:test';
import { acceptedBody } from '../../../bench/harness/http-client.ts';
import { askForTwo, asPerson, firstMerchant, waitingApproval } from '../approval-steps.ts';
import { type ConsoleScene, openConsoleScene, type Person } from '../console-scene.ts';
import type { Desk } from '../desk.ts';
import { SCREENS } from '../screens.ts';

const FIRST: Person = { name: 'Mira Sen', email: 'mira@example.com', role: 'owner' };
const SECOND: Person = { name: 'Chetan Roy', email: 'chetan@example.com', role: 'owner' };

let scene: ConsoleScene;
let first: Desk;
let second: Desk;
let merchant_id: string;
before(async () => {
  scene = await openConsoleScene();
  first = await scene.signInAtHome(FIRST);
  second = await scene.signIn(SECOND);
  await first.page.clock.install();
  merchant_id = await firstMerchant(scene.operator);
});
after(() => scene.stop());

describe('two people at one thing see each other', () => {
  for (const path of ['/bank/lines/$id', '/disputes/$merchant_id/$id', '/approvals/$id']) {
    it(`on ${path}`, async () => {
      const screen = SCREENS.find((one) => one.path === path);
      const address = `${scene.url}/console${await screen?.address?.(scene.operator)}`;
      await first.page.goto(address);
      await second.page.goto(address);
      await second.page.getByText(/Also looking at this: Mira Sen/).waitFor();
      // Whoever came first asks every ten seconds who came later.
      await first.page.clock.fastForward(10_000);
      await first.page.getByText(/Also looking at this: Chetan Roy/).waitFor();
      deepEqual([...first.complaints, ...second.complaints], []);
    });
  }
});

describe('an act on many', () => {
  it('is not closed by a key while its result is awaited', async () => {
    await waitingApproval(scene.operator);
    await askForTwo(scene.operator, ['adjustment']);
    await asPerson(first.page, `/merchants/${merchant_id}/adjustments`, {
      amount_cents: 4_200,
      reason: 'Top-up of 4200',
    });
    const { page } = second;
    const gate = Promise.withResolvers<void>();
    await page.route('**/operator/v1/approvals/approve', async (route) => {
      await gate.promise;
      await route.continue();
    });
    await page.goto(`${scene.url}/console/approvals`);
    await page.getByRole('row').filter({ hasText: 'Top-up of 4200' }).waitFor();
    await page.getByLabel('Select all on this page').check();
    await page.getByRole('button', { name: 'Approve', exact: true }).click();
    const asked = page.waitForRequest('**/operator/v1/approvals/approve');
    const dialog = page.getByRole('dialog');
    await dialog.getByRole('button', { name: /^Approve \(/ }).click();
    await asked;
    await dialog.getByRole('button', { name: 'Not now', disabled: true }).waitFor();
    await page.keyboard.press('Escape');
    gate.resolve();
    await dialog.getByText(/\d done/).waitFor();
    await page.keyboard.press('Escape');
    await dialog.waitFor({ state: 'detached' });
  });
});

type Found = { data: { id: string; name: string }[] };
const firstOf = async (list: string) =>
  acceptedBody(await scene.operator.get<Found>(`${list}?limit=1`)).data[0];

describe('a search', () => {
  it('leads to the page of the merchant that it found by name', async () => {
    const found = await firstOf('/merchants');
    const { page } = first;
    await page.goto(`${scene.url}/console/search?q=${encodeURIComponent(found?.name ?? '')}`);
    await page.getByRole('main').locator(`a[href="/console/merchants/${found?.id}"]`).click();
    await page.waitForURL(`**/console/merchants/${found?.id}`);
  });

  it('opens the receiving account whose id it is', async () => {
    const found = await firstOf('/receiving_accounts');
    const { page } = first;
    await page.goto(`${scene.url}/console/search?q=${found?.id}`);
    await page.waitForURL(`**/console/accounts/${found?.id}`);
  });
});
