// Searches of bank lines and of trades on a real database: every combination of filters finds what
// a plain reading of the whole list finds, in pages as well.
import assert from 'node:assert/strict';
import { after, before, suite, test } from 'node:test';
import {
  type BankLineBody,
  type LineQuery,
  listBankLines,
} from '../../../server/app/line/list-bank-lines.ts';
import { reviewLine } from '../../../server/app/line/review-line.ts';
import type { OpenApp } from '../../../server/app/open-app.ts';
import type { Page } from '../../../server/app/request/paging.ts';
import type { TradeBody } from '../../../server/app/request/views.ts';
import { actOnTrade } from '../../../server/app/trade/act-on-trade.ts';
import { listTrades, type TradeQuery } from '../../../server/app/trade/list-trades.ts';
import { LINE_STATUSES } from '../../../server/domain/record/bank-line.ts';
import { DIRECTIONS, STATE_REASONS, STATES } from '../../../server/domain/record/trade.ts';
import type { Refusal } from '../../../server/domain/service/refusal.ts';
import { fc, longRuns } from '../../support/property.ts';
import {
  accepted,
  makeMerchant,
  OPERATOR,
  openTestApp,
  raw,
  refusedWith,
  type TestApp,
} from '../../support/test-app.ts';
import * as scene from '../scene.ts';

const AMOUNTS = [-5_100, -800, 700, 5_000, 5_001] as const;
const DAYS = ['2026-03-04', '2026-03-05', '2026-03-06'] as const;
const UTRS = ['412345678901', '412345678902', 'HDFC0000123456'] as const;

let service: TestApp;
let app: OpenApp;
let accounts: string[];
let merchants: string[];
let lines: BankLineBody[];
let trades: TradeBody[];

async function makeLines(): Promise<void> {
  for (const [index, account] of accounts.entries()) {
    const given = AMOUNTS.flatMap((amount_cents) =>
      DAYS.map((day, place) => ({
        amount_cents,
        booked_at: place === 1 ? `${day}T${10 + index}:30:00Z` : day,
        utr: UTRS[(place + index) % UTRS.length],
        bank_id: `${amount_cents}/${day}`,
      })),
    );
    const taken = await scene.feed(app, account, given);
    for (const [place, { id }] of taken.entries()) {
      if (place % 4 !== 0) continue;
      const act = place % 8 === 0 ? 'fee' : 'own_transfer';
      accepted(await reviewLine(app, OPERATOR, id, act, raw({ note: 'by hand' }), undefined));
    }
  }
}

async function makeTrades(): Promise<void> {
  for (const currency of ['INR', 'EUR']) {
    const merchant = await makeMerchant(app, { balance_currency: currency });
    merchants.push(merchant.merchant_id);
    await scene.fund(app, merchant.merchant_id, 100_000);
    for (const [place, amount_cents] of [900, 5_100, 5_200, 5_300].entries()) {
      const made = await scene.newPayin(app, merchant, { amount_cents, amount_currency: currency });
      if (place % 2 === 0) continue;
      accepted(await scene.claim(app, merchant, made.id, UTRS[place % UTRS.length] ?? ''));
      if (place !== 3) continue;
      const body = raw({ reason: 'fake_proof' });
      accepted(await actOnTrade(app, OPERATOR, merchant.merchant_id, made.id, 'fail', body));
    }
    await scene.newPayout(app, merchant, 5_100, { amount_currency: currency });
  }
}

async function readAll<Item>(
  list: (cursor: string) => Promise<Page<Item> | Refusal>,
): Promise<Item[]> {
  const found: Item[] = [];
  let cursor: string | null = '';
  do {
    const page: Page<Item> = accepted(await list(cursor));
    found.push(...page.data);
    cursor = page.next_cursor;
  } while (cursor !== null);
  return found;
}

before(async () => {
  service = await openTestApp();
  app = service.app;
  merchants = [];
  accounts = [await scene.makeAccount(app, 'INR'), await scene.makeAccount(app, 'EUR')];
  await makeTrades();
  await makeLines();
  lines = await readAll((cursor) => listBankLines(app, { cursor, limit: '200' }));
  trades = await readAll((cursor) => listTrades(app, { cursor, limit: '200' }));
  assert.equal(lines.length, 30);
  assert.equal(trades.length, 10);
});
after(async () => {
  await service.stop();
});

