// The page of a trade in the console, in a real browser: all that happened, and what may be done.
import { deepEqual, equal, match, ok } from 'node:assert/strict';
import { after, before, describe, it } from 'node:test';
import type { Page } from 'playwright-core';
import { acceptedBody, merchantClient } from '../../../bench/harness/http-client.ts';
import { axeFindings, IS_WIDER_THAN_WINDOW } from '../../support/browser/page-visit.ts';
import { openBank } from '../bank-scene.ts';
import { type ConsoleScene, openConsoleScene, type Person } from '../console-scene.ts';
import { untilShown } from '../steps/screen-steps.ts';

const OWNER: Person = { name: 'Owen Nair', email: 'owen@example.com', role: 'owner' };
const VIEWER: Person = { name: 'Vera Look', email: 'vera@example.com', role: 'viewer' };

type Callbacks = { timeline: { callbacks: { history: object[] }[] } };
type Found = { trade: { state: string } };

type Trades = { data: { id: string; merchant_id: string; order_id: string }[] };

let scene: ConsoleScene;
before(async () => {
  scene = await openConsoleScene();
});
after(() => scene.stop());

const listed = async (query: string) =>
  acceptedBody(await scene.operator.get<Trades>(`/trades?${query}`)).data;

const titlesOn = (page: Page) => page.locator('.mantine-Timeline-itemTitle').allTextContents();

