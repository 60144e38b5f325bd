// What can go wrong while somebody pays, by the first column of the guide's table, and how it is
// brought about in a browser. `see` waits for the next words that the table quotes.
import { equal, match } from 'node:assert/strict';
import type { BrowserContext, Page } from 'playwright-core';
import type { Fault, FaultyProxy } from '../../support/browser/faulty-proxy.ts';
import { JPEG } from '../../support/browser/receipt-files.ts';

export type Mishap = {
  page: Page;
  context: BrowserContext;
  proxy: FaultyProxy;
  /** Waits for the next quoted words of the row. */
  see(): Promise<void>;
  /** The order's whole amount arrives, by its reference. */
  pay(): Promise<void>;
  /** The time to pay is over. */
  expire(): Promise<void>;
};

export type Kind = 'pending' | 'created' | 'no_script';

/** `kind`: which page it happens on; the claims, notices and receipts that are true afterwards. */
export type Scenario = {
  kind?: Kind;
  kept?: { claims?: number; notices?: number; receipts?: number };
  run(mishap: Mishap): Promise<void>;
};

const UTR = '412345678901';
const POST = /^POST /;
const LIVE = /\/(?:live|status)\b/;

const on =
  (what: RegExp, fault: Fault) =>
  (asked: string): Fault | null =>
    what.test(asked) ? fault : null;

/** The first that fits, and no other. */
function once(what: RegExp, fault: Fault): FaultyProxy['fault'] {
  let is_over = false;
  return (asked) => {
    if (is_over || !what.test(asked)) return null;
    is_over = true;
    return fault;
  };
}

async function sendUtr({ page }: Mishap): Promise<void> {
  await page.fill('#utr', UTR);
  await page.click('text=Send UTR');
}

async function isStillThere({ page }: Mishap): Promise<void> {
  equal(await page.inputValue('#utr'), UTR);
  equal(await page.isEnabled('text=Send UTR'), true);
}

async function confirmCancel({ page, see }: Mishap, quoted: boolean): Promise<void> {
  await page.click('text=Cancel this payment');
  if (quoted) await see();
  await page.click('text=Yes, cancel it');
}

async function sayPaid({ page }: Mishap): Promise<void> {
  await page.click('text=Paid, but no UTR?');
  await page.click('text=I have paid');
}

async function sendReceipt({ page }: Mishap): Promise<void> {
  await page.click('text=Paid, but no UTR?');
  const file = { name: 'receipt.jpg', mimeType: 'image/jpeg', buffer: JPEG };
  await page.setInputFiles('#receipt', file);
  await page.click('text=Send receipt');
}

const sendingUtr = (fault: FaultyProxy['fault'], after?: (mishap: Mishap) => Promise<void>) =>
  async function run(mishap: Mishap): Promise<void> {
    mishap.proxy.fault = fault;
    await sendUtr(mishap);
    await mishap.see();
    await after?.(mishap);
  };

