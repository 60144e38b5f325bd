// The payment page in the oldest browsers that it serves, and where its script does not come: what
// they lack is taken away from the browser of the test.
import { deepEqual, equal, match, ok } from 'node:assert/strict';
import { readdirSync, readFileSync } from 'node:fs';
import type { AddressInfo } from 'node:net';
import { before, beforeEach, describe, it } from 'node:test';
import type { Page } from 'playwright-core';
import { pageServer } from '../../http/customer/customer-page-server.ts';
import { launchBrowser, type TestBrowser } from '../../support/browser/browser.ts';
import { visitPage } from '../../support/browser/page-visit.ts';
import { cleanup } from '../../support/cleanup.ts';
import { PAGE_VIEWS, PAYIN } from '../payment/page-views.ts';

/**
 * What Chrome 88, Safari 14.1 and Firefox 78 do not all have, and the page's script might be
 * tempted to use: younger browsers have all of it.
 */
const TAKEN_AWAY = `
  const Form = FormData;
  window.FormData = class extends Form {
    constructor(form, ...rest) {
      // An old browser ignores it: the button's value would be lost without a word.
      super(form);
    }
  };
  delete SubmitEvent.prototype.submitter;
  delete HTMLFormElement.prototype.requestSubmit;
  delete Document.prototype.startViewTransition;
  for (const name of ['ariaBusy', 'ariaLabel']) delete Element.prototype[name];
  for (const name of ['at', 'findLast', 'toSorted', 'toReversed', 'with']) {
    delete Array.prototype[name];
  }
  for (const name of ['replaceAll', 'at']) delete String.prototype[name];
  for (const name of ['hasOwn', 'groupBy']) delete Object[name];
  for (const name of ['any', 'withResolvers']) delete Promise[name];
  for (const name of ['timeout', 'any']) delete AbortSignal[name];
  delete window.structuredClone;
  delete window.createImageBitmap;
  delete window.WeakRef;
`;

const { server, views, asked } = pageServer('http://pay.test');
let browser: TestBrowser;
let at: string;

const UNSURE = { kind: 'unsure', candidates: ['412345678901', '512345678902'] } as const;

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
});

async function inOldBrowser(use: (page: Page) => Promise<void>): Promise<void> {
  await visitPage(browser, { at }, async ({ page, complaints }) => {
    await page.addInitScript(TAKEN_AWAY);
    await page.reload();
    await page.locator('html.has-script').waitFor({ state: 'attached' });
    equal(await page.evaluate('[].at ?? "taken"'), 'taken');
    await use(page);
    // Browsers complain of every refusal.
    deepEqual(
      complaints.filter((words) => !words.includes('status of 422')),
      [],
    );
  });
}

describe('in the oldest browsers', () => {
  it('a UTR chosen among two is sent', async () => {
    const message = `Paid. Ref ${UNSURE.candidates.join(' or ')}`;
    await inOldBrowser(async (page) => {
      await page.fill('#utr', message);
      await page.click('text=Send UTR');
      await page.locator('.choice button').first().waitFor();
      await page.locator('.choice button', { hasText: '512345678902' }).click();
      await page.locator('h1', { hasText: 'We’re checking your payment' }).waitFor();
      deepEqual(asked, [`utr ${message}`, 'utr 512345678902']);
      equal(await page.locator('.choice').count(), 0);
    });
  });

  it('Enter in the field sends it, and the page says what became of it', async () => {
    await inOldBrowser(async (page) => {
      await page.fill('#utr', '412345678901');
      await page.press('#utr', 'Enter');
      await page.locator('h1', { hasText: 'We’re checking your payment' }).waitFor();
      deepEqual(asked, ['utr 412345678901']);
    });
  });

  it('"I have paid" is said once', async () => {
    await inOldBrowser(async (page) => {
      await page.click('.evidence summary');
      await page.click('text=I have paid');
      await page.locator('h1', { hasText: 'We’re looking for your payment' }).waitFor();
      deepEqual(asked, ['paid']);
    });
  });
});

