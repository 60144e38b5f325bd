// The payment page for everybody: every state in every language, light and dark, at 400 % zoom.
import { deepEqual, equal, ok } from 'node:assert/strict';
import type { AddressInfo } from 'node:net';
import { before, describe, it } from 'node:test';
import { LANGUAGES } from '../../../server/pages/texts/languages.ts';
import { PAGE_VIEWS } from '../../pages/payment/page-views.ts';
import { launchBrowser, type TestBrowser } from '../../support/browser/browser.ts';
import { axeFindings, IS_WIDER_THAN_WINDOW, visitPage } from '../../support/browser/page-visit.ts';
import { cleanup } from '../../support/cleanup.ts';
import { pageServer } from './customer-page-server.ts';

/** As wide as 1280 px at 400 %, WCAG's measure for reflow; so high that whatever moves is seen. */
const ZOOMED = { width: 320, height: 4_000 };
/** Cheaper than a locator, which brings a quarter of a megabyte of code into every page. */
const HAS_SCRIPT = `new Promise((done) => {
  const look = () =>
    document.querySelector('html.has-script') ? done() : requestAnimationFrame(look);
  look();
})`;
const SHIFTS = `new Promise((done) => {
  new PerformanceObserver((list) => done(list.getEntries().map(({ value }) => value)))
    .observe({ type: 'layout-shift', buffered: true });
  requestAnimationFrame(() => requestAnimationFrame(() => done([])));
})`;
/**
 * A page that is settled goes back to the shop after some seconds; on a slow machine that is while
 * it is being looked at. Short timers run.
 */
const NOTHING_LATER = `{
  const begin = window.setTimeout;
  window.setTimeout = (act, wait_ms = 0, ...given) =>
    wait_ms < 1000 ? begin(act, wait_ms, ...given) : 0;
}`;

/** A word of the head line may come with the next packet; a line that moves is 0.0014 and more. */
const MOST_SHIFT = 0.000_5;

let browser: TestBrowser;

const atEnd = cleanup();
before(async () => {
  browser = await launchBrowser();
  atEnd(() => browser.close());
});

/** One of its own for each language: its clock is that of the page it showed last. */
async function withService(use: (origin: string) => Promise<void>): Promise<void> {
  const { server, views } = pageServer('http://pay.test');
  for (const [name, view] of Object.entries(PAGE_VIEWS)) views.set(name, view);
  await server.listen({ host: '127.0.0.1', port: 0 });
  try {
    await use(`http://127.0.0.1:${(server.server.address() as AddressInfo).port}`);
  } finally {
    await server.close();
  }
}

async function checkAll(origin: string, lang: string): Promise<void> {
  const at = `${origin}/pay/none?lang=${lang}`;
  await visitPage(browser, { at, viewport: ZOOMED }, async ({ page, complaints, strangers }) => {
    await page.addInitScript(NOTHING_LATER);
    for (const name of Object.keys(PAGE_VIEWS)) {
      await page.emulateMedia({ colorScheme: 'light' });
      await page.goto(`${origin}/pay/${name}?lang=${lang}`);
      await page.evaluate(HAS_SCRIPT);
      const shifts = await page.evaluate<number[]>(SHIFTS);
      ok(shifts.reduce((sum, shift) => sum + shift, 0) < MOST_SHIFT, `${name} moves: ${shifts}`);
      equal(await page.evaluate(IS_WIDER_THAN_WINDOW), false, `${name} is too wide`);
      deepEqual(await axeFindings(page), [], name);
      // Another scheme changes colours and nothing else.
      await page.emulateMedia({ colorScheme: 'dark' });
      deepEqual(await axeFindings(page, ['color-contrast']), [], `${name} dark`);
    }
    deepEqual(strangers, []);
    // The address of the first visit leads nowhere: one complaint of the browser's own.
    deepEqual(complaints.slice(1), []);
  });
}

describe('every state of the page', { concurrency: 3 }, () => {
  for (const { lang } of LANGUAGES) {
    it(`in ${lang} is accessible, fits into 320 px and stays where it is`, () =>
      withService((origin) => checkAll(origin, lang)));
  }
});