const startOf = (booked_at: string) => Date.parse(booked_at);
const DAY_MS = 86_400_000;
const isWithin = (at: number, { from, to, day }: { from?: string; to?: string; day?: string }) =>
  (from === undefined || at >= startOf(from)) &&
  (to === undefined || at < startOf(to)) &&
  (day === undefined || (at >= startOf(day) && at < startOf(day) + DAY_MS));

type Amounts = Partial<Record<'amount_cents' | 'amount_min_cents' | 'amount_max_cents', string>>;
const isAmount = (cents: number, query: Amounts) =>
  (query.amount_cents === undefined || cents === Number(query.amount_cents)) &&
  (query.amount_min_cents === undefined || cents >= Number(query.amount_min_cents)) &&
  (query.amount_max_cents === undefined || cents <= Number(query.amount_max_cents));

const isSame = (row: object, query: object, names: readonly string[]) =>
  names.every((name) => {
    const wanted = Object.entries(query).find(([key]) => key === name)?.[1];
    return wanted === undefined || Object.entries(row).some(([k, v]) => k === name && v === wanted);
  });

const maybe = <Value>(values: readonly Value[]) =>
  fc.option(fc.constantFrom(...values), { nil: undefined, freq: 2 });

/** Only the filters that were drawn; a day excludes the other bounds. */
function asked<Query extends object>(query: Query): Query {
  const entries = Object.entries(query).filter(([, value]) => value !== undefined);
  const has_day = entries.some(([name]) => name === 'day');
  const kept = entries.filter(([name]) => !has_day || (name !== 'from' && name !== 'to'));
  return Object.fromEntries(kept) as Query;
}

const idsOf = (rows: readonly { id: string }[]) => rows.map(({ id }) => id);

suite('a search of bank lines', () => {
  const SAME = ['receiving_account_id', 'status', 'utr'];
  const queries = () =>
    fc.record({
      receiving_account_id: maybe(accounts),
      status: maybe(LINE_STATUSES),
      utr: maybe(UTRS),
      amount_cents: maybe(['5000', '-800', '3']),
      amount_min_cents: maybe(['-5100', '700']),
      amount_max_cents: maybe(['700', '5000']),
      from: maybe(['2026-03-05', '2026-03-05T10:30:00Z']),
      to: maybe(['2026-03-06', '2026-03-05T11:30:00Z']),
      day: maybe(DAYS),
      limit: maybe(['1', '4']),
    });

  test('finds what a reading of all lines finds, whatever is combined', async () => {
    const property = fc.asyncProperty(queries(), async (drawn) => {
      const query = asked(drawn) as LineQuery;
      const wanted = lines.filter(
        (line) =>
          isSame(line, query, SAME) &&
          isAmount(line.amount_cents, query) &&
          isWithin(startOf(line.booked_at), query as Record<string, string>),
      );
      const found = await readAll((cursor) => listBankLines(app, { ...query, cursor }));
      assert.deepEqual(idsOf(found), idsOf(wanted));
    });
    await fc.assert(property, { numRuns: longRuns(200) });
  });

  test('a UTR is found however it is written, and what cannot be one finds nothing', async () => {
    const written = accepted(await listBankLines(app, { utr: ' hdfc-0000 123456 ' })).data;
    assert.ok(written.length > 0);
    assert.ok(written.every(({ utr }) => utr === 'HDFC0000123456'));
    assert.deepEqual(accepted(await listBankLines(app, { utr: 'x' })).data, []);
  });

  test('an age and a day both hold', async () => {
    assert.equal(accepted(await listBankLines(app, { age: 'over_30_days' })).data.length, 30);
    const day = '2026-03-05';
    const both = accepted(await listBankLines(app, { age: 'over_30_days', day })).data;
    assert.equal(both.length, 10);
    assert.deepEqual(accepted(await listBankLines(app, { age: 'under_1_day', day })).data, []);
  });
});

