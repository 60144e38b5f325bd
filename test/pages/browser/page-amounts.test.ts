// Amounts on the payment page: each on one line and inside its tile, whatever the amount, the
// screen, the size of the text and the font.
import { deepEqual, ok } from 'node:assert/strict';
import type { AddressInfo } from 'node:net';
import { before, describe, it } from 'node:test';
import type { Page } from 'playwright-core';
import type { PageView } from '../../../server/domain/page/page-view.ts';
import { pageServer } from '../../http/customer/customer-page-server.ts';
import { launchBrowser, type TestBrowser } from '../../support/browser/browser.ts';
import { IS_WIDER_THAN_WINDOW, visitPage } from '../../support/browser/page-visit.ts';
import { cleanup } from '../../support/cleanup.ts';
import { PAGE_VIEWS, PAYIN } from '../payment/page-views.ts';

const SCREENS = [320, 360, 375, 390];
const TEXT_SIZES = ['100%', '130%', '200%'];
/** As narrow as Roboto, and as wide as Verdana. */
const FONTS = ['DejaVu Sans Condensed', 'DejaVu Sans'];

const MONEY: readonly Partial<PageView>[] = [
  { amount_cents: 125_050n },
  { amount_cents: 98_765_432n },
  { amount_cents: 1_000_000_000_000n },
  { amount_cents: 999_999_999_999n, currency: 'KWD', exponent: 3 },
  { amount_cents: 1_000_000_000_000n, currency: 'IDR', exponent: 0 },
];
const LANGS = ['en', 'ru', 'ar'];

/** The texts of amounts that are on several lines, or leave the tile. */
const BROKEN = `[...document.querySelectorAll('[class*="fit-"]')].flatMap((one) => {
  const digits = one.querySelector('.digits') ?? one;
  const range = document.createRange();
  range.selectNodeContents(digits);
  const lines = new Set([...range.getClientRects()].map(({ bottom }) => Math.round(bottom)));
  const { left, right } = one.getBoundingClientRect();
  const tile = document.querySelector('main').getBoundingClientRect();
  const text = range.getBoundingClientRect();
  const is_out = Math.min(left, text.left) < tile.left || Math.max(right, text.right) > tile.right;
  return lines.size !== 1 || is_out ? [one.textContent + ' in ' + lines.size + ' lines'] : [];
})`;

const { server, views } = pageServer('http://pay.test');
let browser: TestBrowser;
let origin: string;

const atEnd = cleanup();
before(async () => {
  atEnd(() => server.close());
  MONEY.forEach((money, index) => {
    const requested_amount_cents = (money.amount_cents ?? 1n) - 1n;
    const own = { ...money, requested_amount_cents };
    views.set(`pay${index}`, { ...PAYIN, ...own });
    views.set(`shared${index}`, { ...PAYIN, ...own, exclusive: false });
    views.set(`said${index}`, { ...PAYIN, ...PAGE_VIEWS['payin-pending-said-paid'], ...own });
    const received_amount_cents = money.amount_cents ?? 1n;
    views.set(`done${index}`, {
      ...PAYIN,
      ...PAGE_VIEWS['payin-completed'],
      ...own,
      received_amount_cents,
    });
  });
  await server.listen({ host: '127.0.0.1', port: 0 });
  origin = `http://127.0.0.1:${(server.server.address() as AddressInfo).port}`;
  browser = await launchBrowser();
  atEnd(() => browser.close());
});

type Look = { size: string; font: string };

const LOOKS: readonly Look[] = TEXT_SIZES.flatMap((size) => FONTS.map((font) => ({ size, font })));

/** The page with all its parts open, in a font and a size of text that the test can change. */
async function openAt(page: Page, path: string): Promise<void> {
  await page.goto(`${origin}/pay/${path}`);
  await page.evaluate('document.querySelectorAll("details").forEach((part) => (part.open = true))');
  await page.addStyleTag({ content: 'html { font-size: var(--size) }' });
  await page.addStyleTag({ content: 'body, body * { font-family: var(--font) !important }' });
}

/** What is wrong at the present width, in every font and size: asked at once, as there are many. */
const WRONG = `${JSON.stringify(LOOKS)}.flatMap(({ size, font }) => {
  document.documentElement.style.cssText = '--size: ' + size + '; --font: "' + font + '"';
  const wrong = [...${BROKEN}, ...(${IS_WIDER_THAN_WINDOW} ? ['the page is too wide'] : [])];
  return wrong.map((what) => what + ' at ' + size + ' in ' + font);
})`;

describe('an amount', () => {
  for (const lang of LANGS) {
    it(`never breaks and fits into the tile, in ${lang}`, async () => {
      const at = `${origin}/pay/pay0?lang=${lang}`;
      await visitPage(browser, { at, bypassCSP: true }, async ({ page }) => {
        for (const name of views.keys()) {
          await openAt(page, `${name}?lang=${lang}`);
          ok((await page.locator('[class*="fit-"]').count()) > 0);
          for (const width of SCREENS) {
            await page.setViewportSize({ width, height: 700 });
            deepEqual(await page.evaluate(WRONG), [], `${name} at ${width} pixels`);
          }
        }
      });
    });
  }
});
