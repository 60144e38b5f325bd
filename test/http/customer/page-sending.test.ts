// What the page's script does with answers of the service that are no page of the trade, and with
// what is typed while one is awaited.
import { deepEqual, equal } from 'node:assert/strict';
import type { AddressInfo } from 'node:net';
import { before, beforeEach, describe, it } from 'node:test';
import type { Browser } from 'playwright-core';
import { refuse } from '../../../server/domain/service/refusal.ts';
import { errorPage } from '../../../server/pages/error-page.ts';
import { ENGLISH } from '../../../server/pages/texts/english.ts';
import { PAYIN } from '../../pages/payment/page-views.ts';
import { launchBrowser } from '../../support/browser/browser.ts';
import { type Visit, visitPage } from '../../support/browser/page-visit.ts';
import { cleanup } from '../../support/cleanup.ts';
import { Outage, pageServer } from './customer-page-server.ts';

const { server, views, asked, refusal } = pageServer('http://pay.test');
let browser: Browser;
let at: string;

const atEnd = cleanup();
before(async () => {
  atEnd(() => server.close());
  await server.listen({ host: '127.0.0.1', port: 0 });
  at = `http://127.0.0.1:${(server.server.address() as AddressInfo).port}/pay/token`;
  browser = await launchBrowser();
  atEnd(() => browser.close());
});
beforeEach(() => {
  views.set('token', PAYIN);
  asked.length = 0;
  refusal.next = null;
});

const visit = (use: (visit: Visit) => Promise<void>) => visitPage(browser, { at }, use);

describe('what was sent', () => {
  it('asks what arrived where the service could not say, and then sends it once more', async () => {
    await visit(async ({ page }) => {
      await page.clock.install();
      await page.reload();
      views.set('token', () => {
        throw new Outage();
      });
      await page.fill('#utr', '412345678901');
      await page.click('text=Send UTR');
      await page.locator('.send-note', { hasText: 'don’t know yet' }).waitFor();
      equal(await page.inputValue('#utr'), '412345678901');
      views.set('token', PAYIN);
      await page.clock.fastForward(60_000);
      await page.locator('h1', { hasText: 'We’re checking your payment' }).waitFor();
      deepEqual(asked, ['utr 412345678901', 'utr 412345678901']);
    });
  });

  it('says in place that it was too often, and keeps what was typed', async () => {
    await visit(async ({ page }) => {
      const error = { key: 'rate_limited', texts: ENGLISH, back: null } as const;
      const body = errorPage({ ...error, assets: { css: '', js: '', icon: '' } });
      await page.route('**/utr', (route) =>
        route.fulfill({ status: 429, contentType: 'text/html', body }),
      );
      await page.fill('#utr', '412345678901');
      await page.click('text=Send UTR');
      await page.locator('.send-note', { hasText: 'wait a minute and try again' }).waitFor();
      equal(await page.inputValue('#utr'), '412345678901');
      deepEqual(asked, []);
    });
  });

  it('keeps a correction that is begun before the answer comes', async () => {
    await visit(async ({ page }) => {
      const held = Promise.withResolvers<void>();
      await page.route('**/utr', async (route) => {
        await held.promise;
        await route.continue();
      });
      refusal.next = refuse('invalid_request', '');
      await page.fill('#utr', '12 34');
      await page.click('text=Send UTR');
      await page.locator('.send-note', { hasText: 'Sending' }).waitFor();
      await page.fill('#utr', '412345678901');
      held.resolve();
      await page.locator('#utr-error').waitFor();
      equal(await page.inputValue('#utr'), '412345678901');
    });
  });
});