describe('without :has() in its style', () => {
  it('a wide window has one column, as wide as the tile', async () => {
    await visitPage(browser, { at }, async ({ page }) => {
      await page.route('**/*.css', async (route) => {
        const answer = await route.fetch();
        const body = (await answer.text()).replaceAll(':has(', ':unknown(');
        await route.fulfill({ response: answer, body });
      });
      await page.reload();
      const parts = ['.account .details', '.how', '.utr'].map((part) => page.locator(part));
      const boxes = await Promise.all(parts.map((part) => part.boundingBox()));
      equal(new Set(boxes.map((box) => box?.x)).size, 1);
      equal(new Set(boxes.map((box) => box?.width)).size, 1);
      ok((boxes[0]?.width ?? 0) > 400);
    });
  });
});

describe('the script', () => {
  const folder = new URL('../../../server/pages/browser/', import.meta.url);
  const scripts = readdirSync(folder).filter((name) => name.endsWith('.js'));
  /** Syntax of ES2021 and later, and regular expressions that Safari 14 cannot read. */
  const TOO_NEW: readonly (readonly [string, RegExp])[] = [
    ['a separator in a number', /\b\d+_\d/],
    ['a logical assignment', /\?\?=|\|\|=|&&=/],
    ['a private or static member', /[\s.]#\w|\bstatic\b/],
    ['an assertion about what stands before', /\(\?<[=!]/],
    ['a flag of a regular expression', /\/[a-z]*[dv][a-z]*[.;,)]/],
  ];

  it('is written in the language of 2020', () => {
    ok(scripts.length > 5);
    const found = scripts.flatMap((name) => {
      const lines = readFileSync(new URL(name, folder), 'utf8').split('\n');
      const code = lines.filter((line) => !/^\s*(?:\/\/|\/?\*)/.test(line)).join('\n');
      return TOO_NEW.filter(([, pattern]) => pattern.test(code)).map(
        ([what]) => `${name}: ${what}`,
      );
    });
    deepEqual(found, []);
    for (const [, pattern] of TOO_NEW) {
      ok(['1_000', 'a ??= b', ' #x', '(?<=a)', '/x/v;'].some((text) => pattern.test(text)));
    }
  });
});

const isShown = (page: Page, what: string) => page.locator(what).first().isVisible();

describe('without its script', () => {
  for (const [why, broken] of [
    ['does not load', ''],
    ['does not compile', 'this is no script'],
    ['fails at its first line', 'throw new Error("broken");'],
  ] as const) {
    it(`that ${why}, the page shows a way to refresh and no dead buttons`, async () => {
      await visitPage(browser, { at }, async ({ page }) => {
        await page.route('**/*.js', (route) =>
          broken === ''
            ? route.abort()
            : route.fulfill({ contentType: 'text/javascript', body: broken }),
        );
        await page.reload();
        await page.locator('.by-hand a').waitFor({ state: 'visible' });
        for (const dead of ['.copy', '.by-itself', '[data-print]']) {
          equal(await isShown(page, dead), false, dead);
        }
        // It says "Pay" until the payer asks again.
        views.set('token', PAGE_VIEWS['payin-completed'] ?? PAYIN);
        await page.click('.by-hand a');
        match(await page.innerText('h1'), /Payment completed/);
        await page.locator('.by-hand a').waitFor({ state: 'visible' });
      });
    });
  }

  it('with it, the same place says that the page updates itself, and nothing moves', async () => {
    await visitPage(browser, { at }, async ({ page }) => {
      await page.locator('html.has-script').waitFor({ state: 'attached' });
      equal(await isShown(page, '.by-itself'), true);
      equal(await isShown(page, '.by-hand a'), false);
      equal(await isShown(page, '.copy'), true);
      const height = () => page.evaluate<number>('document.querySelector("main").offsetHeight');
      const before = await height();
      await page.evaluate('document.documentElement.classList.remove("has-script")');
      equal(await height(), before);
    });
  });
});
