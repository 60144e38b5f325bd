// An open page in a real browser: it changes in place, also over a connection that comes and goes.
import { deepEqual, equal, match, ok } from 'node:assert/strict';
import { type AddressInfo, connect, createServer, type Server, type Socket } from 'node:net';
import { before, beforeEach, describe, it } from 'node:test';
import type { BrowserContextOptions, Page } from 'playwright-core';
import { PAYIN } from '../../pages/payment/page-views.ts';
import { launchBrowser, type TestBrowser } from '../../support/browser/browser.ts';
import { cleanup } from '../../support/cleanup.ts';
import { pageServer } from './customer-page-server.ts';

const { server, views, announce, streams } = pageServer('http://127.0.0.1');
const NOTHING = { ...PAYIN.can, attach_utr: false, cancel: false, assign: false };
let browser: TestBrowser;
let line: Line;

/** A network between browser and service that can be cut. */
type Line = { port: number; cut(): Promise<void>; mend(): Promise<void>; close(): Promise<void> };

async function openLine(to: number): Promise<Line> {
  const sockets = new Set<Socket>();
  let port = 0;
  let bridge: Server;
  const open = () =>
    new Promise<void>((resolve) => {
      bridge = createServer((near) => {
        const far = connect(to, '127.0.0.1');
        for (const [one, other] of [
          [near, far],
          [far, near],
        ] as const) {
          sockets.add(one);
          one.pipe(other);
          one.on('error', () => other.destroy());
          one.on('close', () => {
            sockets.delete(one);
            other.destroy();
          });
        }
      }).listen(port, '127.0.0.1', () => {
        port = (bridge.address() as AddressInfo).port;
        resolve();
      });
    });
  const cut = () =>
    new Promise<void>((resolve) => {
      bridge.close(() => resolve());
      for (const socket of sockets) socket.destroy();
    });
  await open();
  return { port, cut, mend: open, close: cut };
}

const atEnd = cleanup();
before(async () => {
  atEnd(() => server.close());
  await server.listen({ host: '127.0.0.1', port: 0 });
  line = await openLine((server.server.address() as AddressInfo).port);
  atEnd(() => line.close());
  browser = await launchBrowser();
  atEnd(() => browser.close());
});
beforeEach(async () => {
  // The service notices some time later that the pages of the test before are closed.
  await until(() => streams.size() === 0);
  views.clear();
  views.set('token', PAYIN);
});

const change = (to: Partial<typeof PAYIN>) => {
  const before = views.get('token');
  if (typeof before !== 'object') throw new Error('There is no page');
  views.set('token', { ...before, ...to, sequence: before.sequence + 1 });
  announce('token');
};

const VERIFYING = { state: 'verifying', utr: '412345678901', can: NOTHING } as const;
const COMPLETED = { state: 'completed', completed_at: PAYIN.now, can: NOTHING } as const;

async function visit(use: (page: Page) => Promise<void>, options: BrowserContextOptions = {}) {
  const context = await browser.newContext(options);
  try {
    const page = await context.newPage();
    await page.goto(`http://127.0.0.1:${line.port}/pay/token`);
    await use(page);
  } finally {
    await context.close();
  }
}

const shows = (page: Page, state: string) => page.waitForSelector(`main[data-sequence].${state}`);

const until = async (check: () => boolean) => {
  while (!check()) await new Promise((resolve) => setTimeout(resolve, 5));
};

