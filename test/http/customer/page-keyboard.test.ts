// The payment page without a mouse, without eyes, without a script: what is reached, said, kept.
import { deepEqual, equal, match, ok } from 'node:assert/strict';
import type { AddressInfo } from 'node:net';
import { before, beforeEach, describe, it } from 'node:test';
import type { BrowserContextOptions, Page } from 'playwright-core';
import { PAGE_VIEWS, PAYIN } from '../../pages/payment/page-views.ts';
import { launchBrowser, type TestBrowser } from '../../support/browser/browser.ts';
import { visitPage } from '../../support/browser/page-visit.ts';
import { cleanup } from '../../support/cleanup.ts';
import { pageServer } from './customer-page-server.ts';

const ORIGIN = 'http://pay.test';
const { server, views, asked, announce } = pageServer(ORIGIN);
let browser: TestBrowser;

const atEnd = cleanup();
before(async () => {
  atEnd(() => server.close());
  await server.listen({ host: '127.0.0.1', port: 0 });
  const { port } = server.server.address() as AddressInfo;
  browser = await launchBrowser([`--host-resolver-rules=MAP pay.test 127.0.0.1:${port}`]);
  atEnd(() => browser.close());
});
beforeEach(() => {
  views.set('token', PAYIN);
  asked.length = 0;
});

const open = (options: BrowserContextOptions, use: (page: Page) => Promise<void>) =>
  visitPage(browser, { at: `${ORIGIN}/pay/token`, ...options }, ({ page }) => use(page));

const FOCUSED = `(() => {
  const { activeElement } = document;
  return activeElement.id || activeElement.dataset.copy || activeElement.textContent.trim();
})()`;

async function tabTo(page: Page, wanted: RegExp): Promise<string[]> {
  const passed: string[] = [];
  for (let press = 0; press < 40; press += 1) {
    await page.keyboard.press('Tab');
    const focused = await page.evaluate<string>(FOCUSED);
    passed.push(focused);
    if (wanted.test(focused)) return passed;
  }
  throw new Error(`${wanted} is not among ${passed.join(', ')}`);
}

function show(name: string): void {
  const current = views.get('token');
  const sequence = typeof current === 'object' ? current.sequence + 1 : 1;
  views.set('token', { ...PAYIN, ...PAGE_VIEWS[name], sequence });
  announce('token');
}

describe('with the keyboard alone', () => {
  it('a payment is made: copied, claimed, followed to its end, and back to the shop', async () => {
    await open({}, async (page) => {
      await page.route('https://shop.example/**', (route) => route.fulfill({ body: 'shop' }));
      await page.locator('html.has-script').waitFor();
      const passed = await tabTo(page, /^4111111111111111$/);
      match(passed[0] ?? '', /English/);
      deepEqual(passed.slice(1), ['1250.50', '4111111111111111']);
      // Said for three seconds only: the wait begins before the key.
      const said = page.locator('#announcer', { hasText: /^Copied: 4111111111111111$/ }).waitFor();
      await Promise.all([said, page.keyboard.press('Enter')]);
      await tabTo(page, /^utr$/);
      await page.keyboard.type('4123 4567 8901');
      await page.keyboard.press('Enter');
      await page.locator('h1', { hasText: 'We’re checking your payment' }).waitFor();
      deepEqual(asked, ['utr 4123 4567 8901']);
      show('payin-completed');
      await page.locator('h1', { hasText: 'Payment completed' }).waitFor();
      equal(await page.innerText('#announcer'), 'Payment completed');
      await tabTo(page, /^Return to/);
      await page.keyboard.press('Enter');
      await page.waitForURL('https://shop.example/**');
    });
  });

  it('another language is chosen', async () => {
    await open({}, async (page) => {
      await tabTo(page, /English/);
      await page.keyboard.press('Enter');
      await tabTo(page, /^Русский$/);
      await page.keyboard.press('Enter');
      await page.locator('html[lang="ru"]').waitFor();
      match(page.url(), /\?lang=ru$/);
      await page.locator('html.has-script').waitFor();
      show('payin-completed');
      await page.locator('h1', { hasText: 'Платёж выполнен' }).waitFor();
    });
  });

  it('nobody is thrown out of place when the state changes under them', async () => {
    await open({}, async (page) => {
      await page.locator('html.has-script').waitFor();
      await tabTo(page, /^7ZK2M0QX4B$/);
      show('payin-canceled');
      await page.locator('h1:focus', { hasText: 'Payment canceled' }).waitFor();
      await page.keyboard.press('Tab');
      ok(await page.evaluate('document.querySelector("main").contains(document.activeElement)'));
    });
  });
});

describe('without a script', () => {
  it('another language is chosen, a UTR is given in it, and the page is refreshed', async () => {
    await open({ javaScriptEnabled: false }, async (page) => {
      await page.click('.languages summary');
      await page.click('text=Português');
      await page.fill('#utr', '412345678901');
      await page.click('text=Enviar UTR');
      await page.locator('h1', { hasText: 'Estamos verificando' }).waitFor();
      match(page.url(), /\?lang=pt$/);
      views.set('token', PAGE_VIEWS['payin-completed'] ?? PAYIN);
      equal(await page.innerText('.refresh a'), 'Atualizar');
      await page.click('.refresh a');
      await page.locator('h1', { hasText: 'Pagamento concluído' }).waitFor();
      match(page.url(), /\?lang=pt$/);
    });
  });

  it('nothing is there that only a script could do', async () => {
    views.set('token', PAGE_VIEWS['payin-completed'] ?? PAYIN);
    await open({ javaScriptEnabled: false }, async (page) => {
      for (const part of ['.copy', '.returning', '[data-print]']) {
        equal(await page.locator(part).filter({ visible: true }).count(), 0, part);
      }
    });
  });
});

describe('on paper', () => {
  it('there is the receipt, dark on light, and nothing to press', async () => {
    views.set('token', PAGE_VIEWS['payin-completed'] ?? PAYIN);
    await open({ colorScheme: 'dark' }, async (page) => {
      await page.emulateMedia({ media: 'print', colorScheme: 'dark' });
      for (const part of ['button', 'form', 'nav', '.return', '.messages']) {
        equal(await page.locator(part).filter({ visible: true }).count(), 0, part);
      }
      match(await page.innerText('.receipt'), /412345678901[\s\S]*order-1001/);
      const ink = 'getComputedStyle(document.querySelector("h1")).color';
      equal(await page.evaluate(ink), 'rgb(22, 32, 44)');
    });
  });

  it('the button prints', async () => {
    views.set('token', PAGE_VIEWS['payin-completed'] ?? PAYIN);
    await open({}, async (page) => {
      await page.evaluate('window.print = () => { window.printed = true; }');
      await page.click('text=Print');
      equal(await page.evaluate('window.printed'), true);
    });
  });
});
