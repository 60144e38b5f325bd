// The guide's table of what can go wrong while somebody pays: each row happens in a real browser,
// between the real service and a proxy that drops, delays, cuts and answers with its own page.
import { deepEqual, equal } from 'node:assert/strict';
import { readFileSync } from 'node:fs';
import { before, describe, it } from 'node:test';
import type { Page } from 'playwright-core';
import { takeBankLines } from '../../../server/app/line/take-bank-lines.ts';
import { expireDue } from '../../../server/app/trade/expire-due.ts';
import { makeAccount, newPayin } from '../../app/scene.ts';
import { launchBrowser, type TestBrowser } from '../../support/browser/browser.ts';
import { type FaultyProxy, openFaultyProxy } from '../../support/browser/faulty-proxy.ts';
import { PATIENCE_MS } from '../../support/browser/page-visit.ts';
import { cleanup } from '../../support/cleanup.ts';
import {
  accepted,
  makeMerchant,
  OPERATOR,
  raw,
  type TestMerchant,
} from '../../support/test-app.ts';
import { type OperatorService, openOperatorService } from '../operator/operator-service.ts';
import { MISHAPS, type Mishap, type Scenario } from './payment-mishaps.ts';

type Row = { minute: string; words: string[]; state: string };

const GUIDE = new URL('../../../docs/guide/when-paying-goes-wrong.md', import.meta.url);
const ROW = /^\| (.+) \| (.+) \| `(\w+)`.*\|$/gm;

/** The words of the second column that stand in quotes, in their order. */
const ROWS: readonly Row[] = [...readFileSync(GUIDE, 'utf8').matchAll(ROW)].map(
  ([, minute = '', sees = '', state = '']) => ({
    minute,
    words: [...sees.matchAll(/"(.+?)"/g)].map(([, quoted = '']) => quoted),
    state,
  }),
);

const LIFE_MS = 15 * 60_000;

let service: OperatorService;
let browser: TestBrowser;
let proxy: FaultyProxy;
let shop: TestMerchant;
let later: TestMerchant;
let receiving_account_id: string;
let last_amount = 10_000;

const atEnd = cleanup();
before(async () => {
  service = await openOperatorService();
  atEnd(() => deepEqual(service.faults, []));
  atEnd(() => service.stop());
  proxy = await openFaultyProxy(service.url);
  atEnd(() => proxy.close());
  const { host } = new URL(service.app.public_url);
  browser = await launchBrowser([`--host-resolver-rules=MAP ${host} ${proxy.host}`]);
  atEnd(() => browser.close());
  receiving_account_id = await makeAccount(service.app, 'INR', { number: '000111222333' });
  shop = await makeMerchant(service.app);
  later = await makeMerchant(service.app, { settings: { deferred_assignment: true } });
});

type Order = Awaited<ReturnType<typeof newPayin>>;

/** Ten seconds before its end, where the time is to end soon. */
async function expire(): Promise<void> {
  const { store } = service.app;
  store.clock_offset_ms = LIFE_MS;
  while ((await expireDue(service.app)) > 0);
  store.clock_offset_ms = 0;
}

async function pay(page: Page, { amount_cents }: Order): Promise<void> {
  const text = await page.innerText('dt:text-is("Reference") + dd .code');
  const lines = [{ booked_at: new Date().toISOString(), amount_cents, text }];
  accepted(await takeBankLines(service.app, OPERATOR, raw({ receiving_account_id, lines })));
}

/** Waits for the words of a row, one after the other; none may be left over. */
function reader(page: Page, words: readonly string[]) {
  const left = [...words];
  const see = async () => {
    const next = left.shift();
    if (next === undefined) throw new Error('the table quotes no more words');
    await page.getByText(next).filter({ visible: true }).first().waitFor();
  };
  return { see, left };
}

async function facts({ merchant_id, id }: Order) {
  const { body } = await service.ask('GET', `/trades/${merchant_id}/${id}`);
  const { trade, timeline, evidence } = Object(body);
  const path = `/receipts?merchant_id=${merchant_id}&trade_id=${id}`;
  const receipts = await service.ask('GET', path);
  const acts: { act: string }[] = timeline.acts;
  return {
    state: trade.state,
    claims: acts.filter(({ act }) => act === 'attach_utr').length,
    notices: evidence.said_paid_at === null ? 0 : 1,
    receipts: Object(receipts.body).data.length,
  };
}

async function happen(row: Row, { kind = 'pending', kept, run }: Scenario): Promise<void> {
  last_amount += 100;
  const of = kind === 'created' ? later : shop;
  const order = await newPayin(service.app, of, { amount_cents: last_amount });
  const context = await browser.newContext({ javaScriptEnabled: kind !== 'no_script' });
  context.setDefaultTimeout(PATIENCE_MS);
  const page = await context.newPage();
  const complaints: string[] = [];
  page.on('pageerror', (error) => complaints.push(error.message));
  proxy.fault = () => null;
  proxy.asked.length = 0;
  try {
    await page.clock.install();
    await page.goto(order.url);
    if (kind !== 'no_script') await page.locator('html.has-script').waitFor();
    const { see, left } = reader(page, row.words);
    const mishap: Mishap = { page, context, proxy, see, expire, pay: () => pay(page, order) };
    await run(mishap);
    deepEqual(left, [], 'words that the payer never saw');
    deepEqual(complaints, []);
  } finally {
    proxy.fault = () => null;
    await context.close();
  }
  const none = { claims: 0, notices: 0, receipts: 0 };
  deepEqual(await facts(order), { ...none, ...kept, state: row.state });
}

describe('when paying goes wrong', () => {
  it('the table has a test for every row, and a row for every test', () => {
    deepEqual(ROWS.map(({ minute }) => minute).sort(), Object.keys(MISHAPS).sort());
    equal(ROWS.filter(({ words }) => words.length === 0).length, 0);
  });

  for (const row of ROWS) {
    it(`${row.minute}: the order is ${row.state}, and the payer knows`, async () => {
      const scenario = MISHAPS[row.minute];
      if (scenario === undefined) throw new Error(`no test for: ${row.minute}`);
      await happen(row, scenario);
    });
  }
});