export const MISHAPS: Readonly<Record<string, Scenario>> = {
  'the page itself is cut in its middle': { run: cutPage },
  'the browser copies nothing': {
    async run({ page, see }) {
      await page.evaluate('document.execCommand = () => false');
      await page.click('.account .copy >> nth=0');
      await see();
      equal(await page.locator('.copy.done').count(), 0);
      equal(await page.inputValue('.bare:focus'), '000111222333');
      equal(await page.evaluate('getSelection().toString()'), '000111222333');
    },
  },
  'the UTR is sent without a connection': {
    kept: { claims: 1 },
    async run(mishap) {
      const { page, context, see } = mishap;
      await context.setOffline(true);
      await sendUtr(mishap);
      await see();
      await isStillThere(mishap);
      // Whoever closes the page now is asked first.
      const leaving = "dispatchEvent(new Event('beforeunload', { cancelable: true }))";
      equal(await page.evaluate(leaving), false);
      await context.setOffline(false);
      await see();
    },
  },
  'cancel is confirmed without a connection': {
    async run(mishap) {
      const { page, context, see, proxy } = mishap;
      await context.setOffline(true);
      await confirmCancel(mishap, true);
      await see();
      const back = page.waitForRequest(LIVE);
      await context.setOffline(false);
      await back;
      equal(
        proxy.asked.some((asked) => POST.test(asked)),
        false,
      );
    },
  },
  'the connection is cut once before the UTR arrives': {
    kept: { claims: 1 },
    run: sendingUtr(once(POST, 'drop')),
  },
  'the connection is cut each time before the UTR arrives': {
    run: sendingUtr(on(POST, 'drop'), isStillThere),
  },
  'the UTR arrives and its answer is cut in the middle': {
    kept: { claims: 1 },
    run: sendingUtr(once(POST, 'cut')),
  },
  'a proxy answers the UTR with its own page': {
    run: sendingUtr(on(POST, 'page'), isStillThere),
  },
  'the UTR arrives and a proxy answers with its own page': {
    kept: { claims: 1 },
    run: sendingUtr(on(POST, 'page_after')),
  },
  'the UTR gets no answer, and neither does anything else': {
    kept: { claims: 1 },
    async run(mishap) {
      const { page, proxy, see } = mishap;
      proxy.fault = on(/./, 'hold');
      await sendUtr(mishap);
      await see();
      await isStillThere(mishap);
      // The page's own patience is moved on, not waited for.
      await page.clock.fastForward(21_000);
      await see();
      proxy.fault = () => null;
      await page.clock.fastForward(60_000);
      await see();
    },
  },
  'the service is too busy to take the UTR': {
    run: sendingUtr(on(POST, 'busy'), isStillThere),
  },
  'send is pressed twice': {
    kept: { claims: 1 },
    async run({ page, see }) {
      await page.fill('#utr', UTR);
      await page.dblclick('text=Send UTR');
      await see();
    },
  },
  'the time ends while the UTR is being typed': {
    kept: { claims: 1 },
    async run({ page, see, expire }) {
      await page.fill('#utr', UTR);
      await expire();
      await see();
      equal(await page.inputValue('#utr'), UTR);
      await page.click('text=Send UTR');
      await see();
    },
  },
  'the answer to "I have paid" is lost': {
    kept: { notices: 1 },
    async run(mishap) {
      mishap.proxy.fault = once(POST, 'cut');
      await sayPaid(mishap);
      await mishap.see();
    },
  },
  'the time ends after "I have paid"': {
    kept: { notices: 1 },
    async run(mishap) {
      await sayPaid(mishap);
      await mishap.page.locator('h1', { hasText: 'looking for your payment' }).waitFor();
      await mishap.expire();
      await mishap.see();
      equal(await mishap.page.isVisible('#utr'), true);
    },
  },
  'a receipt is cut on its way': {
    async run(mishap) {
      mishap.proxy.fault = on(POST, 'half');
      await sendReceipt(mishap);
      await mishap.see();
      match(await mishap.page.inputValue('#receipt'), /receipt\.jpg$/);
    },
  },
  'a receipt arrives and its answer is lost': {
    kept: { receipts: 1 },
    async run(mishap) {
      mishap.proxy.fault = once(POST, 'cut');
      await sendReceipt(mishap);
      await mishap.see();
    },
  },
  'cancel is confirmed and its answer is lost': {
    async run(mishap) {
      mishap.proxy.fault = once(POST, 'cut');
      await confirmCancel(mishap, false);
      await mishap.see();
      await mishap.see();
    },
  },
  'the payment details are asked for and a proxy answers': {
    kind: 'created',
    async run({ page, proxy, see }) {
      proxy.fault = once(POST, 'page_after');
      await page.click('text=Show payment details');
      await see();
    },
  },
  'the money arrives while the payer is offline': {
    async run({ context, see, pay }) {
      await context.setOffline(true);
      await see();
      await pay();
      await context.setOffline(false);
      await see();
    },
  },
  'a proxy answers all that the page asks': {
    async run({ page, context, proxy, see, pay }) {
      proxy.fault = on(/./, 'page');
      // Whoever is online again asks at once.
      await context.setOffline(true);
      await context.setOffline(false);
      await see();
      await pay();
      proxy.fault = () => null;
      await page.clock.fastForward(120_000);
      await see();
    },
  },
  'without JavaScript: the page itself is cut in its middle': { kind: 'no_script', run: cutPage },
  'without JavaScript: a proxy answers the UTR with its own page': {
    kind: 'no_script',
    run: sendingUtr(on(POST, 'page'), openAgain),
  },
  'without JavaScript: the UTR arrives and its answer is lost': {
    kind: 'no_script',
    kept: { claims: 1 },
    run: sendingUtr(on(POST, 'page_after'), openAgain),
  },
};

/**
 * Cut once the browser shows what has come: if the end comes before that, it may show its own page.
 * It never ends the wait by itself.
 */
async function cutPage({ page, proxy, see }: Mishap): Promise<void> {
  proxy.fault = once(/^GET \/pay\/[\w-]{64}$/, 'part');
  await page.reload({ waitUntil: 'commit' });
  proxy.cut();
  await see();
  equal(await page.isVisible('.code'), false);
  await page.reload();
  await see();
}

async function openAgain({ page, see }: Mishap): Promise<void> {
  await page.goBack();
  await page.reload();
  await see();
}
