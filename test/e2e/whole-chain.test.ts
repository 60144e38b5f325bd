// A stranger's first hour: a pay-in from its creation over the payment page and a bank statement to
// the credit and the signed callback.
import { deepEqual, equal, match, ok } from 'node:assert/strict';
import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { before, describe, it } from 'node:test';
import type { BrowserContextOptions, Page } from 'playwright-core';
import { Webhook } from 'standardwebhooks';
import { runCommand } from '../../bench/harness/command-line.ts';
import {
  type HttpClient,
  merchantClient,
  operatorClient,
} from '../../bench/harness/http-client.ts';
import { removeFolder, scratchFolder } from '../../bench/harness/scratch-folder.ts';
import { type ServiceProcess, spawnService } from '../../bench/harness/service-process.ts';
import { setCallbacks } from '../../bench/harness/shop.ts';
import type { CallbackBody, EventBody } from '../../server/app/callback/event-view.ts';
import type { BalanceBody, TradeBody } from '../../server/app/request/views.ts';
import type { SandboxNotes } from '../../server/app/seed/seed-sandbox.ts';
import { launchBrowser, type TestBrowser } from '../support/browser/browser.ts';
import { copiedBy } from '../support/browser/copied-by.ts';
import { cleanup } from '../support/cleanup.ts';
import { type Receiver, startReceiver } from '../support/receiver.ts';

type Account = { id: string; type: string; currency: string };
type Imported = { matched: number; lines: { status: string; trade_id: string; reason: string }[] };
type Feed = { data: EventBody[]; next_after: number; has_more: boolean };

let data_dir: string;
let service: ServiceProcess;
let receiver: Receiver;
let browser: TestBrowser;
let url: string;
let notes: SandboxNotes;
let merchant: HttpClient;
let operator: HttpClient;
let secret: string;

const atEnd = cleanup();
before(async () => {
  data_dir = await scratchFolder();
  atEnd(() => removeFolder(data_dir));
  receiver = await startReceiver();
  atEnd(() => receiver.close());
  service = spawnService({ DATA_DIR: data_dir });
  atEnd(async () => equal(await service.stop(), 0));
  url = await service.ready;
  browser = await launchBrowser();
  atEnd(() => browser.close());
  notes = JSON.parse(await readFile(join(data_dir, 'sandbox.json'), 'utf8'));
  merchant = merchantClient(url, notes.token);
  operator = operatorClient(url, notes.operator_token);
  secret = await setCallbacks(operator, notes.merchant_id, `${receiver.url}callbacks`);
});

async function createPayin(type: string, order_id: string, amount_cents: number) {
  const { status, body } = await merchant.post<TradeBody>('/orders/deposit/create', {
    merchant_id: notes.merchant_id,
    order_id,
    amount_cents,
    amount_currency: 'INR',
    type,
    client_id: 'customer-1',
    return_url: 'https://shop.example/thanks',
  });
  equal(status, 201, JSON.stringify(body));
  equal(body.state, 'pending');
  return body;
}

async function accountOf(type: string): Promise<string> {
  const { body } = await operator.get<{ data: Account[] }>('/receiving_accounts?limit=200');
  const found = body.data.filter((row) => row.type === type && row.currency === 'INR');
  equal(found.length, 1);
  return found[0]?.id ?? '';
}

async function importStatement(trade: TradeBody, utr: string): Promise<void> {
  const booked_at = new Date().toISOString();
  const file = [
    'booked_at,amount_cents,utr,text,bank_id',
    `${booked_at},${trade.amount_cents},${utr},"From ""ASHA RAO"", thank you",TXN-${utr}`,
    `${booked_at},-2500,,Charges,CHARGES-${utr}`,
    '',
  ].join('\n');
  const account_id = await accountOf(trade.type);
  const path = `/statements?receiving_account_id=${account_id}&profile=standard`;
  const send = () =>
    operator.send<Imported>(path, {
      method: 'POST',
      headers: { 'content-type': 'text/csv' },
      body: file,
    });
  const { status, body } = await send();
  equal(status, 200, JSON.stringify(body));
  deepEqual(
    body.lines.map((line) => [line.status, line.trade_id, line.reason]),
    [
      ['matched', trade.id, 'utr_account_amount'],
      ['suspense', null, 'outgoing'],
    ],
  );
  const again = await send();
  deepEqual(
    again.body.lines.map((line) => line.status),
    ['duplicate', 'duplicate'],
  );
}

async function balance(): Promise<BalanceBody> {
  const path = `/merchant/account_balance/${notes.merchant_id}`;
  const { status, body } = await merchant.get<BalanceBody>(path);
  equal(status, 200);
  equal(body.amount_cents, body.actual_amount_cents + body.blocked_amount_cents);
  return body;
}

async function feedOf(trade: TradeBody): Promise<EventBody[]> {
  const events: EventBody[] = [];
  for (let after = 0; ; ) {
    const { status, body } = await merchant.get<Feed>(`/events?after=${after}&limit=200`);
    equal(status, 200);
    events.push(...body.data);
    if (!body.has_more) break;
    after = body.next_after;
  }
  deepEqual(
    events.map((event) => event.number),
    events.map((_event, index) => index + 1),
  );
  return events.filter((event) => event.data.id === trade.id);
}

