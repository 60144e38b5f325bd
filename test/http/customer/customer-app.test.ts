// A customer pays in a real browser, on the real use cases: from a new pay-in back to the shop.
import { deepEqual, equal, match } from 'node:assert/strict';
import type { AddressInfo } from 'node:net';
import { before, describe, it } from 'node:test';
import Fastify from 'fastify';
import type { Page } from 'playwright-core';
import { createReceivingAccount } from '../../../server/app/account/receiving-accounts.ts';
import { takeBankLines } from '../../../server/app/line/take-bank-lines.ts';
import { addAdjustment } from '../../../server/app/merchant/add-adjustment.ts';
import { createPayout } from '../../../server/app/payout/create-payout.ts';
import { createPayin } from '../../../server/app/trade/create-payin.ts';
import { registerCustomerRoutes } from '../../../server/http/customer/routes.ts';
import { createLiveStreams, STREAM_LIMITS } from '../../../server/http/transport/live-streams.ts';
import { launchBrowser, type TestBrowser } from '../../support/browser/browser.ts';
import { cleanup } from '../../support/cleanup.ts';
import {
  accepted,
  makeMerchant,
  OPERATOR,
  openTestApp,
  raw,
  type TestApp,
  type TestMerchant,
} from '../../support/test-app.ts';

const POLL_MS = 4_000;
const RETURN_MS = 10_000;

const server = Fastify({ forceCloseConnections: true });
let service: TestApp;
let browser: TestBrowser;
let shop: TestMerchant;
let receiving_account_id: string;

const atEnd = cleanup();
before(async () => {
  service = await openTestApp();
  atEnd(() => service.stop());
  registerCustomerRoutes(server, service.app, {
    streams: createLiveStreams(STREAM_LIMITS),
    requests_per_second: 0,
  });
  atEnd(() => server.close());
  await server.listen({ host: '127.0.0.1', port: 0 });
  const { port } = server.server.address() as AddressInfo;
  const { host } = new URL(service.app.public_url);
  browser = await launchBrowser([`--host-resolver-rules=MAP ${host} 127.0.0.1:${port}`]);
  atEnd(() => browser.close());
  shop = await makeMerchant(service.app, { name: 'Tea & Toys <b>' });
  const fields = { type: 'account', currency: 'INR', name: 'House', bank_name: 'Example Bank' };
  const account = await createReceivingAccount(
    service.app,
    OPERATOR,
    raw({ ...fields, number: '000111222333' }),
  );
  receiving_account_id = accepted(account).id;
});

const order = (order_id: string, amount_cents: number, of = shop) => ({
  merchant_id: of.merchant_id,
  order_id,
  amount_cents,
  amount_currency: 'INR',
  type: 'account',
  client_id: 'client-1',
});

async function payin(order_id: string, amount_cents: number, of = shop): Promise<string> {
  const return_url = 'https://shop.example/thanks?basket=7';
  const fields = raw({ ...order(order_id, amount_cents, of), return_url });
  return accepted(await createPayin(service.app, of.caller, fields)).trade.url;
}

async function bankLine(line: Record<string, unknown>): Promise<void> {
  const lines = [{ booked_at: new Date().toISOString(), ...line }];
  accepted(await takeBankLines(service.app, OPERATOR, raw({ receiving_account_id, lines })));
}

async function visit(url: string, use: (page: Page) => Promise<void>): Promise<void> {
  const page = await browser.newPage();
  try {
    // The page's own waiting (polls, the way back to the shop) is moved on, not waited for.
    await page.clock.install();
    await page.goto(url);
    await use(page);
  } finally {
    await page.close();
  }
}

const heading = (page: Page, hasText: string) => page.locator('h1', { hasText }).waitFor();

/** Sends the UTR and waits for the answer itself: what it brings may be shown live before it. */
async function send(page: Page): Promise<void> {
  const answered = page.waitForResponse(/\/utr$/);
  await page.click('text=Send UTR');
  await answered;
  await page.locator('form[aria-busy]').waitFor({ state: 'detached' });
}

