// A service that does not answer, in a real browser: every screen says so within two seconds of the
// page's own clock and since when what it shows is from, nothing is sent, and when the service
// answers again the bar is gone and everything has been read again.
import { deepEqual, equal } from 'node:assert/strict';
import { after, before, beforeEach, describe, it } from 'node:test';
import type { Page, Route } from 'playwright-core';
import { acceptedBody } from '../../../bench/harness/http-client.ts';
import { axeFindings } from '../../support/browser/page-visit.ts';
import { type ConsoleScene, openConsoleScene, type Person } from '../console-scene.ts';
import type { Desk } from '../desk.ts';
import { openRelay, type Relay } from '../steps/relay.ts';
import { until } from '../steps/trade-steps.ts';

const OWNER: Person = { name: 'Olga Own', email: 'olga@example.com', role: 'owner' };
const TOLD_WITHIN_MS = 2_000;

let scene: ConsoleScene;
let relay: Relay;
before(async () => {
  scene = await openConsoleScene();
  relay = await openRelay(scene.url);
});
after(async () => {
  await relay.stop();
  await scene.stop();
});

beforeEach(() => relay.pass());

const bar = (page: Page) => page.locator('.silent-bar');
const OWN_CALLS = /\/(?:operator\/v1|healthz)/;

let shops = 0;
async function makeShop(): Promise<string> {
  shops += 1;
  const name = `Shop number ${shops}`;
  const body = { name, balance_currency: 'INR' };
  acceptedBody(await scene.operator.post('/merchants', body));
  return name;
}

/** Its clock stands still until the test moves it. */
async function openMerchants(): Promise<Desk> {
  const desk = await scene.signIn(OWNER);
  const { page } = desk;
  await page.clock.install({ time: new Date('2026-11-28T09:00:00Z') });
  const name = await makeShop();
  await page.goto(`${relay.url}/console/merchants`);
  await page.getByRole('link', { name }).waitFor();
  await page.clock.pauseAt(new Date('2026-11-28T12:00:00Z'));
  return desk;
}

/** What fills the list once it is read again. */
async function untilBack(page: Page, name: string): Promise<void> {
  await until('the service is asked again', async () => {
    await page.clock.runFor(TOLD_WITHIN_MS);
    return (await bar(page).count()) === 0;
  });
  await page.getByRole('link', { name }).waitFor();
}

type Failure = { readonly of: string; begin(page: Page): Promise<void>; says: string };

const FAILURES: readonly Failure[] = [
  {
    of: 'a browser without a network',
    begin: async (page) => page.context().setOffline(true),
    says: 'You are offline',
  },
  {
    of: 'a browser without a network, while an answer from before is on its way',
    begin: async (page) => {
      const { promise: sent, resolve: send } = Promise.withResolvers<void>();
      const isAsked = page.waitForRequest('**/healthz');
      const hold = (route: Route) => sent.then(() => route.fulfill({ status: 200 }));
      await page.route('**/healthz', hold, { times: 1 });
      await page.evaluate("window.dispatchEvent(new Event('online'))");
      await isAsked;
      await page.context().setOffline(true);
      send();
    },
    says: 'You are offline',
  },
  {
    of: 'a service that was killed',
    begin: async () => relay.kill(),
    says: 'The service does not answer',
  },
  {
    of: 'a service that hangs',
    begin: async (page) => {
      relay.hang();
      // A page that nobody uses asks nothing: it learns of it when it is looked at again.
      await page.evaluate("window.dispatchEvent(new Event('visibilitychange'))");
    },
    says: 'The service does not answer',
  },
];

describe('a service that does not answer', () => {
  for (const { of, begin, says } of FAILURES) {
    it(`is told within two seconds, and goes by itself: ${of}`, async () => {
      const { page, complaints, close } = await openMerchants();
      equal(await bar(page).count(), 0);
      await begin(page);
      await page.clock.runFor(TOLD_WITHIN_MS - 1);
      await bar(page).getByText(says, { exact: true }).waitFor();

      const asked: string[] = [];
      page.on('request', (request) => {
        if (OWN_CALLS.test(request.url())) asked.push(new URL(request.url()).pathname);
      });
      await page.clock.runFor(120_000);
      equal(await bar(page).count(), 1);
      deepEqual([...new Set(asked)], ['/healthz']);
      equal(asked.length <= 12, true, `${asked.length} questions in two minutes`);

      const name = await makeShop();
      await page.context().setOffline(false);
      await relay.pass();
      await untilBack(page, name);
      deepEqual(complaints, []);
      await close();
    });
  }

  it('is sent nothing; what was typed stays, and is sent once it answers', async () => {
    const { page, complaints, close } = await scene.signIn(OWNER);
    await page.goto(`${relay.url}/console/merchants`);
    await page.getByRole('button', { name: 'New merchant', exact: true }).click();
    const dialog = page.getByRole('dialog');
    await dialog.getByLabel('Name').fill('Tea House');
    await dialog.getByLabel('Currency of the balance').fill('INR');
    await dialog.getByLabel('Reason').fill('Contract');
    await relay.kill();
    await bar(page).getByText('The service does not answer', { exact: true }).waitFor();
    await bar(page)
      .getByText(/^What you see is from \d/)
      .waitFor();
    deepEqual(await axeFindings(page), []);

    const posts: string[] = [];
    page.on('request', (request) => {
      if (request.method() === 'POST') posts.push(request.url());
    });
    await dialog.getByRole('button', { name: 'New merchant', exact: true }).click();
    await dialog.getByText('New merchant: not sent', { exact: true }).waitFor();
    deepEqual(posts, []);

    await relay.pass();
    await bar(page).getByRole('button', { name: 'Try now' }).click();
    await bar(page).waitFor({ state: 'detached' });
    await dialog.getByRole('button', { name: 'New merchant', exact: true }).click();
    await dialog.waitFor({ state: 'hidden' });
    equal(posts.length, 1);
    await page.getByRole('heading', { level: 1, name: 'Tea House' }).waitFor();
    deepEqual(complaints, []);
    await close();
  });

  it('is waited for by a screen whose code was not loaded yet', async () => {
    const { page, close } = await scene.signIn(OWNER);
    await page.goto(`${relay.url}/console/merchants`);
    await page.getByRole('heading', { level: 1, name: 'Merchants' }).waitFor();
    await relay.kill();
    await bar(page).waitFor();
    const places = page.getByRole('navigation', { name: 'Places' });
    await places.getByRole('link', { name: 'Audit', exact: false }).click();
    // The page stays; a browser that began it anew now would have nothing to show.
    await page.waitForURL('**/console/audit');
    await places.waitFor();
    await bar(page).waitFor();
    await relay.pass();
    await page.getByRole('heading', { level: 1, name: 'Audit' }).waitFor();
    await bar(page).waitFor({ state: 'detached' });
    await close();
  });
});
