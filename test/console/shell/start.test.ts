// What a screen reads is asked for while its code is still on its way: once, not before somebody is
// signed in, and not without the right to the screen.
import { deepEqual, ok } from 'node:assert/strict';
import { after, before, describe, it } from 'node:test';
import type { Page } from 'playwright-core';
import { type ConsoleScene, openConsoleScene, type Person } from '../console-scene.ts';
import { untilShown } from '../steps/screen-steps.ts';
import { until } from '../steps/trade-steps.ts';

const OWNER: Person = { name: 'Owen Nair', email: 'owen@example.com', role: 'owner' };
const OPERATOR: Person = { name: 'Vera Das', email: 'vera@example.com', role: 'operator' };

/** Of code, styles and answers together. */
const MOST_REQUESTS = 20;

/** Those of one screen, or of several that share code: `trades-Bx1.js`. */
const codeOf = (name: string) => new RegExp(`/console/assets/${name}-[^/]*\\.js$`);

let scene: ConsoleScene;
before(async () => {
  scene = await openConsoleScene();
});
after(() => scene.stop());

/** The reads that a page asks for, as they are sent. */
function readsOf(page: Page): string[] {
  const reads: string[] = [];
  page.on('request', (request) => {
    const { pathname, search } = new URL(request.url());
    if (request.method() === 'GET' && pathname.startsWith('/operator/v1/')) {
      reads.push(`${pathname.slice('/operator/v1/'.length)}${search}`);
    }
  });
  return reads;
}

/** Holds files back until it is called. */
async function holdBack(page: Page, files: RegExp): Promise<() => void> {
  const { promise, resolve } = Promise.withResolvers<void>();
  await page.route(files, async (route) => {
    await promise;
    await route.continue();
  });
  return resolve;
}

/** Nothing tells the page of a change: a list that changed would be read again, and rightly so. */
const withoutStream = (page: Page) => page.route('**/operator/v1/live', () => undefined);

const timesOf = (reads: readonly string[], start: string): number =>
  reads.filter((read) => read === start).length;

describe('the start of a screen', () => {
  for (const [address, code, title, started] of [
    ['/trades', 'trades', 'Trades', 'trades'],
    ['/trades?state=completed', 'trades', 'Trades', 'trades?state=completed'],
    ['/payouts?stage=taken', 'payouts', 'Pay-outs', 'payouts/work?stage=taken'],
    ['/disputes?view=closed', 'disputes', 'Disputes', 'disputes?open=false'],
    ['/verify', 'verify', 'Verify', 'verify_queue?limit=100'],
    ['/merchants', 'merchants', 'Merchants', 'merchants'],
    ['/callbacks', 'callbacks', 'Callbacks', 'deliveries'],
  ] as const) {
    it(`${address} asks for ${started} before its code is there, and not again`, async () => {
      const { page, complaints, close } = await scene.signIn(OWNER);
      const reads = readsOf(page);
      const letGo = await holdBack(page, codeOf(code));
      await withoutStream(page);
      await page.goto(`${scene.url}/console${address}`, { waitUntil: 'commit' });
      await until('the read is sent', () => Promise.resolve(timesOf(reads, started) === 1));
      deepEqual(await page.getByRole('heading', { level: 1, name: title }).count(), 0);
      letGo();
      await page.getByRole('heading', { level: 1, name: title }).waitFor();
      await page.locator('[aria-busy=true], .mantine-Skeleton-root').first().waitFor({
        state: 'detached',
      });
      deepEqual(timesOf(reads, started), 1);
      deepEqual(complaints, []);
      await close();
    });
  }

  it(`of Trades takes at most ${MOST_REQUESTS} requests, if nothing is kept`, async () => {
    const { page, complaints, close } = await scene.signIn(OWNER);
    const requests: string[] = [];
    page.on('request', (request) => requests.push(new URL(request.url()).pathname));
    await page.goto(`${scene.url}/console/trades`);
    await page
      .getByRole('link', { name: /^demo-pay/ })
      .first()
      .waitFor();
    await page.waitForLoadState('load');
    await untilShown(page);
    ok(requests.includes('/operator/v1/trades'), 'the rows are among them');
    ok(requests.length <= MOST_REQUESTS, `${requests.length}: ${requests.join(', ')}`);
    deepEqual(complaints, []);
    await close();
  });

  it('asks only who is signed in, and how to, while nobody is', async () => {
    const { page, close } = await scene.open();
    const reads = readsOf(page);
    await page.goto(`${scene.url}/console/trades`);
    await page.getByLabel('E-mail address').waitFor();
    deepEqual([...new Set(reads)].sort(), ['session', 'session/openid']);
    await close();
  });

  it('asks for nothing of a screen to which there is no right', async () => {
    const { page, close } = await scene.signIn(OPERATOR);
    const reads = readsOf(page);
    await page.goto(`${scene.url}/console/audit`);
    await page.getByText('audit.read').waitFor();
    ok(reads.includes('session'));
    deepEqual(
      reads.filter((read) => read.startsWith('audit')),
      [],
    );
    await close();
  });
});
