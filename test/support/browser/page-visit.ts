// A visit to the payment page in a real browser, with its requests, console messages and errors.
import { deepEqual, equal } from 'node:assert/strict';
import { readFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import type { BrowserContextOptions, Page } from 'playwright-core';
import type { TestBrowser } from './browser.ts';

/** A limit for waits that end with a failure: nothing that works comes near it under any load. */
export const PATIENCE_MS = 60_000;

export type Visit = { page: Page; complaints: string[]; strangers: string[] };

export type VisitOptions = BrowserContextOptions & { at: string };

/** Each visit has its own browser context, closed at the end, so that it leaves nothing behind. */
export async function visitPage(
  browser: TestBrowser,
  { at, ...options }: VisitOptions,
  use: (visit: Visit) => Promise<void>,
): Promise<void> {
  const context = await browser.newContext({ reducedMotion: 'reduce', ...options });
  context.setDefaultTimeout(PATIENCE_MS);
  const page = await context.newPage();
  const complaints: string[] = [];
  const strangers: string[] = [];
  page.on('console', (message) => {
    if (['error', 'warning'].includes(message.type())) complaints.push(message.text());
  });
  page.on('pageerror', (error) => complaints.push(error.message));
  page.on('request', (request) => {
    if (!request.url().startsWith(new URL(at).origin)) strangers.push(request.url());
  });
  try {
    await page.goto(at);
    await use({ page, complaints, strangers });
  } finally {
    await context.close();
  }
}

/** The minified one: a browser reads it in half the time, once for each page that it shows. */
const AXE = readFileSync(fileURLToPath(import.meta.resolve('axe-core/axe.min.js')), 'utf8');

/** A page is usually checked more than once, so the browser keeps the compiled script. */
async function loadAxe(page: Page): Promise<void> {
  if (await page.evaluate<boolean>('"axe" in window')) return;
  await page.addInitScript(AXE);
  await page.evaluate(AXE);
}

/**
 * The problems that axe finds on the current page, by all of its rules or only the named ones. It
 * would note the text and a selector of every element that it looks at, found or not.
 */
export async function axeFindings(page: Page, rules: readonly string[] = []): Promise<string[]> {
  await loadAxe(page);
  const only = rules.length === 0 ? '' : `, runOnly: ${JSON.stringify(rules)}`;
  const options = `{ resultTypes: ['violations'], selectors: false, elementRef: true${only} }`;
  return page.evaluate<string[]>(`
    axe.configure({ noHtml: true });
    axe.run(document, ${options}).then(({ violations }) =>
      violations.flatMap(({ id, nodes }) =>
        nodes.map(({ element }) => id + ': ' + element.outerHTML.slice(0, 300))))`);
}

export const IS_WIDER_THAN_WINDOW =
  'document.documentElement.scrollWidth > document.documentElement.clientWidth';

/** After a change of its size a page draws itself again in one of the next frames. */
export const untilItFits = (page: Page) =>
  page.evaluate(`new Promise((resolve, reject) => {
    const end = performance.now() + ${PATIENCE_MS};
    const look = () => {
      if (!(${IS_WIDER_THAN_WINDOW})) resolve();
      else if (performance.now() < end) requestAnimationFrame(look);
      else reject(new Error('The page is wider than its window'));
    };
    look();
  })`);

const DESKTOP = { width: 1280, height: 800 };
const PHONE = { width: 320, height: 640 };

/** A document: loaded once, then looked at light and dark, on a desktop and on a small phone. */
export async function checkLooks(browser: TestBrowser, at: string): Promise<void> {
  const options = { at, viewport: DESKTOP, colorScheme: 'light' } as const;
  await visitPage(browser, options, async ({ page, complaints, strangers }) => {
    deepEqual(await axeFindings(page), [], 'light');
    equal(await page.evaluate(IS_WIDER_THAN_WINDOW), false, 'wider than a desktop');
    await page.emulateMedia({ colorScheme: 'dark' });
    deepEqual(await axeFindings(page, ['color-contrast', 'link-in-text-block']), [], 'dark');
    await page.setViewportSize(PHONE);
    await untilItFits(page);
    deepEqual(await axeFindings(page), [], 'dark, on a phone');
    deepEqual([complaints, strangers], [[], []]);
  });
}
