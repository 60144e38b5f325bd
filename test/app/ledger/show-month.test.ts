// A month of a book, on a real database: of a merchant, of the house and of one receiving account,
// in a zone, over more entries than one question of the search asks for.
import assert from 'node:assert/strict';
import { after, before, suite, test } from 'node:test';
import { showMonth } from '../../../server/app/ledger/show-month.ts';
import type { OpenApp } from '../../../server/app/open-app.ts';
import { makeProof } from '../../../server/app/proof/make-proof.ts';
import { actOnTrade } from '../../../server/app/trade/act-on-trade.ts';
import { readEntries } from '../../../server/store/ledger/ledger-lists.ts';
import { firstEntryFrom } from '../../../server/store/ledger/month-sums.ts';
import {
  accepted,
  makeMerchant,
  OPERATOR,
  openTestApp,
  raw,
  refusedWith,
  type TestApp,
  type TestMerchant,
} from '../../support/test-app.ts';
import * as scene from '../scene.ts';

const HOUR_MS = 3_600_000;
const KOLKATA = 'Asia/Kolkata';

let service: TestApp;
let app: OpenApp;
let shop: TestMerchant;
let account: string;
/** The first moment of a month after today, in UTC, and its name. */
let start: number;
let month: string;
let monthBefore: string;

async function moveTo(at: number): Promise<void> {
  app.store.clock_offset_ms = at - Date.now();
  await app.settings.refresh();
}

const nameOf = (at: number) => new Date(at).toISOString().slice(0, 7);

async function credit(at: number, amount_cents: number): Promise<void> {
  await moveTo(at);
  const { id } = await scene.newPayin(app, shop, { amount_cents });
  accepted(await actOnTrade(app, OPERATOR, shop.merchant_id, id, 'confirm', raw({})));
}

type Query = { merchant_id?: string; receiving_account_id?: string; time_zone?: string };
const show = async (name: string, query: Query) => accepted(await showMonth(app, name, query));

async function available(name: string, query: Query = {}) {
  const shown = await show(name, { merchant_id: shop.merchant_id, ...query });
  const own = shown.accounts.find((one) => one.account === 'available');
  return [own?.opening_cents, own?.movements, own?.closing_cents];
}

const credits = (entries: number, amount_cents: number) => [
  { act: 'payin_completed', entries, amount_cents },
];

before(async () => {
  service = await openTestApp();
  app = service.app;
  shop = await makeMerchant(app);
  account = await scene.makeAccount(app, 'INR');
  const today = new Date();
  start = Date.UTC(today.getUTCFullYear(), today.getUTCMonth() + 2, 1);
  month = nameOf(start);
  monthBefore = nameOf(start - 1);
  // 23:00 in UTC is the first of the next month in India already.
  await credit(start - 12 * HOUR_MS, 1_000);
  await credit(start - HOUR_MS, 200);
  for (let hour = 1; hour <= 20; hour += 1) await credit(start + hour * HOUR_MS, 30);
});

after(async () => {
  await service.stop();
});

suite('a month of a merchant', () => {
  test('begins with what the month before ended with', async () => {
    assert.deepEqual(await available(monthBefore), [0, credits(2, 1_200), 1_200]);
    assert.deepEqual(await available(month), [1_200, credits(20, 600), 1_800]);
  });

  test('is that of a time zone', async () => {
    const zone = { time_zone: KOLKATA };
    assert.deepEqual(await available(monthBefore, zone), [0, credits(1, 1_000), 1_000]);
    assert.deepEqual(await available(month, zone), [1_000, credits(21, 800), 1_800]);
  });

  test('adds up on every account, and to zero over all of them', async () => {
    const { accounts } = await show(month, { merchant_id: shop.merchant_id });
    const sumOf = (value: (one: (typeof accounts)[number]) => number) =>
      accounts.reduce((sum, one) => sum + (one.side === 'debit' ? -1 : 1) * value(one), 0);
    for (const one of accounts) {
      const moved = one.movements.reduce((sum, { amount_cents }) => sum + Number(amount_cents), 0);
      assert.equal(Number(one.opening_cents) + moved, Number(one.closing_cents));
    }
    assert.equal(
      sumOf(({ opening_cents }) => Number(opening_cents)),
      0,
    );
    assert.equal(
      sumOf(({ closing_cents }) => Number(closing_cents)),
      0,
    );
  });

  test('names its entries, and the proof once there is one', async () => {
    await moveTo(start + 30 * HOUR_MS);
    const of = { merchant_id: shop.merchant_id };
    const open = await show(month, of);
    const entries = await readEntries(app.store.db, shop.merchant_id, 0n, 100);
    assert.deepEqual(
      [open.first_entry, open.last_entry, open.last_hash, open.proof_day, open.is_over],
      [3, 22, entries.at(-1)?.hash, null, false],
    );
    assert.equal((await makeProof(app, { role: 'service', id: null })).kind, 'made');
    const proved = await show(month, of);
    assert.equal(proved.proof_day, new Date(start).toISOString().slice(0, 10));
    assert.equal((await show(monthBefore, of)).is_over, true);
    const none = await show('2020-01', of);
    assert.deepEqual([none.first_entry, none.proof_day, none.accounts], [null, null, []]);
  });

  test('finds the first entry from every moment, as reading all of them does', async () => {
    const { db } = app.store;
    const entries = await readEntries(db, shop.merchant_id, 0n, 100);
    const last = BigInt(entries.length);
    for (const at of [0, ...entries.flatMap((one) => [one.at - 1, one.at, one.at + 1])]) {
      const found = entries.find((entry) => entry.at >= at)?.number ?? last + 1n;
      assert.equal(await firstEntryFrom(db, shop.merchant_id, at, last), found);
    }
  });
});

test('a month of a receiving account has its accounts of the house’s book only', async () => {
  await moveTo(start + 40 * HOUR_MS);
  const other = await scene.makeAccount(app, 'INR', { number: '000111222333' });
  await scene.feed(app, account, [{ amount_cents: 700, booked_at: new Date(start).toISOString() }]);
  await scene.feed(app, other, [{ amount_cents: 11, booked_at: new Date(start).toISOString() }]);
  const compareOwn = async () => {
    const { book, accounts } = await show(month, { receiving_account_id: account });
    assert.equal(book, 'house');
    assert.deepEqual(
      accounts.map((one) => [one.account, one.side, one.opening_cents, one.closing_cents]),
      [
        [`bank:${account}`, 'debit', 0, 700],
        [`suspense:${account}`, 'credit', 0, 700],
      ],
    );
  };
  await compareOwn();
  await moveTo(start + 60 * HOUR_MS);
  assert.equal((await makeProof(app, { role: 'service', id: null })).kind, 'made');
  await compareOwn();
});

test('what does not exist or does not fit is refused', async () => {
  const unknown = '00000000-0000-8000-8000-00000000abcd';
  const codeOf = async (name: string, query: Query) =>
    refusedWith(await showMonth(app, name, query)).code;
  for (const name of ['2026-13', '2026-1', 'now', '2026-01-01']) {
    assert.equal(await codeOf(name, {}), 'not_found');
  }
  assert.equal(await codeOf(month, { merchant_id: unknown }), 'not_found');
  assert.equal(await codeOf(month, { receiving_account_id: unknown }), 'not_found');
  const both = { merchant_id: shop.merchant_id, receiving_account_id: account };
  assert.equal(await codeOf(month, both), 'invalid_request');
  assert.equal(await codeOf(month, { time_zone: 'Mars/Olympus' }), 'invalid_request');
});
