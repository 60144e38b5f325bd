// The payment page in a real browser: with and without its script, small, dark, from elsewhere.

import { deepEqual, equal, match, ok } from 'node:assert/strict';
import type { AddressInfo } from 'node:net';
import { before, beforeEach, describe, it } from 'node:test';
import { refuse } from '../../../server/domain/service/refusal.ts';
import { PAGE_VIEWS, PAYIN } from '../../pages/payment/page-views.ts';
import { launchBrowser, type TestBrowser } from '../../support/browser/browser.ts';
import { copiedBy } from '../../support/browser/copied-by.ts';
import {
  axeFindings,
  type Visit,
  type VisitOptions,
  visitPage,
} from '../../support/browser/page-visit.ts';
import { cleanup } from '../../support/cleanup.ts';
import { pageServer } from './customer-page-server.ts';

// Neither https nor the machine itself: no Sec-Fetch-Site, no clipboard, Origin only.
const PLAIN_ORIGIN = 'http://pay.test';

const { server, views, asked, refusal, announce } = pageServer(PLAIN_ORIGIN);
let browser: TestBrowser;
let origin: string;

const atEnd = cleanup();
before(async () => {
  atEnd(() => server.close());
  await server.listen({ host: '127.0.0.1', port: 0 });
  const { port } = server.server.address() as AddressInfo;
  origin = `http://127.0.0.1:${port}`;
  browser = await launchBrowser([`--host-resolver-rules=MAP pay.test 127.0.0.1:${port}`]);
  atEnd(() => browser.close());
});
beforeEach(() => {
  views.clear();
  views.set('token', PAYIN);
  asked.length = 0;
  refusal.next = null;
});

const visit = (
  use: (visit: Visit) => Promise<void>,
  options: Partial<VisitOptions> = {},
): Promise<void> => visitPage(browser, { at: `${origin}/pay/token`, ...options }, use);

describe('the payment page in a browser', () => {
  it('is accessible where a UTR was refused, and with no trade at all', async () => {
    await visit(async ({ page }) => {
      await page.click('text=Send UTR');
      // The script sends the form: no navigation to wait for, but the answer.
      await page.locator('#utr-error').waitFor();
      match(await page.title(), /^Problem: /);
      deepEqual(await axeFindings(page), []);
      await page.goto(`${origin}/pay/unknown`);
      deepEqual(await axeFindings(page), []);
    });
  });
});

for (const at of ['the machine itself', PLAIN_ORIGIN]) {
  for (const javaScriptEnabled of [true, false]) {
    describe(`${javaScriptEnabled ? 'with' : 'without'} its script, from ${at}`, () => {
      const options = () => ({
        javaScriptEnabled,
        at: `${at === PLAIN_ORIGIN ? PLAIN_ORIGIN : origin}/pay/token`,
      });

      it('takes a UTR: says what is wrong beside the field, then takes the right one', async () => {
        await visit(async ({ page }) => {
          refusal.next = refuse('invalid_request', '');
          await page.fill('#utr', '12 34');
          await page.click('text=Send UTR');
          match(await page.innerText('#utr-error'), /8 to 35 letters and digits/);
          equal(await page.inputValue('#utr'), '12 34');
          await page.locator('#utr:focus').waitFor();
          refusal.next = null;
          await page.fill('#utr', '4123 4567 8901');
          await page.click('text=Send UTR');
          await page.locator('h1', { hasText: 'We’re checking your payment' }).waitFor();
          match(page.url(), /\/pay\/token$/);
          match(await page.innerText('.receipt'), /Your UTR/);
        }, options());
      });

      it('cancels', async () => {
        await visit(async ({ page }) => {
          // No single tap cancels: the first opens the question.
          equal(await page.isVisible('text=Yes, cancel it'), false);
          await page.click('text=Cancel this payment');
          match(await page.innerText('.cancel'), /only if you haven’t sent any money/);
          deepEqual(asked, []);
          await page.click('text=Yes, cancel it');
          await page.locator('h1', { hasText: 'Payment canceled' }).waitFor();
          deepEqual(asked, ['cancel']);
        }, options());
      });

      it('shows the payment details when asked', async () => {
        views.set('token', PAGE_VIEWS['payin-created'] ?? PAYIN);
        await visit(async ({ page }) => {
          await page.click('text=Show payment details');
          await page.locator('text=Send the exact amount').waitFor();
          deepEqual(asked, ['assign']);
        }, options());
      });

      it('offers what it can do, and nothing that it cannot', async () => {
        await visit(async ({ page }) => {
          equal(await page.locator('.copy:visible').count(), javaScriptEnabled ? 3 : 0);
          equal(await page.isVisible('.by-hand a'), !javaScriptEnabled);
        }, options());
      });
    });
  }
}