describe('an open page', () => {
  it('changes without a complaint when a change cuts the show of the one before short', async () => {
    await visit(async (page) => {
      const complaints: string[] = [];
      page.on('pageerror', (error) => complaints.push(error.message));
      await page.evaluate(`{
        const start = document.startViewTransition.bind(document);
        document.startViewTransition = (exchange) => {
          const show = start(exchange);
          show.skipTransition();
          return show;
        };
      }`);
      await until(() => streams.size() === 1);
      change(VERIFYING);
      await shows(page, 'working');
      change(COMPLETED);
      await shows(page, 'good');
      deepEqual(complaints, []);
    });
  });

  it('changes in place, twice, without a reload and without asking', async () => {
    await visit(async (page) => {
      const asked: string[] = [];
      await until(() => streams.size() === 1);
      page.on('request', (one) => {
        // The browser may tell of the stream after the service has opened it.
        const path = new URL(one.url()).pathname;
        if (path !== '/pay/token/live') asked.push(path);
      });
      await page.evaluate('window.isSame = true');
      await page.fill('#utr', '4123');
      change(VERIFYING);
      await shows(page, 'working');
      change(COMPLETED);
      await shows(page, 'good');
      equal(await page.evaluate('window.isSame'), true);
      equal(await page.innerText('#announcer'), await page.innerText('h1'));
      // The page itself, once for each change.
      deepEqual(asked, ['/pay/token', '/pay/token']);
    });
  });

  it('says that the connection is lost, and catches up when it is back', async () => {
    await visit(async (page) => {
      await until(() => streams.size() === 1);
      equal(await page.isVisible('#connection-lost'), false);
      await line.cut();
      await page.waitForSelector('#connection-lost', { state: 'visible' });
      change(VERIFYING);
      await line.mend();
      await shows(page, 'working');
      await page.waitForSelector('#connection-lost', { state: 'hidden' });
    });
  });

  it('is offline until the browser is back, also if an answer was under way', async () => {
    await visit(async (page) => {
      await page.addInitScript(`
        window.EventSource = class extends EventTarget {
          constructor() { super(); window.stream = this; }
          close() {}
        };`);
      await page.reload();
      await page.locator('html.has-script').waitFor();
      const answer = () =>
        page.evaluate(`(async () => {
          const data = JSON.stringify({ sequence: ${PAYIN.sequence} });
          stream.dispatchEvent(new MessageEvent('trade', { data }));
          await new Promise((resolve) => setTimeout(resolve));
        })()`);
      await page.context().setOffline(true);
      await page.waitForSelector('#connection-lost', { state: 'visible' });
      await answer();
      equal(await page.isVisible('#connection-lost'), true);
      await page.context().setOffline(false);
      await answer();
      await page.waitForSelector('#connection-lost', { state: 'hidden' });
    });
  });

  it('where nothing can change says it is offline only as long as it is', async () => {
    views.set('token', { ...PAYIN, state: 'reversed', can: NOTHING });
    await visit(async (page) => {
      await page.locator('html.has-script').waitFor();
      await page.context().setOffline(true);
      await page.waitForSelector('#connection-lost', { state: 'visible' });
      await page.context().setOffline(false);
      await page.waitForSelector('#connection-lost', { state: 'hidden' });
    });
  });

  it('asks instead where there is no stream to be had', async () => {
    await visit(async (page) => {
      await page.route('**/live*', (route) => route.fulfill({ status: 429, body: '' }));
      await page.reload();
      const asked = page.waitForRequest('**/status*');
      change(VERIFYING);
      await asked;
      await shows(page, 'working');
    });
  });

  it('lets go of its stream when nobody looks, and has it again when somebody does', async () => {
    await visit(async (page) => {
      await until(() => streams.size() === 1);
      const hide = (hidden: boolean) =>
        page.evaluate(`
          Object.defineProperty(document, 'hidden', { value: ${hidden}, configurable: true });
          document.dispatchEvent(new Event('visibilitychange'))`);
      await hide(true);
      await until(() => streams.size() === 0);
      change(COMPLETED);
      await hide(false);
      await shows(page, 'good');
    });
  });

  it('is opened on two screens: both change', async () => {
    await visit(async (one) => {
      await visit(async (other) => {
        await until(() => streams.size() === 2);
        await one.click('.cancel summary');
        await one.click('.cancel button');
        await shows(other, 'quiet');
        match(await other.innerText('h1'), /cancel/i);
      });
    });
  });

  it('listens no more where nothing can change', async () => {
    views.set('token', { ...PAYIN, state: 'reversed', can: NOTHING });
    await visit(async (page) => {
      await page.waitForFunction('document.readyState === "complete"');
      equal(streams.size(), 0);
    });
  });

  it('without its script has a button that shows how it stands', async () => {
    await visit(
      async (page) => {
        equal(streams.size(), 0);
        change(VERIFYING);
        await page.click('.refresh a, .refresh button');
        await shows(page, 'working');
        ok(!(await page.isVisible('#connection-lost')));
      },
      { javaScriptEnabled: false },
    );
  });
});
