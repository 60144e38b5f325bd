// Lists for operators: pages without gaps or repetitions, filters, and forged cursors.
import assert from 'node:assert/strict';
import { after, before, suite, test } from 'node:test';
import { listReceivingAccounts } from '../../../server/app/account/receiving-accounts.ts';
import { listDeliveries } from '../../../server/app/callback/list-deliveries.ts';
import { listLedgerAccounts, listLedgerEntries } from '../../../server/app/ledger/list-ledger.ts';
import { listBankLines } from '../../../server/app/line/list-bank-lines.ts';
import { listMerchants } from '../../../server/app/merchant/merchants.ts';
import type { OpenApp } from '../../../server/app/open-app.ts';
import type { Page } from '../../../server/app/request/paging.ts';
import { actOnTrade } from '../../../server/app/trade/act-on-trade.ts';
import { listOwnTrades, listTrades } from '../../../server/app/trade/list-trades.ts';
import { getTradeWithTimeline } from '../../../server/app/trade/trade-timeline.ts';
import { isRefusal, type Refusal } from '../../../server/domain/service/refusal.ts';
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

type Query = Record<string, string>;
type Listing = (query: Query) => Promise<Page<unknown> | Refusal>;

let service: TestApp;
let app: OpenApp;
let merchants: TestMerchant[];
let account: string;
before(async () => {
  service = await openTestApp();
  app = service.app;
  merchants = await Promise.all([1, 2, 3].map(() => makeMerchant(app)));
  account = await scene.makeAccount(app, 'INR');
  for (const merchant of merchants) {
    await scene.fund(app, merchant.merchant_id, 10_000);
    for (let made = 0; made < 4; made += 1) {
      const callback_url = 'https://shop.example/';
      const amount_cents = 1_000 + scene.newNumber();
      await scene.newPayin(app, merchant, { amount_cents, callback_url, client_id: `c-${made}` });
    }
    await scene.newPayout(app, merchant, 100);
  }
  await scene.makeAccount(app, 'EUR');
  await scene.feed(
    app,
    account,
    [1, 2, 3, 4, 5].map((index) => ({ amount_cents: index })),
  );
});
after(async () => {
  await service.stop();
});

const LISTS: Record<string, { list: Listing; size: number }> = {
  trades: { list: (query) => listTrades(app, query), size: 15 },
  merchants: { list: (query) => listMerchants(app, query), size: 3 },
  receiving_accounts: { list: (query) => listReceivingAccounts(app, query), size: 2 },
  bank_lines: { list: (query) => listBankLines(app, query), size: 5 },
  deliveries: { list: (query) => listDeliveries(app, query), size: 12 },
  ledger_accounts: { list: (query) => listLedgerAccounts(app, query), size: 11 },
  ledger_entries: { list: (query) => listLedgerEntries(app, query), size: 5 },
};

const encodeCursor = (key: readonly unknown[]) =>
  Buffer.from(JSON.stringify(key)).toString('base64url');

async function readAll(list: Listing, limit: string, query: Query = {}): Promise<unknown[]> {
  const found: unknown[] = [];
  let cursor: string | null = '';
  do {
    const page: Page<unknown> = accepted(await list({ ...query, limit, cursor }));
    assert.ok(page.data.length <= Number(limit));
    found.push(...page.data);
    cursor = page.next_cursor;
  } while (cursor !== null);
  return found;
}

suite('pages', () => {
  for (const [name, { list, size }] of Object.entries(LISTS)) {
    test(`${name}: by any size the same, each once`, async () => {
      const whole = accepted(await list({ limit: '200' }));
      assert.equal(whole.next_cursor, null);
      assert.equal(whole.data.length, size);
      for (const limit of ['1', '2', String(size - 1), String(size), String(size + 1)]) {
        if (limit !== '0') assert.deepEqual(await readAll(list, limit), whole.data, limit);
      }
    });

    test(`${name}: a cursor that no list gave is a wrong field`, async () => {
      const id = '01890000-0000-7000-8000-000000000000';
      const cursors = [
        'garbage',
        '!!',
        'bnVsbA',
        encodeCursor([]),
        encodeCursor([1, 2, 3, 4]),
        encodeCursor(['x']),
        encodeCursor([id, id, id]),
        encodeCursor([`${id}' or 1=1 --`]),
        encodeCursor([id, id, '9'.repeat(18)]),
        encodeCursor([id, '\u0000', 'INR']),
        encodeCursor(['9'.repeat(40)]),
        encodeCursor(['-1']),
        Buffer.from('{"a":1}').toString('base64url'),
        Buffer.from('"a"').toString('base64url'),
        'A'.repeat(5_000),
      ];
      for (const cursor of cursors) {
        const refused = refusedWith(await list({ cursor }));
        assert.equal(refused.code, 'invalid_request');
        assert.deepEqual(
          refused.errors?.map(({ field }) => field),
          ['cursor'],
          cursor,
        );
      }
      for (const limit of ['0', '201', 'x', '-1', '1.5', '9'.repeat(20)]) {
        assert.equal(refusedWith(await list({ limit })).errors?.[0]?.field, 'limit');
      }
    });
  }
});

