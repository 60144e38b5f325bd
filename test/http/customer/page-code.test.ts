// What a phone takes over from the payment page: the QR code as a camera sees it, and the link.
import { equal, match } from 'node:assert/strict';
import type { AddressInfo } from 'node:net';
import { before, describe, it } from 'node:test';
import jsqr from 'jsqr';
import type { BrowserContextOptions, Page } from 'playwright-core';
import type { PageView } from '../../../server/domain/page/page-view.ts';
import { UPI_APPS } from '../../../server/domain/values/upi-link.ts';
import { PAGE_VIEWS, PAYIN } from '../../pages/payment/page-views.ts';
import { launchBrowser, type TestBrowser } from '../../support/browser/browser.ts';
import { visitPage } from '../../support/browser/page-visit.ts';
import { decodePng } from '../../support/browser/png.ts';
import { cleanup } from '../../support/cleanup.ts';
import { pageServer } from './customer-page-server.ts';

const { server, views } = pageServer('http://pay.test');
let browser: TestBrowser;
let origin: string;

const atEnd = cleanup();
before(async () => {
  atEnd(() => server.close());
  await server.listen({ host: '127.0.0.1', port: 0 });
  origin = `http://127.0.0.1:${(server.server.address() as AddressInfo).port}`;
  browser = await launchBrowser();
  atEnd(() => browser.close());
});

const open = (
  view: PageView,
  options: BrowserContextOptions,
  use: (page: Page) => Promise<void>,
) => {
  views.set('token', view);
  return visitPage(browser, { at: `${origin}/pay/token`, ...options }, ({ page }) => use(page));
};

/** The whole window, as somebody holds a phone before it. */
async function scan(page: Page): Promise<string | undefined> {
  await page.locator('.code-image').scrollIntoViewIfNeeded();
  const { data, width, height } = decodePng(await page.screenshot());
  return jsqr.default(data, width, height)?.data;
}

const UPI = PAGE_VIEWS['payin-pending-upi'] ?? PAYIN;
const LINK =
  'upi://pay?pa=asha.verma@examplebank&pn=Asha%20Verma&am=1250.50&cu=INR&tr=7ZK2M0QX4B&tn=7ZK2M0QX4B';

const CODES: readonly [string, PageView, string][] = [
  ['upi', UPI, LINK],
  [
    'upi without a name',
    { ...UPI, payment: { ...PAYIN.payment, ...UPI.payment, name: null } as PageView['payment'] },
    LINK.replace('&pn=Asha%20Verma', ''),
  ],
  [
    'upi with a shifted amount',
    { ...UPI, amount_cents: 125_053n },
    LINK.replace('1250.50', '1250.53'),
  ],
  ['upi in another currency', { ...UPI, currency: 'USD' }, 'asha.verma@examplebank'],
  ['card', PAYIN, '4111111111111111'],
  ['iban', PAGE_VIEWS['payin-pending-iban'] ?? PAYIN, 'KW81CBKU0000000000001234560101'],
  ['account', PAGE_VIEWS['payin-pending-account'] ?? PAYIN, '0012345678'],
  ['phone', PAGE_VIEWS['payin-pending-phone'] ?? PAYIN, '+919999900000'],
];

describe('the QR code on the screen', () => {
  for (const [name, view, text] of CODES) {
    it(`is read as the payment itself: ${name}`, async () => {
      for (const colorScheme of ['light', 'dark'] as const) {
        await open(view, { colorScheme }, async (page) => equal(await scan(page), text));
      }
    });
  }

  it('is read on paper, in Arabic and at 320 px', async () => {
    await open(UPI, {}, async (page) => {
      await page.emulateMedia({ media: 'print' });
      equal(await scan(page), LINK);
    });
    const small = { viewport: { width: 320, height: 480 }, locale: 'ar' };
    await open(UPI, small, async (page) => {
      equal(await page.getAttribute('html', 'lang'), 'ar');
      equal(await scan(page), LINK);
    });
  });

  it('says what it is to those who cannot see it', async () => {
    await open(UPI, {}, async (page) => {
      await page.getByRole('img', { name: /^QR code of this UPI payment/ }).waitFor();
    });
  });
});

describe('on a phone', () => {
  const phone = { viewport: { width: 390, height: 844 }, hasTouch: true, isMobile: true };

  it('a button opens the UPI app with the same payment', async () => {
    await open(UPI, phone, async (page) => {
      const button = page.getByRole('link', { name: 'Open UPI app' });
      equal(await button.getAttribute('href'), LINK);
      match((await button.getAttribute('aria-describedby')) ?? '', /open-app-hint/);
      equal(await page.isVisible('.code-image'), true);
    });
    await open(UPI, {}, async (page) => equal(await page.isVisible('.open-app'), false));
  });

  it('says so if no app has opened', async () => {
    await open(UPI, phone, async (page) => {
      await page.clock.install();
      await page.reload();
      await page.locator('.no-app').waitFor({ state: 'hidden' });
      await page.evaluate("document.querySelector('.open-app .wide').href = '#none'");
      await page.tap('.open-app .wide');
      await page.clock.fastForward(3_000);
      await page.locator('.no-app', { hasText: 'No app opened?' }).waitFor();
    });
  });

  it('has the same payment for each app, where the browser cannot ask which', async () => {
    await open(UPI, phone, async (page) => {
      const links = await page.locator('.apps a').all();
      equal(links.length, UPI_APPS.length);
      const fields = LINK.slice(LINK.indexOf('?'));
      for (const [index, { name, opens }] of UPI_APPS.entries()) {
        equal(await links[index]?.getAttribute('href'), `${opens}${fields}`);
        equal(await links[index]?.textContent(), name);
      }
      // Only iPhones show them; this browser lets its user choose.
      equal(await page.isVisible('.apps'), false);
    });
  });

  it('there is no code of a number, and no app to open, where there is none', async () => {
    await open(PAYIN, phone, async (page) => {
      equal(await page.isVisible('.code-image'), false);
      equal(await page.locator('.open-app').count(), 0);
    });
    await open({ ...UPI, currency: 'USD' }, phone, async (page) => {
      equal(await page.locator('.open-app').count(), 0);
    });
  });
});
