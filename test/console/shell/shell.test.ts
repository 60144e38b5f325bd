// The frame of the console in a real browser: places in groups with what waits at each, kept fresh
// by the stream, and a mark of the mode that nobody misses.
import { deepEqual, equal, match, notEqual, ok } from 'node:assert/strict';
import { after, before, describe, it } from 'node:test';
import type { Page } from 'playwright-core';
import { acceptedBody } from '../../../bench/harness/http-client.ts';
import type { AttentionItem } from '../../../console/api/schema.gen.ts';
import { PLACES, shownWaiting, waitingAt } from '../../../console/shell/places.ts';
import { axeFindings } from '../../support/browser/page-visit.ts';
import { openBank } from '../bank-scene.ts';
import { type ConsoleScene, openConsoleScene, type Person } from '../console-scene.ts';
import { until } from '../steps/trade-steps.ts';

const OWNER: Person = { name: 'Owen Nair', email: 'owen@example.com', role: 'owner' };

let scene: ConsoleScene;
before(async () => {
  scene = await openConsoleScene();
});
after(() => scene.stop());

const navigation = (page: Page) => page.getByRole('navigation', { name: 'Places' });
const placeOf = (page: Page, name: string) =>
  navigation(page).getByRole('link', { name, exact: true });

/** What waits at the bank by the service's own words. */
async function waitsAtBank(): Promise<string | undefined> {
  const list = await scene.operator.get<{ data: AttentionItem[] }>('/attention');
  const waiting = waitingAt(acceptedBody(list).data).get('bank');
  return waiting === undefined ? undefined : shownWaiting(waiting);
}

const isShown = async (page: Page, count: string | undefined): Promise<boolean> => {
  const found = await placeOf(page, 'Bank').locator('[data-count]').allTextContents();
  return found[0] === count;
};

describe('the navigation', () => {
  it('has groups with names, and at each place what waits there, as it changes', async () => {
    const { page, complaints, close } = await scene.signInAtHome(OWNER);
    const money = navigation(page).getByRole('list', { name: 'Money', exact: true });
    await money.waitFor();
    const places = await money
      .getByRole('link')
      .evaluateAll((links) => links.map((link) => link.getAttribute('href')));
    const wanted = PLACES.filter(({ group }) => group === 'money');
    deepEqual(
      places,
      wanted.map(({ to }) => `/console${to}`),
    );
    await until('the count is shown', async () => isShown(page, await waitsAtBank()));
    const before = await waitsAtBank();
    const bank = await openBank(scene, 'INR');
    await bank.give({
      amount_cents: 77_100,
      booked_at: new Date().toISOString(),
      text: 'Nobody knows',
    });
    await until('the stream has told of it', async () => {
      const now = await waitsAtBank();
      return now !== before && (await isShown(page, now));
    });
    deepEqual(await axeFindings(page), []);
    deepEqual(complaints, []);
    await close();
  });

  it('tells a screen reader the count beside the name', async () => {
    const { page, close } = await scene.signInAtHome(OWNER);
    const link = placeOf(page, 'Pay-outs');
    await link.locator('[data-count]').waitFor();
    const id = await link.getAttribute('aria-describedby');
    ok(id !== null);
    match((await page.locator(`[id="${id}"]`).textContent()) ?? '', /^\d+ to do$/);
    await close();
  });
});

describe('the mode', () => {
  const icon = (page: Page) => page.locator('link[rel=icon]').getAttribute('href');

  it('of a sandbox is in the header, the title and the icon, at every width', async () => {
    const { page, close } = await scene.signInAtHome(OWNER);
    const header = page.getByRole('banner');
    await header.getByText('SANDBOX', { exact: true }).waitFor();
    const house = new URL(scene.url).host;
    equal(await page.title(), `SANDBOX · Home · Payment Orders · ${house}`);
    await placeOf(page, 'Trades').click();
    await page.getByRole('heading', { level: 1, name: 'Trades' }).waitFor();
    equal(await page.title(), `SANDBOX · Trades · Payment Orders · ${house}`);
    await navigation(page).getByText(house, { exact: true }).waitFor();
    await page.setViewportSize({ width: 320, height: 640 });
    await header.getByText('SANDBOX', { exact: true }).waitFor();
    await close();
  });

  it('of real money is plain, and has another icon', async () => {
    const { page, close } = await scene.signInAtHome(OWNER);
    await page.getByText('SANDBOX', { exact: true }).waitFor();
    const of_sandbox = await icon(page);
    await page.route('**/operator/v1/session', async (route) => {
      const answer = await route.fetch();
      await route.fulfill({ response: answer, json: { ...(await answer.json()), mode: 'live' } });
    });
    await page.reload();
    const header = page.getByRole('banner');
    await header.getByText('LIVE', { exact: true }).waitFor();
    equal(await page.getByText('SANDBOX', { exact: true }).count(), 0);
    equal((await page.title()).startsWith('Home · Payment Orders'), true);
    notEqual(await icon(page), of_sandbox);
    deepEqual(await axeFindings(page), []);
    await close();
  });
});
