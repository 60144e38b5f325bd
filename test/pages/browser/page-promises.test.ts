// What the page's script promised to send, or said of what it sent, holds whatever the payer does
// beside it: other forms, another window, the bank's app, the way back to the shop.
import { deepEqual, equal, match } from 'node:assert/strict';
import type { AddressInfo } from 'node:net';
import { before, beforeEach, describe, it } from 'node:test';
import type { Page } from 'playwright-core';
import type { PageView } from '../../../server/domain/page/page-view.ts';
import { refuse } from '../../../server/domain/service/refusal.ts';
import { pageServer } from '../../http/customer/customer-page-server.ts';
import { launchBrowser, type TestBrowser } from '../../support/browser/browser.ts';
import { type Visit, visitPage } from '../../support/browser/page-visit.ts';
import { cleanup } from '../../support/cleanup.ts';
import { NOTHING, PAGE_VIEWS, PAYIN } from '../payment/page-views.ts';

const { server, views, asked, refusal, announce } = pageServer('http://pay.test');
let browser: TestBrowser;
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

const UTR = '412345678901';
const CONTESTED = PAGE_VIEWS['payin-contested'] ?? PAYIN;
const OVER: PageView = { ...(PAGE_VIEWS['payin-failed'] ?? PAYIN), utr: null, sequence: 9 };

async function keepUtr(page: Page): Promise<void> {
  await page.context().setOffline(true);
  await page.fill('#utr', UTR);
  await page.click('text=Send UTR');
  await page.locator('.utr .send-note', { hasText: 'We’ll send it' }).waitFor();
}

const openEvidence = (page: Page) => page.click('.evidence summary');

async function sendReceipt(page: Page): Promise<void> {
  const file = { name: 'receipt.png', mimeType: 'image/png', buffer: Buffer.from('not read') };
  await page.setInputFiles('#receipt', file);
  await page.click('text=Send receipt');
}

describe('a UTR that is kept until the device is online', () => {
  it('is sent, and so is "I have paid", if both were pressed', async () => {
    await visit(async ({ page }) => {
      await keepUtr(page);
      await openEvidence(page);
      await page.click('text=I have paid');
      await page.locator('.evidence .send-note', { hasText: 'We’ll send it' }).waitFor();
      await page.context().setOffline(false);
      await page.locator('h1', { hasText: 'We’re checking your payment' }).waitFor();
      equal(asked[0], `utr ${UTR}`);
    });
  });

  it('is sent although a receipt could not be', async () => {
    await visit(async ({ page }) => {
      await keepUtr(page);
      await openEvidence(page);
      await sendReceipt(page);
      await page.locator('.evidence .send-note', { hasText: 'try again when' }).waitFor();
      await page.locator('.utr .send-note', { hasText: 'We’ll send it' }).waitFor();
      await page.context().setOffline(false);
      await page.locator('h1', { hasText: 'We’re checking your payment' }).waitFor();
      deepEqual(asked, [`utr ${UTR}`]);
    });
  });
});

describe('two forms after each other', () => {
  it('are both answered for, if the answer to the first is lost', async () => {
    await visit(async ({ page }) => {
      const held = Promise.withResolvers<void>();
      let tries = 0;
      await page.route('**/utr', async (route) => {
        tries += 1;
        if (tries > 1) return route.continue();
        await held.promise;
        return route.abort();
      });
      await page.fill('#utr', UTR);
      await page.click('text=Send UTR');
      await page.locator('.utr .send-note', { hasText: 'Sending' }).waitFor();
      await openEvidence(page);
      await page.click('text=I have paid');
      held.resolve();
      await page.locator('h1', { hasText: 'We’re checking your payment' }).waitFor();
      equal(asked[0], `utr ${UTR}`);
    });
  });
});

describe('a message whose answer was lost', () => {
  it('did not arrive because somebody else wrote', async () => {
    views.set('token', CONTESTED);
    await visit(async ({ page }) => {
      await page.route('**/message', (route) => route.abort());
      const { dispute } = CONTESTED;
      if (dispute === null) throw new Error('contested by nobody');
      const answer = { author: 'operator', text: 'Hello?', has_file: false, sent_at: 0 } as const;
      const messages = [...dispute.messages, answer];
      const more = { ...dispute, messages };
      views.set('token', { ...CONTESTED, dispute: more, sequence: 7 });
      await page.fill('#words', 'I paid at noon');
      await page.click('text=Send message');
      await page.locator('.send-note', { hasText: 'hasn’t reached us' }).waitFor();
      equal(await page.inputValue('#words'), 'I paid at noon');
    });
  });
});