const ids = (page: Page<unknown> | Refusal) =>
  accepted(page).data.map((item) => String((item as { id: string }).id));

suite('trades', () => {
  test('newest first, over all merchants', async () => {
    const found = ids(await listTrades(app, {}));
    assert.deepEqual(found, found.toSorted().toReversed());
  });

  test('each filter finds its own, and together they narrow', async () => {
    const [merchant] = merchants;
    const merchant_id = merchant?.merchant_id ?? '';
    const cases: [Query, number][] = [
      [{ merchant_id }, 5],
      [{ direction: 'payout' }, 3],
      [{ merchant_id, direction: 'payin' }, 4],
      [{ state: 'pending' }, 12],
      [{ state: 'completed' }, 0],
      [{ client_id: 'c-2' }, 3],
      [{ client_id: 'c-2', merchant_id }, 1],
      [{ order_id: 'nothing' }, 0],
      [{ utr: 'ABCDEFGH1' }, 0],
      [{ utr: 'no utr' }, 0],
      [{ merchant_id: '01890000-0000-7000-8000-000000000000' }, 0],
    ];
    for (const [query, count] of cases) {
      assert.equal(ids(await listTrades(app, query)).length, count, JSON.stringify(query));
    }
    const all = accepted(await listTrades(app, {})).data;
    for (const trade of all) {
      assert.deepEqual(ids(await listTrades(app, { order_id: trade.order_id })), [trade.id]);
    }
  });

  test('a filter that cannot be is a wrong field, not a fault', async () => {
    const cases: Query[] = [
      { merchant_id: 'x' },
      { state: 'paid' },
      { direction: 'in' },
      { order_id: 'a\u0000b' },
      { utr: '\u0000' },
      { client_id: '\u0000' },
      { order_id: 'x'.repeat(129) },
      { client_id: '\ud800' },
    ];
    for (const query of cases) {
      const refused = refusedWith(await listTrades(app, query));
      assert.deepEqual(
        refused.errors?.map(({ field }) => field),
        Object.keys(query),
      );
    }
  });

  test('lists show numbers masked, and what is SQL elsewhere is text here', async () => {
    const hostile = `'; drop table trades; --`;
    assert.deepEqual(ids(await listTrades(app, { order_id: hostile })), []);
    const { data } = accepted(await listTrades(app, { direction: 'payout' }));
    for (const { payment_data } of data) assert.match(payment_data.number ?? '', /\*/);
  });
});

suite('other filters', () => {
  test('bank lines by account and status', async () => {
    assert.equal(ids(await listBankLines(app, { receiving_account_id: account })).length, 5);
    assert.equal(ids(await listBankLines(app, { status: 'matched' })).length, 0);
    assert.equal(ids(await listBankLines(app, { status: 'suspense' })).length, 5);
    assert.ok(isRefusal(await listBankLines(app, { status: 'lost' })));
    assert.ok(isRefusal(await listBankLines(app, { receiving_account_id: 'x' })));
  });

  test('deliveries by merchant, trade and status', async () => {
    const merchant_id = merchants[1]?.merchant_id ?? '';
    assert.equal(accepted(await listDeliveries(app, { merchant_id })).data.length, 4);
    assert.equal(accepted(await listDeliveries(app, { status: 'delivered' })).data.length, 0);
    assert.ok(isRefusal(await listDeliveries(app, { status: 'sent' })));
    assert.ok(isRefusal(await listDeliveries(app, { trade_id: 'x' })));
  });

  test('the ledger by book and account, debit accounts as people read them', async () => {
    const merchant_id = merchants[0]?.merchant_id ?? '';
    const accounts = accepted(await listLedgerAccounts(app, { merchant_id })).data;
    assert.deepEqual(
      accounts.map((row) => [row.account, row.side, row.balance_cents]),
      [
        ['available', 'credit', 9_900],
        ['blocked', 'credit', 100],
        ['clearing:none', 'debit', 10_000],
      ],
    );
    const moved = accepted(await listLedgerEntries(app, { merchant_id, account: 'blocked' })).data;
    assert.deepEqual(
      moved.map(({ act }) => act),
      ['payout_held'],
    );
    const house = accepted(await listLedgerEntries(app, {})).data;
    assert.ok(house.every((entry) => entry.book === 'house' && entry.act === 'bank_line'));
    assert.ok(isRefusal(await listLedgerEntries(app, { account: 'a\u0000' })));
    assert.ok(isRefusal(await listLedgerEntries(app, { merchant_id: 'x' })));
  });
});

