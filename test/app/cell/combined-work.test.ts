// What several cells found, owe and count, as one answer: pure functions on answers of cells.
import { deepEqual, equal } from 'node:assert/strict';
import { describe, it } from 'node:test';
import { addCapped, addTradeCounts } from '../../../server/app/cell/combined-counts.ts';
import { joinOwed, joinSearches } from '../../../server/app/cell/combined-work.ts';
import type { SearchBody } from '../../../server/app/search/search.ts';
import type { Reading } from '../../../server/domain/search/search-text.ts';

const NOTHING: SearchBody = {
  readings: [],
  trades: [],
  lines: [],
  settlements: [],
  merchants: [],
  receiving_accounts: [],
};

type Matches = SearchBody['merchants'];

const merchants = (cell: string, count: number, as: Reading): Matches =>
  Array.from({ length: count }, (_, index) => ({
    matched: [as],
    item: { id: `${cell}-${as}-${index}`, name: cell },
  }));

const reading = (
  as: Reading,
  found: number,
  more: Partial<SearchBody['readings'][number]> = {},
) => ({
  ...{ as, found, more: false, complete: true },
  ...more,
});

const found = (cell: string, rows: Matches, readings: SearchBody['readings']) => ({
  cell,
  answer: { ...NOTHING, merchants: rows, readings },
});

describe('a search of several cells', () => {
  it('shows of each reading as many as one cell does, of the cells in turn', () => {
    const { merchants: shown, readings } = joinSearches([
      found('main', merchants('main', 20, 'merchant_name'), [reading('merchant_name', 20)]),
      found('east', merchants('east', 3, 'merchant_name'), [reading('merchant_name', 3)]),
    ]);
    equal(shown.length, 20);
    deepEqual(
      shown.slice(0, 7).map(({ cell }) => cell),
      ['main', 'east', 'main', 'east', 'main', 'east', 'main'],
    );
    deepEqual(readings, [reading('merchant_name', 20, { more: true })]);
  });

  it('shows the exact readings first, and no reading takes the room of another', () => {
    const words = merchants('main', 20, 'words');
    const { merchants: shown, readings } = joinSearches([
      found('main', words, [reading('words', 20)]),
      found('east', merchants('east', 1, 'id'), [reading('id', 1)]),
    ]);
    equal(shown.length, 21);
    equal(shown[0]?.cell, 'east');
    deepEqual(
      readings.map(({ as, more }) => [as, more]),
      [
        ['id', false],
        ['words', false],
      ],
    );
  });

  it('is complete only if that of each cell is, and has more if that of one has', () => {
    const one = found('main', merchants('main', 1, 'words'), [
      reading('words', 1, { complete: false }),
    ]);
    const other = found('east', merchants('east', 1, 'words'), [
      reading('words', 1, { more: true }),
    ]);
    for (const answers of [[one, other] as const, [other, one] as const]) {
      deepEqual(joinSearches(answers).readings, [
        reading('words', 2, { complete: false, more: true }),
      ]);
    }
  });
});

describe('what several cells are owed', () => {
  const debt = (merchant_id: string, owed_cents: number) => ({
    ...{ merchant_id, merchant_name: 'Asha Traders', currency: 'INR', owed_cents },
    ...{ since_at: '2026-05-01T00:00:00.000Z', age: 'under_1_day' as const, age_seconds: 60 },
    ...{ refunds: [], ways_out: [] },
  });
  const total = {
    receiving_account_id: 'a',
    currency: 'INR',
    lines: 1,
    owed_cents: 5,
    ledger_cents: 5,
  };
  const owed = (debts: ReturnType<typeof debt>[], sums: [string, number, number][]) => ({
    totals: [total],
    debts,
    debt_totals: sums.map(([currency, count, owed_cents]) => ({
      ...{ currency, merchants: count, owed_cents },
    })),
  });

  it('is told with the largest debts first, and sums by currency', () => {
    const joined = joinOwed([
      { cell: 'main', answer: owed([debt('m1', 900), debt('m2', 100)], [['INR', 2, 1_000]]) },
      {
        cell: 'east',
        answer: owed(
          [debt('m3', 500)],
          [
            ['INR', 1, 500],
            ['EUR', 1, 7],
          ],
        ),
      },
    ]);
    deepEqual(
      joined.debts.map(({ merchant_id }) => merchant_id),
      ['m1', 'm3', 'm2'],
    );
    deepEqual(joined.totals, [
      { ...total, cell: 'main' },
      { ...total, cell: 'east' },
    ]);
    deepEqual(joined.debt_totals, [
      { currency: 'INR', merchants: 3, owed_cents: 1_500 },
      { currency: 'EUR', merchants: 1, owed_cents: 7 },
    ]);
  });

  it('lists a hundred debts', () => {
    const many = Array.from({ length: 80 }, (_, index) => debt(`m${index}`, index));
    const answers = ['main', 'east'].map((cell) => ({ cell, answer: owed(many, []) }));
    equal(joinOwed(answers).debts.length, 100);
  });
});

describe('counts of several cells', () => {
  it('keep every digit', () => {
    const most = Number.MAX_SAFE_INTEGER;
    const part = { direction: 'payin' as const, currency: 'INR', count: 1, amount_cents: most };
    const body = { data: [{ state: 'completed' as const, count: 1, parts: [part] }] };
    const text = JSON.stringify(addTradeCounts([body, body, body]));
    equal(text.includes('"amount_cents":27021597764222973'), true, text);
  });

  it('are cut at the most that one cell counts', () => {
    const counted = (count: number, has_more = false) => ({ count, has_more });
    deepEqual(addCapped([counted(600), counted(400)]), counted(1_000));
    deepEqual(addCapped([counted(600), counted(401)]), counted(1_000, true));
    deepEqual(addCapped([counted(2), counted(1_000, true)]), counted(1_000, true));
  });
});