/** Signed, in order, masked, and the same as the feed tells. */
async function checkCallbacks(trade: TradeBody, types: readonly string[], number: string) {
  const own = () => receiver.received.filter(({ body }) => body.includes(trade.id));
  while (own().length < types.length) await receiver.until(receiver.received.length + 1);
  const bodies = own().map(({ headers, body }): CallbackBody => {
    new Webhook(secret).verify(body, headers as Record<string, string>);
    ok(!body.includes(number), 'the number is masked');
    return JSON.parse(body);
  });
  deepEqual(
    bodies.map((body) => [body.type, body.sequence]),
    types.map((type, index) => [type, index + 1]),
  );
  const told = (await feedOf(trade)).map(({ number: _number, id: _id, ...event }) => event);
  deepEqual(told, bodies);
}

async function visit(at: string, options: BrowserContextOptions, use: (page: Page) => unknown) {
  const context = await browser.newContext(options);
  const page = await context.newPage();
  const complaints: string[] = [];
  page.on('pageerror', (error) => complaints.push(error.message));
  page.on('console', (message) => {
    // A form that was refused comes back as a page with that status.
    const is_refusal = message.text().includes('status of 422');
    if (message.type() === 'error' && !is_refusal) complaints.push(message.text());
  });
  try {
    const response = await page.goto(at);
    equal(response?.status(), 200);
    await use(page);
    deepEqual(complaints, []);
  } finally {
    await context.close();
  }
}

const heading = (page: Page, text: string) => page.locator('h1', { hasText: text }).waitFor();

const copied = (page: Page, label: string): Promise<string> =>
  copiedBy(page, page.locator('.copy', { hasText: label }));

describe('the whole chain', () => {
  it('pays by card with a browser and its script', async () => {
    const start = await balance();
    const trade = await createPayin('card', 'chain-card', 150_049);
    match(trade.payment_data.number ?? '', /^\d{4} \d{4} \d{4} \d{4}$/);
    const number = (trade.payment_data.number ?? '').replaceAll(' ', '');
    equal(trade.percent, 1.5);
    equal(trade.fee_cents, 2_251); // 2 250.735 rounded half up
    await visit(trade.url, {}, async (page) => {
      ok((await page.innerText('main')).includes(trade.payment_data.number ?? ''));
      equal(await copied(page, 'Amount'), '1500.49');
      equal(await copied(page, 'Card number'), number);
      await page.fill('#utr', ' 4123 4567 8901 ');
      await page.click('text=Send UTR');
      await heading(page, 'We’re checking your payment');
      deepEqual(await balance(), start);
      await importStatement(trade, '412345678901');
      await heading(page, 'Payment completed');
      const link = (await page.getAttribute('a[data-return]', 'href')) ?? '';
      const back = new URL(link);
      equal(back.searchParams.get('id'), trade.id);
      equal(back.searchParams.get('state'), 'completed');
    });
    const end = await balance();
    equal(end.actual_amount_cents - start.actual_amount_cents, 150_049 - 2_251);
    equal(end.blocked_amount_cents, start.blocked_amount_cents);
    const types = ['deposit.pending', 'deposit.verifying', 'deposit.completed'];
    await checkCallbacks(trade, types, number);
    const path = `/orders/${notes.merchant_id}/${trade.id}`;
    const { body } = await merchant.get<TradeBody>(path);
    deepEqual([body.state, body.utr, body.is_final], ['completed', '412345678901', true]);
  });

  it('pays by UPI in a browser without JavaScript', async () => {
    const start = await balance();
    const trade = await createPayin('upi', 'chain-upi', 99_900);
    await visit(trade.url, { javaScriptEnabled: false }, async (page) => {
      ok((await page.innerText('main')).includes('demo.house@sandbox'));
      await page.fill('#utr', '12 34');
      await page.click('text=Send UTR');
      match(await page.innerText('#utr-error'), /12 digits/);
      await page.fill('#utr', '5123-4567-8902');
      await page.click('text=Send UTR');
      await heading(page, 'We’re checking your payment');
      equal(page.url(), trade.url);
      await importStatement(trade, '512345678902');
      await page.click('.refresh a');
      await heading(page, 'Payment completed');
    });
    const { fee_cents } = trade;
    const end = await balance();
    equal(end.actual_amount_cents - start.actual_amount_cents, 99_900 - fee_cents);
    const types = ['deposit.pending', 'deposit.verifying', 'deposit.completed'];
    await checkCallbacks(trade, types, 'demo.house@sandbox');
  });

  it('leaves books that the command line proves', async () => {
    const { code, out, told } = await runCommand(url, notes.operator_token, ['verify', '--json']);
    equal(code, 0, `${out}${told}`);
    equal(JSON.parse(out).ok, true);
  });

  it('tells nothing of a page whose address is not quite right', async () => {
    const trade = await createPayin('account', 'chain-guess', 12_345);
    const last = trade.url.endsWith('A') ? 'B' : 'A';
    for (const wrong of [`${trade.url.slice(0, -1)}${last}`, `${url}/pay/${trade.id}`]) {
      const response = await fetch(wrong);
      equal(response.status, 404);
      ok(!(await response.text()).includes('chain-guess'));
    }
  });
});
