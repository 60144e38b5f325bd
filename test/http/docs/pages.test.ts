// The documents in a real browser: narrow and wide, light and dark, by keyboard and on paper.
import { deepEqual, equal, ok } from 'node:assert/strict';
import { after, before, describe, it } from 'node:test';
import { setTimeout as sleep } from 'node:timers/promises';
import { launchBrowser, type TestBrowser } from '../../support/browser/browser.ts';
import { checkLooks, visitPage } from '../../support/browser/page-visit.ts';
import { openScene, type Scene } from '../service-scene.ts';

let scene: Scene;
let browser: TestBrowser;
let url = '';
before(async () => {
  scene = await openScene();
  url = await scene.server.listen({ host: '127.0.0.1', port: 0 });
  browser = await launchBrowser();
});
after(async () => {
  await browser?.close();
  await scene?.stop();
});

/** Long tables, wide code, pictures, a list of pages, and the page of an error. */
const PAGES = [
  '',
  'guide/quick-start',
  'guide/concepts',
  'guide/sample-shop',
  'guide/payment-page',
  'operate/settings',
  'operate/bank-lines-and-matching',
  'reference/states',
  'reference/errors',
  'errors/order_id_taken',
  'adr/index',
  'api/',
  'search?q=utr',
];

describe('the pages of documents', () => {
  for (const path of PAGES) {
    it(`are clean and fit: /docs/${path}`, () => checkLooks(browser, `${url}/docs/${path}`));
  }

  it('copy a block of code, and say so', async () => {
    const at = `${url}/docs/guide/quick-start`;
    const permissions = ['clipboard-read', 'clipboard-write'];
    await visitPage(browser, { at, permissions }, async ({ page }) => {
      await page.locator('.code button').first().focus();
      await page.keyboard.press('Enter');
      await page.getByRole('status').getByText('Copied').waitFor();
      equal(await page.evaluate('navigator.clipboard.readText()'), 'npm start');
    });
  });

  it('hide no code behind the button on a phone', async () => {
    const look = { viewport: { width: 320, height: 640 } };
    await visitPage(browser, { at: `${url}/docs/guide/sample-shop`, ...look }, async ({ page }) => {
      await page.locator('.code button').last().waitFor();
      const covered = await page.evaluate<number[]>(`[...document.querySelectorAll('.code')].map(
        (block) => block.querySelector('button').getBoundingClientRect().bottom -
          block.querySelector('code').getBoundingClientRect().top)`);
      ok(covered.length > 1);
      deepEqual(
        covered.filter((pixels) => pixels > 0),
        [],
      );
    });
  });

  it('let the keyboard reach the text first, and scroll what is wide', async () => {
    const look = { viewport: { width: 320, height: 640 } };
    await visitPage(browser, { at: `${url}/docs/operate/settings`, ...look }, async ({ page }) => {
      await page.keyboard.press('Tab');
      equal(await page.evaluate('document.activeElement.textContent'), 'To the document');
      await page.keyboard.press('Enter');
      await page.locator('#document:focus').waitFor();
      const table = page.locator('.table').first();
      await table.focus();
      await page.keyboard.press('ArrowRight');
      const scrolled = () => page.evaluate<number>('document.activeElement.scrollLeft');
      while ((await scrolled()) === 0) await sleep(20);
    });
  });

  it('fold the list of pages on a phone, with the present one marked', async () => {
    const look = { viewport: { width: 320, height: 640 } };
    await visitPage(browser, { at: `${url}/docs/guide/refunds`, ...look }, async ({ page }) => {
      equal(await page.locator('nav.pages').isVisible(), false);
      await page.getByText('Guide: all pages').click();
      const marked = page.locator('.pages-folded [aria-current=page]');
      equal(await marked.textContent(), 'Refunds');
      ok(await marked.isVisible());
    });
  });

  it('print the text alone', async () => {
    await visitPage(browser, { at: `${url}/docs/guide/pay-ins` }, async ({ page }) => {
      await page.emulateMedia({ media: 'print' });
      for (const part of ['header', 'nav.pages', '.contents', '.steps']) {
        equal(await page.locator(part).isVisible(), false, part);
      }
      ok(await page.locator('article').isVisible());
    });
  });
});