describe('a customer', () => {
  it('pays, gives the UTR, sees the payment arrive and is led back to the shop', async () => {
    await visit(await payin('order-1', 125_050), async (page) => {
      await page.route('https://shop.example/**', (route) => route.fulfill({ body: 'thanks' }));
      await heading(page, 'Pay Tea & Toys <b>');
      equal(await page.innerText('.digits'), '1,250.50');
      match(await page.innerText('.account'), /000111222333[\s\S]*House[\s\S]*Example Bank/);
      await page.fill('#utr', '4123 4567 8901');
      await page.click('text=Send UTR');
      await heading(page, 'We’re checking your payment');
      await bankLine({ amount_cents: 125_050, utr: '412345678901' });
      await page.clock.runFor(POLL_MS);
      await heading(page, 'Payment completed');
      await page.locator('text=We’ll take you back to shop.example').waitFor();
      await page.clock.runFor(RETURN_MS);
      await page.waitForURL('https://shop.example/**');
      const back = new URL(page.url()).searchParams;
      equal(back.get('basket'), '7');
      equal(back.get('order_id'), 'order-1');
      equal(back.get('state'), 'completed');
    });
  });

  it('is found by the reference alone, without a UTR', async () => {
    await visit(await payin('order-2', 77_700), async (page) => {
      const reference = await page.innerText('dt:text-is("Reference") + dd .code');
      await bankLine({ amount_cents: 77_700, text: `transfer ${reference} thanks` });
      await page.clock.runFor(POLL_MS);
      await heading(page, 'Payment completed');
    });
  });

  it('learns that another amount arrived, and what happens with it', async () => {
    await visit(await payin('order-3', 50_000), async (page) => {
      await page.fill('#utr', '412345678903');
      await page.click('text=Send UTR');
      await heading(page, 'We’re checking your payment');
      await bankLine({ amount_cents: 40_000, utr: '412345678903' });
      await page.clock.runFor(POLL_MS);
      await page.locator('text=isn’t the amount we asked for').waitFor();
      match(await page.innerText('.receipt'), /₹500\.00[\s\S]*₹400\.00/);
    });
  });

  it('corrects a UTR three times and no more', async () => {
    await visit(await payin('order-4', 60_000), async (page) => {
      for (const utr of ['412345678911', '412345678912', '412345678913', '412345678914']) {
        await page.fill('#utr', utr);
        await send(page);
        await page.locator('.receipt', { hasText: utr }).waitFor();
      }
      await page.locator('.utr', { hasText: 'can’t change the UTR here any more' }).waitFor();
      equal(await page.locator('#utr').count(), 0);
    });
  });

  it('cannot guess the UTR of somebody else: five tries, mistyped ones too', async () => {
    const utr = '412345678905';
    await visit(await payin('order-10', 95_000), async (page) => {
      await page.fill('#utr', utr);
      await page.click('text=Send UTR');
      await heading(page, 'We’re checking your payment');
      await bankLine({ amount_cents: 95_000, utr });
    });
    await visit(await payin('order-5', 70_000), async (page) => {
      await page.fill('#utr', 'short');
      await page.click('text=Send UTR');
      await page.locator('#utr-error').waitFor();
      for (let guess = 1; guess < 5; guess += 1) {
        await page.fill('#utr', utr);
        // The same words stand there from the guess before.
        await send(page);
        await page.locator('.error', { hasText: 'paid another order' }).waitFor();
      }
      await page.locator('.utr', { hasText: 'too many tries' }).waitFor();
      equal(await page.locator('#utr').count(), 0);
    });
  });

  it('asks for the payment details where the merchant leaves that to the page', async () => {
    const settings = { deferred_assignment: true };
    const other = await makeMerchant(service.app, { name: 'Later Shop', settings });
    await visit(await payin('order-9', 45_600, other), async (page) => {
      await heading(page, 'Pay Later Shop');
      equal(await page.locator('.account').count(), 0);
      await page.click('text=Show payment details');
      await page.locator('.account', { hasText: '000111222333' }).waitFor();
    });
  });

  it('cancels', async () => {
    await visit(await payin('order-6', 80_000), async (page) => {
      await page.click('text=Cancel this payment');
      await page.click('text=Yes, cancel it');
      await heading(page, 'Payment canceled');
    });
  });

  it('sees the receipt of a pay-out with the number masked', async () => {
    const { app } = service;
    const money = raw({ amount_cents: 500_000, reason: 'funding' });
    accepted(await addAdjustment(app, OPERATOR, shop.merchant_id, money, 'funding-1'));
    const payee = { number: '000999888777', name: 'Ravi Example' };
    const fields = raw({ ...order('order-7', 30_000), ...payee });
    const { trade } = accepted(await createPayout(app, shop.caller, fields));
    await visit(trade.url, async (page) => {
      await heading(page, 'Your payment is being prepared');
      const text = await page.innerText('main');
      match(text, /Ravi Example/);
      deepEqual([text.includes('000999888777'), text.includes('Send UTR')], [false, false]);
    });
  });

  it('finds nothing at an address that differs by one character', async () => {
    const url = await payin('order-8', 90_000);
    const other = url.slice(0, -1) + (url.endsWith('A') ? 'Q' : 'A');
    for (const address of [other, url.slice(0, -1), `${url}A`]) {
      await visit(address, (page) => heading(page, 'Page not found'));
    }
  });
});
