// What the script adds to the page for the viewer: times in their own zone, a menu that closes.
import { deepEqual, equal, match } from 'node:assert/strict';
import type { AddressInfo } from 'node:net';
import { before, beforeEach, describe, it } from 'node:test';
import type { BrowserContextOptions, Page } from 'playwright-core';
import { PAGE_VIEWS, PAYIN } from '../../pages/payment/page-views.ts';
import { launchBrowser, type TestBrowser } from '../../support/browser/browser.ts';
import { axeFindings, visitPage } from '../../support/browser/page-visit.ts';
import { cleanup } from '../../support/cleanup.ts';
import { pageServer } from './customer-page-server.ts';

const { server, views, announce } = pageServer('http://pay.test');
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
beforeEach(() => views.set('token', PAYIN));

const open = (options: BrowserContextOptions, use: (page: Page) => Promise<void>, query = '') =>
  visitPage(
    browser,
    { at: `${origin}/pay/token${query}`, ...options },
    async ({ page, complaints }) => {
      await use(page);
      deepEqual(complaints, []);
    },
  );

const CREATED = '.receipt time[datetime="2026-01-15T09:30:00.000Z"]';
const IN_UTC = 'Jan 15, 2026 09:30 UTC';

describe('times on the page', () => {
  it('are in UTC without a script', async () => {
    await open({ javaScriptEnabled: false, timezoneId: 'Asia/Kolkata' }, async (page) => {
      equal(await page.innerText(CREATED), IN_UTC);
      equal(await page.getAttribute(CREATED, 'title'), null);
    });
  });

  for (const [timezoneId, shown] of [
    ['Asia/Kolkata', 'Jan 15, 2026 15:00 GMT+5:30'],
    ['Pacific/Auckland', 'Jan 15, 2026 22:30 GMT+13'],
    ['America/Los_Angeles', 'Jan 15, 2026 01:30 PST'],
    ['UTC', IN_UTC],
  ] as const) {
    it(`are those of ${timezoneId} with it, and UTC as the title`, async () => {
      await open({ timezoneId }, async (page) => {
        equal(await page.innerText(CREATED), shown);
        equal(await page.getAttribute(CREATED, 'title'), IN_UTC);
        deepEqual(await axeFindings(page), []);
      });
    });
  }

  it('are in the page’s language, with digits 0 to 9', async () => {
    const options = { timezoneId: 'Asia/Kolkata', locale: 'en-US' };
    const inLanguage = (lang: string, use: (page: Page) => Promise<void>) =>
      open(options, use, `?lang=${lang}`);
    await inLanguage('ru', async (page) => {
      match(await page.innerText(CREATED), /^15 янв\. 2026.*15:00 GMT\+5:30$/);
    });
    await inLanguage('ar', async (page) => {
      match(await page.innerText(CREATED), /15 .*2026.*15:00/);
    });
  });

  it('are so too in the answer to a form', async () => {
    await open({ timezoneId: 'Asia/Kolkata' }, async (page) => {
      // The stream brings the same once more, and reads out something else.
      await page.route('**/live', (route) => route.fulfill({ status: 204 }));
      await page.reload();
      await page.click('.evidence summary');
      await page.click('text=I have paid');
      const said = page.locator('.state time');
      await said.waitFor();
      match(await said.innerText(), /15:00 GMT\+5:30$/);
      match(await page.innerText('#announcer'), /looking for your payment/);
    });
  });

  it('are so too in a new state', async () => {
    await open({ timezoneId: 'Asia/Kolkata' }, async (page) => {
      const completed = PAGE_VIEWS['payin-completed'] ?? PAYIN;
      views.set('token', { ...completed, sequence: PAYIN.sequence + 1 });
      announce('token');
      await page.locator('h1', { hasText: 'Payment completed' }).waitFor();
      for (const time of await page.locator('.receipt time').all()) {
        match(await time.innerText(), /GMT\+5:30$/);
        match((await time.getAttribute('title')) ?? '', / UTC$/);
      }
    });
  });
});

describe('the menu of languages', () => {
  const russian = (page: Page) => page.locator('.languages a', { hasText: 'Русский' });
  const untilOpen = (page: Page) => russian(page).waitFor();
  const untilClosed = (page: Page) => russian(page).waitFor({ state: 'hidden' });
  const openMenu = async (page: Page) => {
    await page.click('.languages summary');
    await untilOpen(page);
  };

  it('closes on Escape, and the focus goes back to what opened it', async () => {
    await open({}, async (page) => {
      await openMenu(page);
      await page.keyboard.press('Tab');
      await page.locator('.languages a:focus').waitFor();
      await page.keyboard.press('Escape');
      await untilClosed(page);
      await page.locator('.languages summary:focus').waitFor();
    });
  });

  it('closes on a click outside, which does what it does, and stays for one on its edge', async () => {
    await open({}, async (page) => {
      await openMenu(page);
      await page.click('.languages ul', { position: { x: 40, y: 3 } });
      await russian(page).click({ trial: true });
      await page.click('h1');
      await untilClosed(page);
      await openMenu(page);
      await page.click('#utr');
      await untilClosed(page);
      await page.locator('#utr:focus').waitFor();
    });
  });

  it('closes on a tap outside, and takes one inside', async () => {
    const phone = { viewport: { width: 390, height: 844 }, hasTouch: true, isMobile: true };
    await open(phone, async (page) => {
      await page.tap('.languages summary');
      await untilOpen(page);
      await page.tap('main', { position: { x: 5, y: 5 } });
      await untilClosed(page);
      await page.tap('.languages summary');
      await page.tap('.languages a >> text=Русский');
      await page.locator('html[lang="ru"]').waitFor();
    });
  });

  it('leaves the focus where it is when Escape is meant for something else', async () => {
    await open({}, async (page) => {
      await page.focus('#utr');
      await page.keyboard.press('Escape');
      await page.locator('#utr:focus').waitFor();
    });
  });
});