describe('the script', () => {
  it('shows a change without a reload, says it, and keeps what is being typed', async () => {
    await visit(async ({ page, complaints }) => {
      await page.clock.install();
      await page.reload();
      await page.evaluate('window.same = true');
      await page.fill('#utr', '4123');
      views.set('token', { ...PAYIN, ...PAGE_VIEWS['payin-verifying-mismatch'] });
      announce('token');
      await page.locator('h1', { hasText: 'We’re checking your payment' }).waitFor();
      await page.locator('#announcer', { hasText: 'We’re checking your payment' }).waitFor({
        state: 'attached',
      });
      equal(await page.inputValue('#utr'), '4123');
      await page.locator('#utr:focus').waitFor();
      equal(await page.evaluate('window.same'), true);
      deepEqual(complaints, []);
    });
  });

  it('goes on asking when the service was away', async () => {
    await visit(async ({ page }) => {
      await page.route('**/live', (route) => route.abort());
      await page.clock.install();
      await page.reload();
      views.set('token', () => {
        throw new Error('away');
      });
      const failed = page.waitForResponse((response) => response.status() === 500);
      await page.clock.runFor(4_000);
      await failed;
      await page.locator('#connection-lost', { hasText: 'updates itself once' }).waitFor();
      views.set('token', PAGE_VIEWS['payin-completed'] ?? PAYIN);
      await page.clock.runFor(40_000);
      await page.locator('h1', { hasText: 'Payment completed' }).waitFor();
      await page.locator('#connection-lost').waitFor({ state: 'hidden' });
    });
  });

  it('counts down in the last minutes only', async () => {
    await visit(async ({ page }) => {
      // The page's clock moves when told to, and the service's stands still: a word from there
      // would set the countdown back.
      await page.route('**/live', (route) => route.abort());
      await page.clock.install({ time: PAYIN.now });
      await page.clock.pauseAt(PAYIN.now + 1_000);
      await page.reload();
      equal(await page.innerText('#time-left'), '14 minutes left to pay');
      equal(await page.isVisible('#countdown'), false);
      views.set('token', PAGE_VIEWS['payin-pending-last-minutes'] ?? PAYIN);
      await page.reload();
      await page.clock.runFor(2_000);
      equal(await page.innerText('#countdown'), '1:58');
      equal(await page.innerText('#time-left'), 'Less than 3 minutes left to pay');
    });
  });

  it('takes the words from the server while the time runs', async () => {
    await visit(async ({ page }) => {
      await page.clock.install();
      await page.reload();
      views.set('token', { ...PAYIN, now: PAYIN.now + 5 * 60_000 });
      announce('token');
      await page.locator('#time-left', { hasText: '9 minutes left to pay' }).waitFor();
    });
  });

  for (const at of ['the machine itself', PLAIN_ORIGIN]) {
    it(`copies the amount, the bare number and the reference, from ${at}`, async () => {
      await visit(
        async ({ page }) => {
          const copied: string[] = [];
          for (const button of await page.locator('.copy').all()) {
            copied.push(await copiedBy(page, button));
          }
          deepEqual(copied, ['1250.50', '4111111111111111', '7ZK2M0QX4B']);
        },
        { at: `${at === PLAIN_ORIGIN ? PLAIN_ORIGIN : origin}/pay/token` },
      );
    });
  }

  it('returns to the shop after a while, and tells the shop nothing of the page', async () => {
    views.set('token', PAGE_VIEWS['payin-completed'] ?? PAYIN);
    await visit(async ({ page }) => {
      await page.route('https://shop.example/**', (route) => route.fulfill({ body: 'shop' }));
      await page.clock.install();
      await page.reload();
      await page.locator('text=We’ll take you back to shop.example').waitFor();
      const request = page.waitForRequest('https://shop.example/**');
      await page.clock.runFor(10_000);
      const headers = await (await request).allHeaders();
      equal(headers.referer, undefined);
    });
  });

  it('stays when the customer says so', async () => {
    views.set('token', PAGE_VIEWS['payin-completed'] ?? PAYIN);
    await visit(async ({ page, strangers }) => {
      await page.clock.install();
      await page.reload();
      await page.click('text=Stay on this page');
      await page.clock.runFor(20_000);
      equal(await page.isVisible('text=We’ll take you back'), false);
      deepEqual(strangers, []);
    });
  });
});

describe('a form on another site', () => {
  for (const at of ['the machine itself', PLAIN_ORIGIN]) {
    it(`changes nothing at ${at}`, async () => {
      const target = at === PLAIN_ORIGIN ? PLAIN_ORIGIN : origin;
      await visit(async ({ page }) => {
        const action = `${target}/pay/token/cancel`;
        const body = `<form method="post" action="${action}"><button>Win</button></form>`;
        await page.route('http://evil.test/**', (route) =>
          route.fulfill({ body, contentType: 'text/html' }),
        );
        await page.goto('http://evil.test/');
        const answer = page.waitForResponse((response) => response.url().startsWith(target));
        await page.click('text=Win');
        equal((await answer).status(), 403);
        match(await page.innerText('h1'), /Nothing has changed/);
        deepEqual(asked, []);
        ok(await page.isVisible('text=Back to the payment'));
      });
    });
  }

  it('cannot frame the page, and neither can the page itself', async () => {
    await visit(async ({ page }) => {
      const body = '<iframe src="/pay/token"></iframe>';
      await page.route('**/frame', (route) => route.fulfill({ body, contentType: 'text/html' }));
      const answer = page.waitForResponse(/token/);
      await page.goto(`${origin}/frame`);
      equal((await answer).status(), 200);
      const frame = page.frames()[1];
      await frame?.waitForLoadState();
      // Some browsers show a heading of their own there.
      equal(await frame?.locator('main').count(), 0);
      match(frame?.url() ?? '', /^chrome-error:/);
    });
  });
});