suite('a search of trades', () => {
  const SAME = ['merchant_id', 'state', 'state_reason', 'direction', 'type', 'utr'];
  const queries = () =>
    fc.record({
      merchant_id: maybe(merchants),
      state: maybe(STATES),
      state_reason: maybe(STATE_REASONS),
      direction: maybe(DIRECTIONS),
      currency: maybe(['INR', 'EUR', 'KWD']),
      type: maybe(['card', 'upi', 'iban']),
      utr: maybe(UTRS),
      receiving_account_id: maybe(accounts),
      amount_cents: maybe(['5100', '900', '3']),
      amount_min_cents: maybe(['900', '5200']),
      amount_max_cents: maybe(['5200', '9000']),
      from: maybe(['2026-03-05', trades[4]?.created_at ?? '']),
      to: maybe(['2026-03-05', trades[4]?.created_at ?? '']),
      changed_from: maybe([trades[3]?.updated_at ?? '']),
      changed_to: maybe([trades[6]?.updated_at ?? '']),
      sort: maybe(['newest', 'oldest']),
      limit: maybe(['1', '3']),
    });
  const accountOf: Readonly<Record<string, number>> = { INR: 0, EUR: 1 };
  const changedOf = ({ changed_from, changed_to }: TradeQuery): Record<string, string> => ({
    ...(changed_from === undefined ? {} : { from: changed_from }),
    ...(changed_to === undefined ? {} : { to: changed_to }),
  });

  test('finds what a reading of all trades finds, whatever is combined', async () => {
    const property = fc.asyncProperty(queries(), async (drawn) => {
      const query = asked(drawn) as TradeQuery;
      const { receiving_account_id } = query;
      const wanted = trades.filter(
        (trade) =>
          isSame(trade, query, SAME) &&
          isAmount(trade.amount_cents, query) &&
          isWithin(startOf(trade.created_at), query as Record<string, string>) &&
          isWithin(startOf(trade.updated_at), changedOf(query)) &&
          (query.currency ?? trade.amount_currency) === trade.amount_currency &&
          (receiving_account_id === undefined ||
            (trade.direction === 'payin' &&
              accounts[accountOf[trade.amount_currency] ?? -1] === receiving_account_id)),
      );
      const found = await readAll((cursor) => listTrades(app, { ...query, cursor }));
      const in_order = query.sort === 'oldest' ? wanted.toReversed() : wanted;
      assert.deepEqual(idsOf(found), idsOf(in_order));
    });
    await fc.assert(property, { numRuns: longRuns(200) });
  });
});

test('a filter that cannot be is a wrong field, in either list', async () => {
  const cases: [string, Record<string, string>][] = [
    ['amount_cents', { amount_cents: '1.50' }],
    ['amount_cents', { amount_cents: '9'.repeat(16) }],
    ['amount_max_cents', { amount_min_cents: '2', amount_max_cents: '1' }],
    ['from', { from: '2026-02-30' }],
    ['to', { to: 'yesterday' }],
    ['day', { day: '2026-03-05T10:00:00Z' }],
    ['day', { day: '2026-03-05', from: '2026-03-05' }],
    ['utr', { utr: '\u0000' }],
    ['receiving_account_id', { receiving_account_id: 'x' }],
  ];
  for (const [field, query] of cases) {
    for (const list of [listBankLines, listTrades]) {
      const refused = refusedWith(await list(app, query));
      assert.deepEqual(
        refused.errors?.map((error) => error.field),
        [field],
        JSON.stringify(query),
      );
    }
  }
});

test('the filters that only trades have are checked by name as well', async () => {
  const cases: [string, Record<string, string>][] = [
    ['currency', { currency: 'rupees' }],
    ['type', { type: 'cash' }],
    ['sort', { sort: 'amount' }],
    ['changed_from', { changed_from: '2026-02-30' }],
    ['changed_to', { changed_to: 'now' }],
  ];
  for (const [field, query] of cases) {
    const { errors } = refusedWith(await listTrades(app, query));
    assert.deepEqual(
      errors?.map((error) => error.field),
      [field],
    );
  }
});
