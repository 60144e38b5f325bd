// What the service answered to a page of the console, and when the page has all of it.
import { setTimeout as sleep } from 'node:timers/promises';
import type { Page, Request } from 'playwright-core';
import { PATIENCE_MS } from '../../support/browser/page-visit.ts';
import { untilShown } from '../steps/screen-steps.ts';

type Answer = { path: string; status: number; text: string };

export type Answers = {
  /** Opens the address, and returns what the page was answered once it asks for nothing more. */
  visit(address: string): Promise<Answer[]>;
  /** The same as a link of the console does it, without loading the console again. */
  follow(address: string): Promise<Answer[]>;
};

const API = '/operator/v1';
const SEEN = 'data-seen';

/** The router hears of it as of its own links. */
const moveTo = (address: string) => `
  document.querySelector('h1').setAttribute('${SEEN}', '');
  history.pushState(null, '', ${JSON.stringify(address)});`;

/**
 * No list is read again by itself, which it is every half minute or so: it would be taken for what
 * the next screen asks, or have other rows than a moment ago.
 */
export const READ_ONCE = `
  const repeat = window.setInterval;
  window.setInterval = (act, ms, ...given) => (ms >= 5_000 ? 0 : repeat(act, ms, ...given));`;

const TWO_FRAMES =
  'new Promise((done) => requestAnimationFrame(() => requestAnimationFrame(done)))';

type Requests = {
  /** From now on those of the address that is opened. */
  begin(): void;
  areEnded(): boolean;
  received(): Promise<Answer[]>;
};

async function read(request: Request, url: string): Promise<Answer | null> {
  const response = await request.response();
  if (response === null) return null;
  const path = request.url().slice(url.length + API.length);
  return { path, status: response.status(), text: await response.text() };
}

function watchRequests(page: Page, url: string): Requests {
  const asked = new Set<Request>();
  let of_visit = new WeakSet<Request>();
  let answers: Promise<Answer | null>[] = [];
  // The stream of counts has no end; test/http/operator/alert/live-wire.test.ts reads it.
  const isWatched = (request: Request) =>
    request.url().startsWith(url + API) && request.resourceType() !== 'eventsource';
  page.on('request', (request) => {
    if (!isWatched(request)) return;
    asked.add(request);
    of_visit.add(request);
  });
  // What the page itself broke off did not reach it. (The driver has a promise for the end of a
  // response, too, which stays open if that happens after the first byte.)
  page.on('requestfailed', (request) => asked.delete(request));
  page.on('requestfinished', (request) => {
    if (of_visit.has(request)) answers.push(read(request, url));
    asked.delete(request);
  });
  return {
    begin() {
      answers = [];
      of_visit = new WeakSet();
    },
    areEnded: () => asked.size === 0,
    received: async () => (await Promise.all(answers)).filter((answer) => answer !== null),
  };
}

export async function watchAnswers(page: Page, url: string): Promise<Answers> {
  await page.addInitScript(READ_ONCE);
  const { begin, areEnded, received } = watchRequests(page, url);

  async function untilAnswered(): Promise<void> {
    const end_ms = performance.now() + PATIENCE_MS;
    for (;;) {
      await untilShown(page);
      const was_quiet = areEnded();
      // An answer that is drawn may ask the next question.
      await page.evaluate(TWO_FRAMES);
      if (was_quiet && areEnded()) return;
      if (performance.now() > end_ms) throw new Error(`${page.url()} asks on and on`);
      await sleep(20);
    }
  }

  async function visit(address: string): Promise<Answer[]> {
    begin();
    await page.goto(address);
    await untilAnswered();
    return await received();
  }

  return {
    visit,
    async follow(address) {
      // A link to where the page is already opens nothing.
      const is_there = new URL(page.url()).pathname === new URL(address).pathname;
      if (is_there) return await visit(address);
      begin();
      await page.evaluate(moveTo(address));
      // Until the next screen's code is there, the one before it stays.
      await page.locator(`h1:not([${SEEN}])`).first().waitFor();
      await untilAnswered();
      return await received();
    },
  };
}
