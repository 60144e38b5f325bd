// What a payer sees of the page on a phone before they scroll.
import { deepEqual, equal, ok } from 'node:assert/strict';
import type { AddressInfo } from 'node:net';
import { before, describe, it } from 'node:test';
import type { Page } from 'playwright-core';
import { NO_BRANDING, pageBranding } from '../../../server/domain/merchant/branding.ts';
import { LANGUAGES } from '../../../server/pages/texts/languages.ts';
import { PAGE_VIEWS, PAYIN } from '../../pages/payment/page-views.ts';
import { launchBrowser, type TestBrowser } from '../../support/browser/browser.ts';
import { axeFindings, IS_WIDER_THAN_WINDOW, visitPage } from '../../support/browser/page-visit.ts';
import { cleanup } from '../../support/cleanup.ts';
import { pageServer } from './customer-page-server.ts';

const PHONE = { viewport: { width: 390, height: 844 }, hasTouch: true, isMobile: true };
const TYPES = ['payin-pending', 'payin-pending-upi', 'payin-pending-iban', 'payin-pending-phone'];

const { server, views } = pageServer('http://pay.test');
let browser: TestBrowser;
let origin: string;

const atEnd = cleanup();
before(async () => {
  atEnd(() => server.close());
  for (const name of TYPES) views.set(name, { ...PAYIN, ...PAGE_VIEWS[name], exclusive: false });
  for (const name of TYPES) {
    const view = { ...PAYIN, ...PAGE_VIEWS[name] };
    const amount = { amount_cents: 98_765_432n, requested_amount_cents: 98_765_432n };
    const payment = view.payment === null ? null : { ...view.payment, name: 'Asha Verma' };
    views.set(`small-${name}`, { ...view, ...amount, payment, exclusive: false });
  }
  const name = 'Shree Balaji Electronics & Home Appliances';
  const upi = { ...PAYIN, ...PAGE_VIEWS['payin-pending-upi'] };
  views.set('long', {
    ...upi,
    merchant_name: name,
    branding: pageBranding(name, NO_BRANDING),
    payment: upi.payment === null ? null : { ...upi.payment, name },
    amount_cents: 98_765_432n,
    requested_amount_cents: 98_765_432n,
    exclusive: false,
  });
  views.set('said', PAGE_VIEWS['payin-pending-said-paid'] ?? PAYIN);
  await server.listen({ host: '127.0.0.1', port: 0 });
  origin = `http://127.0.0.1:${(server.server.address() as AddressInfo).port}`;
  browser = await launchBrowser();
  atEnd(() => browser.close());
});

const open = (path: string, use: (page: Page) => Promise<void>) =>
  visitPage(browser, { at: `${origin}/pay/${path}`, ...PHONE }, ({ page }) => use(page));

async function endOf(page: Page, what: string): Promise<number> {
  const box = await page.locator(what).first().boundingBox();
  if (box === null) throw new Error(`${what} is not shown`);
  return box.y + box.height;
}

const SMALL = { viewport: { width: 360, height: 640 }, hasTouch: true, isMobile: true };

for (const { lang } of LANGUAGES) {
  describe(`on a small phone, in ${lang}`, () => {
    it('the field for a UTR that alone decides is on the first screen', async () => {
      const at = `${origin}/pay/none?lang=${lang}`;
      await visitPage(browser, { at, ...SMALL }, async ({ page }) => {
        for (const name of [...TYPES.map((type) => `small-${type}`), 'long']) {
          await page.goto(`${origin}/pay/${name}?lang=${lang}`);
          const end = await endOf(page, '#utr');
          ok(end <= SMALL.viewport.height, `${name} ends at ${end}`);
        }
      });
    });
  });

  describe(`on a phone, in ${lang}`, () => {
    for (const name of TYPES) {
      it(`the UTR that alone decides follows the account without scrolling: ${name}`, async () => {
        await open(`${name}?lang=${lang}`, async (page) => {
          const ends: number[] = [];
          for (const what of ['.amount', '.account .code', '#utr']) {
            ends.push(await endOf(page, what));
          }
          deepEqual(
            ends,
            [...ends].sort((one, other) => one - other),
          );
          ok((ends[2] ?? Number.NaN) <= PHONE.viewport.height, `ends at ${ends[2]}`);
        });
      });
    }

    it('after "I have paid" nothing asks to pay or counts the time', async () => {
      await open(`said?lang=${lang}`, async (page) => {
        equal(await page.locator('.timer, #countdown').count(), 0);
        for (const what of ['.account', '.how']) equal(await page.isVisible(what), false, what);
        ok((await endOf(page, '#utr')) <= PHONE.viewport.height);
      });
    });
  });
}

describe('what the script says beside a form', () => {
  it('is accessible, and keeps the page as wide as it is', async () => {
    await open('payin-pending', async (page) => {
      await page.context().setOffline(true);
      await page.fill('#utr', '412345678901');
      await page.click('text=Send UTR');
      await page.locator('.send-note', { hasText: 'You’re offline' }).waitFor();
      await page.evaluate('document.execCommand = () => false');
      await page.evaluate('navigator.clipboard.writeText = () => Promise.reject(new Error("no"))');
      await page.click('.account .copy');
      await page.locator('.bare:focus').waitFor();
      equal(await page.evaluate(IS_WIDER_THAN_WINDOW), false);
      deepEqual(await axeFindings(page), []);
    });
  });
});