test('a trade’s timeline: acts, entries, lines and callbacks, each in its order', async () => {
  const merchant = await makeMerchant(app, { balance_currency: 'EUR' });
  const { merchant_id } = merchant;
  const own = await scene.makeAccount(app, 'CHF');
  const rates = {
    amount_currency: 'CHF',
    amount_cents: 700,
    callback_url: 'https://shop.example/',
  };
  assert.equal(
    refusedWith(await scene.payin(app, merchant, { order_id: 'x', ...rates })).code,
    'no_exchange_rate',
  );
  const swiss = await makeMerchant(app, { balance_currency: 'CHF' });
  const trade = await scene.newPayin(app, swiss, rates);
  accepted(await scene.claim(app, swiss, trade.id, '730000000001'));
  await scene.feed(app, own, [{ amount_cents: 700, utr: '730000000001' }]);
  const note = 'a customer complained';
  accepted(await actOnTrade(app, OPERATOR, swiss.merchant_id, trade.id, 'dispute', raw({ note })));
  const shown = accepted(await getTradeWithTimeline(app, swiss.merchant_id, trade.id));
  const { acts, entries, lines, callbacks } = shown.timeline;
  assert.deepEqual(
    acts.map((act) => [act.sequence, act.act, act.from, act.state, act.actor.role, act.note]),
    [
      [1, 'create', null, 'pending', 'merchant', null],
      [2, 'attach_utr', 'pending', 'verifying', 'merchant', null],
      [3, 'match', 'verifying', 'completed', 'operator', null],
      [4, 'dispute', 'completed', 'disputed', 'operator', note],
      [5, 'update_dispute', 'disputed', 'disputed', 'operator', null],
    ],
  );
  assert.deepEqual(
    entries.map(({ act }) => act),
    ['payin_completed', 'payin_disputed'],
  );
  assert.deepEqual(
    lines.map((line) => [line.status, line.amount_cents]),
    [['matched', 700]],
  );
  assert.deepEqual(
    callbacks.map(({ sequence, status }) => [sequence, status]),
    [1, 2, 3, 4, 5].map((n) => [n, 'waiting']),
  );
  assert.deepEqual(shown.next_acts, ['resolve', 'reverse']);
  const foreign = await getTradeWithTimeline(app, merchant_id, trade.id);
  assert.equal(refusedWith(foreign).code, 'not_found');
  assert.equal(refusedWith(await getTradeWithTimeline(app, 'x', 'y')).code, 'not_found');
});

test('merchants list their own trades alone, with whole numbers', async () => {
  const [first, second] = merchants;
  assert.ok(first && second);
  const own = accepted(await listOwnTrades(app, first.caller, { limit: '200' }));
  assert.deepEqual(
    new Set(own.data.map((trade) => trade.merchant_id)),
    new Set([first.merchant_id]),
  );
  assert.equal(own.data.length, 5);
  const payout = own.data.find(({ direction }) => direction === 'payout');
  assert.doesNotMatch(String(payout?.payment_data.number), /\*/);
  const others = { merchant_id: second.merchant_id };
  assert.equal(refusedWith(await listOwnTrades(app, first.caller, others)).code, 'not_found');
  const [oldest] = accepted(await listOwnTrades(app, first.caller, { sort: 'oldest' })).data;
  assert.equal(oldest?.id, own.data.at(-1)?.id);
});
