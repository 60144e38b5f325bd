// What the page's script does with answers of the service that are no page of the trade, and with
// what is typed while one is awaited.
import { deepEqual, equal, match } from 'node:assert/strict';
import type { AddressInfo } from 'node:net';
import { before, beforeEach, describe, it } from 'node:test';
import type { PageView } from '../../../server/domain/page/page-view.ts';
import { refuse } from '../../../server/domain/service/refusal.ts';
import { errorPage } from '../../../server/pages/error-page.ts';
import { ENGLISH } from '../../../server/pages/texts/english.ts';
import { PAGE_VIEWS, PAYIN } from '../../pages/payment/page-views.ts';
import { launchBrowser, type TestBrowser } from '../../support/browser/browser.ts';
import { type Visit, visitPage } from '../../support/browser/page-visit.ts';
import { cleanup } from '../../support/cleanup.ts';
import { Outage, pageServer } from './customer-page-server.ts';

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

/** The network goes down; the payer sends a UTR, which the page keeps; then something happens. */
async function sendOffline(page: Visit['page'], meanwhile: PageView): Promise<void> {
  await page.context().setOffline(true);
  await page.fill('#utr', '412345678901');
  await page.click('text=Send UTR');
  await page.locator('.send-note', { hasText: 'We’ll send it when you’re back' }).waitFor();
  views.set('token', { ...meanwhile, sequence: 9 });
  await page.context().setOffline(false);
}

describe('a UTR that the page promised to send', () => {
  const asking = PAGE_VIEWS['payin-canceled-asking'] ?? PAYIN;
  const over = PAGE_VIEWS['payin-failed'] ?? PAYIN;

  it('is sent also if the shop canceled meanwhile', async () => {
    await visit(async ({ page }) => {
      await sendOffline(page, asking);
      await page.locator('h1', { hasText: 'We’re checking your payment' }).waitFor();
      deepEqual(asked, ['utr 412345678901']);
    });
  });

  it('stays readable if it can be sent no more', async () => {
    await visit(async ({ page }) => {
      // The answer is lost, as the page is that still takes it.
      await page.route('**/utr', (route) => route.abort());
      await page.fill('#utr', '412345678901');
      await page.click('text=Send UTR');
      views.set('token', { ...over, utr: null, sequence: 9 });
      announce('token');
      await page.locator('h1', { hasText: 'Payment not confirmed' }).waitFor();
      const note = page.locator('.state .send-note');
      await note.waitFor();
      match(await note.innerText(), /We didn’t take this: 412345678901/);
      deepEqual(asked, []);
    });
  });

  it('stays readable if the page that asked to send it again has ended', async () => {
    await visit(async ({ page }) => {
      await page.route('**/utr', (route) => route.abort());
      await page.fill('#utr', '412345678901');
      await page.click('text=Send UTR');
      await page.locator('form .send-note', { hasText: 'hasn’t reached us' }).waitFor();
      views.set('token', { ...over, utr: null, sequence: 9 });
      announce('token');
      const note = page.locator('.state .send-note');
      await note.waitFor();
      match(await note.innerText(), /We didn’t take this: 412345678901/);
    });
  });

  it('is no longer asked for if another window has sent it', async () => {
    await visit(async ({ page }) => {
      await page.route('**/utr', (route) => route.abort());
      await page.fill('#utr', '412345678901');
      await page.click('text=Send UTR');
      await page.locator('form .send-note', { hasText: 'hasn’t reached us' }).waitFor();
      const arrived = { ...PAGE_VIEWS['payin-verifying-locked'], utr: '412345678901' };
      views.set('token', { ...PAYIN, ...arrived, sequence: 9 });
      announce('token');
      await page.locator('h1', { hasText: 'We’re checking your payment' }).waitFor();
      equal(await page.locator('.send-note').count(), 0);
    });
  });

  it('counts as arrived only if the page has it, not because its field is gone', async () => {
    await visit(async ({ page }) => {
      // It arrives, but its answer does not.
      await page.route('**/utr', async (route) => {
        const arrived = { ...PAGE_VIEWS['payin-verifying-locked'], utr: '412345678901' };
        views.set('token', { ...PAYIN, ...arrived });
        await route.abort();
      });
      await page.fill('#utr', '412345678901');
      await page.click('text=Send UTR');
      await page.locator('h1', { hasText: 'We’re checking your payment' }).waitFor();
      equal(await page.locator('.send-note').count(), 0);
      match(await page.innerText('.receipt'), /412345678901/);
    });
  });

  it('is shown without a script, too', async () => {
    views.set('token', { ...over, utr: null });
    refusal.next = refuse('act_not_allowed', '');
    const answer = await server.inject({
      method: 'POST',
      url: '/pay/token/utr',
      headers: { origin: 'http://pay.test', 'content-type': 'application/x-www-form-urlencoded' },
      payload: 'utr=412345678901',
    });
    equal(answer.statusCode, 422);
    match(answer.body, /class="note">We didn’t take this: 412345678901\./);
  });
});

const untilTyped = (page: Visit['page'], text: string) =>
  page.waitForFunction(`document.querySelector('html.has-script #utr')?.value === '${text}'`);

describe('what is typed and not sent', () => {
  it('survives a reload and another language, and is gone once it was sent', async () => {
    await visit(async ({ page }) => {
      await page.fill('#utr', '4123 45');
      await page.reload();
      await untilTyped(page, '4123 45');
      await page.click('.languages summary');
      await page.click('text=Español');
      await page.locator('html[lang=es]').waitFor({ state: 'attached' });
      await untilTyped(page, '4123 45');
      await page.fill('#utr', '412345678901');
      await page.click('text=Enviar UTR');
      await page.locator('h1', { hasText: 'Estamos comprobando' }).waitFor();
      views.set('token', PAYIN);
      await page.reload();
      await untilTyped(page, '');
    });
  });

  it('survives a change of the page, also a question to the service', async () => {
    views.set('token', PAGE_VIEWS['payin-canceled-asking'] ?? PAYIN);
    await visit(async ({ page }) => {
      await page.click('text=I paid, but it isn’t confirmed');
      await page.fill('#words', 'I paid at noon');
      await page.fill('#utr', '4123');
      views.set('token', { ...(PAGE_VIEWS['payin-canceled-asking'] ?? PAYIN), sequence: 7 });
      announce('token');
      await page.locator('main[data-sequence="7"]').waitFor();
      equal(await page.inputValue('#words'), 'I paid at noon');
      equal(await page.inputValue('#utr'), '4123');
      equal(await page.isVisible('#words'), true);
    });
  });
});