describe('a UTR whose answer was lost', () => {
  it('did not arrive because the shop gave another one', async () => {
    await visit(async ({ page }) => {
      let tries = 0;
      await page.route('**/utr', (route) => {
        tries += 1;
        if (tries > 1) return route.continue();
        views.set('token', {
          ...(PAGE_VIEWS['payin-verifying'] ?? PAYIN),
          utr: '999988887777',
          sequence: 8,
        });
        return route.abort();
      });
      await page.fill('#utr', `Paid Rs 1,250.50, UTR ${UTR}`);
      await page.click('text=Send UTR');
      await page.locator('.receipt', { hasText: UTR }).waitFor();
      equal(asked.length, 1);
    });
  });
});

/** A request that begins after any that the timers made. */
async function stays({ page, strangers }: Visit): Promise<void> {
  await page.clock.fastForward(120_000);
  await page.evaluate('fetch(document.querySelector("main").dataset.pageUrl)');
  deepEqual(strangers, []);
}

describe('a page that says what to keep', () => {
  it('does not leave by itself', async () => {
    await visit(async (visited) => {
      const { page } = visited;
      await page.clock.install();
      await page.reload();
      await page.route('**/utr', (route) => route.abort());
      await page.route('https://shop.example/**', (route) => route.fulfill({ body: 'shop' }));
      await page.fill('#utr', UTR);
      await page.click('text=Send UTR');
      views.set('token', { ...OVER, can: NOTHING });
      announce('token');
      const note = page.locator('.state .send-note', { hasText: UTR });
      await note.waitFor();
      await stays(visited);
      match(await note.innerText(), /Please keep it/);
      equal(await page.isVisible('.returning'), false);
    });
  });

  it('does not leave after a refusal either', async () => {
    await visit(async (visited) => {
      const { page } = visited;
      await page.clock.install();
      await page.reload();
      await page.route('https://shop.example/**', (route) => route.fulfill({ body: 'shop' }));
      await page.route('**/pay/token/utr', (route) => {
        views.set('token', OVER);
        refusal.next = refuse('act_not_allowed', '');
        return route.continue();
      });
      await page.fill('#utr', UTR);
      await page.click('text=Send UTR');
      await page.locator('main .note', { hasText: UTR }).waitFor();
      await stays(visited);
    });
  });
});

describe('a tab that the phone closed while the payer was in the bank’s app', () => {
  it('still has what was typed', async () => {
    await visit(async ({ page }) => {
      await page.addInitScript(
        "addEventListener('pagehide', (event) => event.stopImmediatePropagation())",
      );
      await page.reload();
      await page.fill('#utr', '4123 45');
      // A discarded tab gets no other event than that it is hidden.
      await page.evaluate(`
        Object.defineProperty(document, 'hidden', { get: () => true });
        document.dispatchEvent(new Event('visibilitychange'));`);
      await page.reload();
      await page.waitForFunction(
        `document.querySelector('html.has-script #utr')?.value === '4123 45'`,
      );
    });
  });
});

describe('a page that was left before its form had an answer', () => {
  const leaveUnsure = async (page: Page): Promise<void> => {
    page.on('dialog', (dialog) => void dialog.accept());
    await page.fill('#utr', UTR);
    await page.click('text=Send UTR');
    await page.locator('.utr .send-note', { hasText: 'don’t know yet' }).waitFor();
  };

  it('sends it when it is opened again', async () => {
    await visit(async ({ page }) => {
      await page.route(/pay\/token(\/utr)?$/, (route) => route.abort());
      await leaveUnsure(page);
      await page.unroute(/pay\/token(\/utr)?$/);
      await page.reload();
      await page.locator('h1', { hasText: 'We’re checking your payment' }).waitFor();
      deepEqual(asked, [`utr ${UTR}`]);
    });
  });

  it('does not send again what had arrived', async () => {
    await visit(async ({ page }) => {
      await page.route(/pay\/token(\/utr)?$/, (route) => route.abort());
      await leaveUnsure(page);
      const arrived = { ...(PAGE_VIEWS['payin-verifying'] ?? PAYIN), utr: UTR };
      views.set('token', arrived);
      await page.unroute(/pay\/token(\/utr)?$/);
      await page.reload();
      await page.locator('html.has-script').waitFor({ state: 'attached' });
      equal(await page.inputValue('#utr'), '');
      equal(await page.locator('.send-note').count(), 0);
      deepEqual(asked, []);
    });
  });
});
