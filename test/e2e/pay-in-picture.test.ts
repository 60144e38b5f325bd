// The README's moving picture: a pay-in from its creation to the callback, on the real service. It
// is taken here (--test-update-snapshots); every other run plays the same steps and reads the file.
import { equal, match, ok } from 'node:assert/strict';
import { mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { before, it } from 'node:test';
import type { Page } from 'playwright-core';
import { Webhook } from 'standardwebhooks';
import { readNotes } from '../../server/programs/sandbox-notes.ts';
import { launchBrowser, type TestBrowser } from '../support/browser/browser.ts';
import { type GifFrame, readGif, writeGif } from '../support/browser/gif.ts';
import { visitPage } from '../support/browser/page-visit.ts';
import { writeSmallPng } from '../support/browser/png.ts';
import { ROOT } from '../support/checkout/checkout.ts';
import { cleanup } from '../support/cleanup.ts';
import { type Receiver, startReceiver } from '../support/receiver.ts';
import { type SandboxShell, startSandboxShell } from '../support/sandbox-shell.ts';
import { type DrawFrame, FRAME, openDrawer, PAYMENT_PAGE, type Shown } from './pay-in-frames.ts';

const FOLDER = `${ROOT}docs/guide/images/pay-in/`;
const MOVING = `${FOLDER}create-to-callback.gif`;
const STILL = `${FOLDER}create-to-callback.png`;
const MOST_BYTES = 1_500_000;
const STEPS = 7;
const IS_TAKING = process.execArgv.includes('--test-update-snapshots');

const UTR = '412345678901';
const CREDIT_CENTS = 147_750;

const CREATE = `curl -s $BASE/api/v1/orders/deposit/create \\
    -H "X-Token: $TOKEN" -H 'Content-Type: application/json' \\
    -d '{"merchant_id":"'$MERCHANT_ID'","order_id":"tea-1001",
         "amount_cents":150000,"amount_currency":"INR",
         "type":"upi","client_id":"customer-1"}'`;
const IMPORT = `curl -s "$BASE/operator/v1/statements?$ACCOUNT" \\
    -H "Authorization: Bearer $OPERATOR_TOKEN" \\
    -H 'Content-Type: text/csv' --data-binary @statement.csv`;
const LOOK = `curl -s $BASE/api/v1/orders/$MERCHANT_ID/$TRADE_ID \\
    -H "X-Token: $TOKEN"`;
const BALANCE = `curl -s $BASE/api/v1/merchant/account_balance/$MERCHANT_ID \\
    -H "X-Token: $TOKEN"`;

let sandbox: SandboxShell;
let receiver: Receiver;
let browser: TestBrowser;
let draw: DrawFrame;
let env: Readonly<Record<string, string>>;

const close = cleanup();
before(async () => {
  sandbox = await startSandboxShell();
  close(() => sandbox.stop());
  receiver = await startReceiver();
  close(() => receiver.close());
  browser = await launchBrowser();
  close(() => browser.close());
  draw = await openDrawer(browser);
  env = await settingsOf();
});

async function operator(method: string, path: string, body?: unknown): Promise<unknown> {
  const response = await fetch(`${env.BASE}/operator/v1/${path}`, {
    method,
    headers: {
      authorization: `Bearer ${env.OPERATOR_TOKEN}`,
      ...(body === undefined ? {} : { 'content-type': 'application/json' }),
    },
    ...(body === undefined ? {} : { body: JSON.stringify(body) }),
  });
  ok(response.ok, `${method} ${path}: ${response.status}`);
  return response.json();
}

/** What a developer has in the shell before the first step. */
async function settingsOf(): Promise<Readonly<Record<string, string>>> {
  const notes = await readNotes(sandbox.settings.DATA_DIR);
  ok(notes !== null);
  const { token: TOKEN, merchant_id: MERCHANT_ID, operator_token: OPERATOR_TOKEN } = notes;
  const BASE = `http://127.0.0.1:${sandbox.settings.PORT}`;
  env = { BASE, TOKEN, MERCHANT_ID, OPERATOR_TOKEN };
  const endpoint = `merchants/${MERCHANT_ID}/callback_endpoints/0`;
  await operator('PATCH', endpoint, { url: `${receiver.url}callbacks` });
  const { secret } = Object(await operator('POST', `${endpoint}/rotate_secret`));
  const { data } = Object(await operator('GET', 'receiving_accounts?limit=200'));
  const account = data.find(
    ({ type, currency }: Record<string, string>) => type === 'upi' && currency === 'INR',
  );
  const ACCOUNT = `receiving_account_id=${account.id}&profile=standard`;
  return { ...env, SECRET: secret, ACCOUNT };
}

async function answerTo(command: string): Promise<Record<string, unknown>> {
  const { code, output, complaints } = await sandbox.run(command, env);
  equal(code, 0, complaints);
  return Object(JSON.parse(output));
}

/** Some members of an answer, as they are in it. */
const membersOf = (answer: Record<string, unknown>, ...names: readonly string[]): string[] => [
  '{ …',
  ...names.map((name) => `  "${name}": ${JSON.stringify(answer[name])}`),
  '… }',
];

const typed = (command: string): string[] => `$ ${command}`.split('\n');

/** In the order of their arrival; a wrong signature throws. */
function verifiedCallbacks(): string[] {
  const webhook = new Webhook(env.SECRET ?? '');
  return receiver.received.map(({ headers, body }) => {
    const { type, data } = Object(webhook.verify(body, headers as Record<string, string>));
    return `verified ${type} of ${data.order_id}`;
  });
}

const frames: GifFrame[] = [];

async function show(seconds: number, shown: Shown): Promise<void> {
  frames.push({ pixels: await draw(shown), shown_ms: seconds * 1_000 });
}

async function pay(page: Page, created: readonly string[]): Promise<void> {
  const look = (caption: string, terminal = created) =>
    page.screenshot().then((picture) => show(3.5, { caption, terminal, page: picture }));
  await look('2. The customer opens the payment page and pays by UPI');
  await page.fill('#utr', UTR);
  await page.locator('#utr').scrollIntoViewIfNeeded();
  await look('3. The bank gave the transfer a number, the UTR: the customer enters it');
  await page.click('text=Send UTR');
  await page.locator('h1', { hasText: 'checking your payment' }).waitFor();
  await look('4. A UTR is a claim: nothing is credited yet');
  const imported = await importStatement();
  await page.locator('h1', { hasText: 'Payment completed' }).waitFor();
  await look(
    '5. The bank’s statement has the line: it is matched, and the page shows it',
    imported,
  );
  await receiver.until(3);
  const callbacks = verifiedCallbacks();
  equal(callbacks.at(-1), 'verified deposit.completed of tea-1001');
  const order = await answerTo(LOOK);
  equal(order.settlement_amount_cents, CREDIT_CENTS);
  const members = membersOf(order, 'state', 'fee_cents', 'settlement_amount_cents');
  const told = ['', '# callbacks that the shop got, each signature verified', ...callbacks];
  await look('6. The merchant has the money less the fee, and signed callbacks', [
    ...typed(LOOK),
    ...members,
    ...told,
  ]);
}

async function importStatement(): Promise<string[]> {
  const line = `${new Date().toISOString()},150000,${UTR},UPI transfer,bank-1`;
  const file = `booked_at,amount_cents,utr,text,bank_id\n${line}\n`;
  const written = await sandbox.run(`cat > statement.csv <<'END'\n${file}END`);
  equal(written.code, 0);
  const answer = await answerTo(IMPORT);
  const [{ status, reason }] = answer.lines as [Record<string, unknown>];
  equal(status, 'matched');
  equal(reason, 'utr_account_amount');
  const csv = ['$ cat statement.csv', ...file.trim().split('\n'), ''];
  return [...csv, ...typed(IMPORT), ...membersOf({ status, reason }, 'status', 'reason')];
}

it('shows a pay-in from its creation to the callback', async () => {
  const start = await answerTo(BALANCE);
  const before_it = '1. The shop creates a pay-in';
  await show(2, { caption: before_it, terminal: typed(CREATE), page: null });
  const trade = await answerTo(CREATE);
  equal(trade.state, 'pending');
  env = { ...env, TRADE_ID: String(trade.id) };
  const created = [...typed(CREATE), ...membersOf(trade, 'state', 'url')];
  await show(2.5, { caption: before_it, terminal: created, page: null });
  const options = { at: String(trade.url), viewport: PAYMENT_PAGE, deviceScaleFactor: 1 };
  await visitPage(browser, options, ({ page }) => pay(page, created));
  const end = await answerTo(BALANCE);
  equal(Number(end.actual_amount_cents) - Number(start.actual_amount_cents), CREDIT_CENTS);
  equal(frames.length, STEPS);
});

it('is small, and stands in the README with a still one for those who want no motion', () => {
  if (IS_TAKING) {
    mkdirSync(FOLDER, { recursive: true });
    writeFileSync(MOVING, writeGif(frames));
    const [last] = frames.slice(-1);
    if (last !== undefined) writeFileSync(STILL, writeSmallPng(last.pixels));
  }
  const gif = readFileSync(MOVING);
  ok(gif.length <= MOST_BYTES, `${gif.length} bytes`);
  const { width, height, frames: count, total_ms } = readGif(gif);
  equal(`${width} × ${height}`, `${FRAME.width} × ${FRAME.height}`);
  equal(count, frames.length);
  equal(
    total_ms,
    frames.reduce((sum, { shown_ms }) => sum + shown_ms, 0),
  );
  equal(readFileSync(STILL).readUInt32BE(16), FRAME.width);
  const readme = readFileSync(`${ROOT}README.md`, 'utf8');
  const path = 'docs/guide/images/pay-in/create-to-callback';
  const still = `media="(prefers-reduced-motion: reduce)" srcset="${path}.png"`;
  ok(readme.includes(still), still);
  match(readme, new RegExp(`<img [^>]*src="${path}\\.gif"[^>]*alt="[^"]{80,}"`));
});