describe('a trade’s page', () => {
  it('shows people, bookings, bank lines and callbacks as one timeline, and why acts are closed', async () => {
    const [done] = await listed('state=completed&direction=payin&limit=1');
    ok(done !== undefined);
    const { page, complaints, close } = await scene.signIn(OWNER);
    await page.goto(`${scene.url}/console/trades/${done.merchant_id}/${done.id}`);
    await page.getByRole('heading', { name: 'What happened' }).waitFor();
    await page
      .getByText(/^Booked:/)
      .first()
      .waitFor();
    const titles = await titlesOn(page);
    match(titles[0] ?? '', /^(Callback|Booked):/);
    equal(titles.at(-1), 'Created → Waiting for money', 'the oldest stands last');
    await page.getByRole('button', { name: 'Why other acts are not possible' }).click();
    await page.getByText(/A pay-in in state completed cannot be canceled/).waitFor();
    await page.getByRole('button', { name: 'Refund', exact: true }).waitFor();
    deepEqual(await axeFindings(page), []);
    await page.setViewportSize({ width: 320, height: 640 });
    await page.reload();
    await untilShown(page);
    equal(await page.evaluate(IS_WIDER_THAN_WINDOW), false);
    deepEqual(complaints, []);
    await close();
  });

  it('has the merchant’s metadata apart, by which the list of trades finds it', async () => {
    const { merchant_id, token } = await openBank(scene, 'INR');
    const order = await merchantClient(scene.url, token).post<{ id: string }>(
      '/orders/deposit/create',
      {
        ...{ merchant_id, order_id: 'of-cart-a17', client_id: 'asha', type: 'account' },
        ...{ amount_cents: 12_300, amount_currency: 'INR' },
        metadata: { cart: 'A-17', channel: 'till <2>' },
      },
    );
    const { id } = acceptedBody(order);
    const { page, complaints, close } = await scene.signIn(OWNER);
    await page.goto(`${scene.url}/console/trades/${merchant_id}/${id}`);
    await page.getByRole('heading', { name: 'Metadata' }).waitFor();
    await page.getByText('till <2>', { exact: true }).waitFor();
    deepEqual(await axeFindings(page), []);
    await page.goto(`${scene.url}/console/trades`);
    await page.getByRole('button', { name: 'More filters' }).click();
    await page.getByPlaceholder('cart=A-17').fill('channel=till <2>');
    await page.keyboard.press('Enter');
    await page.getByText('Metadata: channel=till <2>').waitFor();
    await page.getByRole('link', { name: 'of-cart-a17', exact: true }).waitFor();
    equal(await page.locator('tbody tr').count(), 1);
    deepEqual(complaints, []);
    await close();
  });

  it('does not tell a state twice that the act says already', async () => {
    const [done] = await listed('state=completed&direction=payout&limit=1');
    ok(done !== undefined);
    const { page, close } = await scene.signIn(OWNER);
    await page.goto(`${scene.url}/console/trades/${done.merchant_id}/${done.id}`);
    await page.getByRole('heading', { name: 'What happened' }).waitFor();
    equal((await titlesOn(page)).at(-1), 'Created');
    await close();
  });

  it('says to a viewer that the role lacks the right', async () => {
    const [waiting] = await listed('state=verifying&direction=payin&limit=1');
    ok(waiting !== undefined);
    const { page, close } = await scene.signIn(VIEWER);
    await page.goto(`${scene.url}/console/trades/${waiting.merchant_id}/${waiting.id}`);
    const confirm = page.getByRole('button', { name: 'Confirm' });
    await confirm.waitFor();
    equal(await confirm.isDisabled(), true);
    match(String(await confirm.getAttribute('title')), /trades\.decide/);
    await close();
  });

  it('folds the attempts of a callback to one line, which can be opened', async () => {
    const [done] = await listed('state=completed&direction=payin&limit=1');
    ok(done !== undefined);
    const path = `/trades/${done.merchant_id}/${done.id}`;
    const detail = acceptedBody(await scene.operator.get<Callbacks>(path));
    const attempts = [1, 2, 3, 4].map((attempt) => ({
      attempt,
      at: new Date(Date.now() - (5 - attempt) * 60_000).toISOString(),
      status: 500 + attempt,
      error: null,
      duration_ms: 12,
      reply_head: '',
      folded_from: null,
    }));
    const [callback] = detail.timeline.callbacks;
    const callbacks = [{ ...callback, history: attempts }];
    const answer = { ...detail, timeline: { ...detail.timeline, callbacks } };
    const { page, complaints, close } = await scene.signIn(OWNER);
    // The stream would tell of the demo's own work.
    await page.route('**/operator/v1/live*', (route) => route.abort());
    await page.route(`**/operator/v1${path}`, (route) => route.fulfill({ json: answer }));
    await page.goto(`${scene.url}/console${path}`);
    await page.getByText('504', { exact: true }).waitFor();
    equal(await page.getByText(/^Callback:/).count(), 1);
    equal(await page.getByText('501', { exact: true }).count(), 0);
    await page.getByRole('button', { name: '3 earlier attempts' }).click();
    for (const status of ['501', '502', '503']) {
      await page.getByText(status, { exact: true }).waitFor();
    }
    deepEqual(await axeFindings(page), []);
    deepEqual(complaints, []);
    await close();
  });

  it('offers a line in suspense that may be its money first, and assigns it', async () => {
    const bank = await openBank(scene, 'CZK');
    const order = await bank.pay('short-by-ten', 150_000);
    await bank.claim(order, '912345678901');
    await bank.give({ amount_cents: 149_000, text: 'FROM ASHA RAO' });
    const path = `/trades/${bank.merchant_id}/${order.id}`;
    const { page, complaints, close } = await scene.signIn(OWNER);
    await page.goto(`${scene.url}/console${path}`);
    const possible = page.getByRole('region', { name: 'May be its money' });
    await possible.getByText('FROM ASHA RAO').waitFor();
    const primary = page.getByRole('main').locator('button[data-variant=filled]');
    equal(await primary.count(), 1);
    match(await primary.innerText(), /^Assign/);
    deepEqual(await axeFindings(page), []);
    await possible.getByRole('button', { name: 'Assign' }).click();
    const dialog = page.getByRole('dialog');
    await dialog.getByText(/CZK\s1,490\.00/).waitFor();
    await dialog.getByRole('textbox', { name: 'Reason' }).fill('She paid ten less');
    await dialog.getByRole('button', { name: 'Assign' }).click();
    await page.getByText('Bank line matched', { exact: false }).waitFor();
    await possible.waitFor({ state: 'detached' });
    const { trade } = acceptedBody(await scene.operator.get<Found>(path));
    equal(trade.state, 'verifying');
    deepEqual(complaints, []);
    await close();
  });
});
