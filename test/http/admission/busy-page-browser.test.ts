// A busy service's page in a real browser, while everything else that is asked for is refused, too.
import { deepEqual } from 'node:assert/strict';
import { createServer, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { before, describe, it } from 'node:test';
import type { BrowserContextOptions } from 'playwright-core';
import { createShedAnswer } from '../../../server/http/admission/shed-answer.ts';
import { launchBrowser, type TestBrowser } from '../../support/browser/browser.ts';
import { axeFindings, IS_WIDER_THAN_WINDOW, visitPage } from '../../support/browser/page-visit.ts';
import { cleanup } from '../../support/cleanup.ts';

const PATH = '/pay/token';
const SCREENS: readonly (readonly [name: string, lang: string, screen: BrowserContextOptions])[] = [
  ['a phone', 'en', { viewport: { width: 390, height: 600 }, hasTouch: true }],
  ['a small phone', 'ru', { viewport: { width: 320, height: 480 }, hasTouch: true }],
  ['a desktop', 'hi', { viewport: { width: 1_040, height: 600 } }],
  ['a dark desktop', 'es', { viewport: { width: 1_040, height: 600 }, colorScheme: 'dark' }],
  ['a phone from right to left', 'ar', { viewport: { width: 390, height: 600 }, hasTouch: true }],
];

let server: Server;
let browser: TestBrowser;
let origin: string;
const asked: string[] = [];

const atEnd = cleanup();
before(async () => {
  const shed = createShedAnswer('http://shop.test');
  server = createServer((request, response) => {
    asked.push(request.url ?? '');
    shed(request, response);
  });
  atEnd(() => {
    server.closeAllConnections();
    server.close();
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  origin = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
  browser = await launchBrowser();
  atEnd(() => browser.close());
});

describe('the page of a busy service', () => {
  for (const [name, lang, screen] of SCREENS) {
    it(`looks as it should on ${name}, and asks for nothing more`, async () => {
      asked.length = 0;
      const at = `${origin}${PATH}?lang=${lang}`;
      await visitPage(browser, { at, ...screen }, async ({ page, complaints }) => {
        deepEqual(asked, [`${PATH}?lang=${lang}`]);
        // The browser's word about the 503 itself.
        deepEqual(
          complaints.filter((one) => !one.includes('503')),
          [],
        );
        const looks = await page.evaluate<unknown[]>(`[
          document.querySelectorAll('main').length,
          getComputedStyle(document.querySelector('main')).borderRadius,
          getComputedStyle(document.querySelector('.button')).textDecorationLine,
          document.querySelector('.button').getBoundingClientRect().height >= 44,
          ${IS_WIDER_THAN_WINDOW},
        ]`);
        deepEqual(looks, [1, '16px', 'none', true, false]);
        deepEqual(await axeFindings(page), []);
        if (process.env.PICTURES !== undefined) {
          await page.screenshot({
            path: `${process.env.PICTURES}/${name.replaceAll(' ', '-')}.png`,
          });
        }
      });
    });
  }

  it('leads back to the payment, in the language that was chosen', async () => {
    await visitPage(browser, { at: `${origin}${PATH}?lang=ar` }, async ({ page }) => {
      const again = page.waitForRequest(`${origin}${PATH}?lang=ar`);
      await page.click('a.button');
      await again;
    });
  });
});
