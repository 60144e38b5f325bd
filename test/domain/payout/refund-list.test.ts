// A list of refunds: which rows a table has, which amount a row means, and what makes two rows the
// same refund.
import assert from 'node:assert/strict';
import { test } from 'node:test';
import {
  amountOfRow,
  readRefundRows,
  refundKeyOf,
  seenText,
  totalsOf,
} from '../../../server/domain/payout/refund-list.ts';

const table = (...rows: readonly string[][]) =>
  rows.map((cells, index) => ({ line: index + 1, cells }));

/** The only row of a list with these columns. */
function rowOf(head: string[], cells: string[]) {
  const rows = readRefundRows(table(head, cells));
  if ('message' in rows) throw new Error(rows.message);
  const [row] = rows;
  if (row === undefined) throw new Error('No row');
  return row;
}

test('columns come in any order and any case, and what a row leaves out is nothing', () => {
  const row = rowOf(['Payee Number', ' ORDER_ID '], ["'000123", ' shop-1 ']);
  assert.deepEqual(
    [row.line, row.payee_number, row.order_id, row.id, row.amount],
    [2, '000123', 'shop-1', null, null],
  );
  assert.equal(rowOf(['id', 'reason'], ['x']).reason, null, 'a short row');
});

test('a list that may mean something else is refused with its line', () => {
  for (const [rows, line, why] of [
    [[], 1, /empty/],
    [
      [
        ['id', 'amnt'],
        ['x', '1'],
      ],
      1,
      /none is called amnt/,
    ],
    [
      [
        ['id', 'id'],
        ['x', 'y'],
      ],
      1,
      /two columns/,
    ],
    [[['amount'], ['1']], 1, /id or order_id/],
    [[['id']], 1, /no pay-in stands below/],
    [[['id'], ['x'], ['y', '5']], 3, /more cells/],
  ] as const) {
    const read = readRefundRows(table(...rows.map((cells) => [...cells])));
    assert.ok('message' in read);
    assert.equal(read.line, line);
    assert.match(read.message, why);
  }
});

test('an amount is what its currency can mean, and nothing that could be two amounts', () => {
  for (const [amount, currency, cents] of [
    ['12.50', 'INR', 1_250n],
    ['12,5', 'INR', 1_250n],
    ['1250', 'INR', 125_000n],
    ['', 'INR', null],
    ['1.234', 'KWD', 1_234n],
    ['1,234', 'KWD', undefined],
    ['1,250', 'INR', undefined],
    ['1,250.00', 'INR', undefined],
    ['12.5', 'JPY', undefined],
    ['0', 'INR', undefined],
    ['-5', 'INR', undefined],
    ['all', 'INR', undefined],
  ] as const) {
    assert.equal(amountOfRow(rowOf(['id', 'amount'], ['x', amount]), currency), cents, amount);
  }
});

test('rows are one refund if pay-in and amount are equal, or the list has the same name', () => {
  assert.equal(refundKeyOf(undefined, 5n), refundKeyOf(undefined, 5n));
  assert.equal(refundKeyOf('april', 5n), refundKeyOf('april', 6n));
  const all = [
    refundKeyOf(undefined, 5n),
    refundKeyOf(undefined, 6n),
    refundKeyOf(undefined, null),
  ];
  all.push(refundKeyOf('april', 5n), refundKeyOf('/5', 5n), refundKeyOf('all', null));
  assert.equal(new Set(all).size, all.length, 'no name is taken for an amount');
});

test('what was seen differs with every row, amount and payee', () => {
  const row = { line: 2, trade_id: 'x', amount_cents: 5n, currency: 'INR', payee: ['1', null] };
  const texts = [
    [row],
    [],
    [row, row],
    [{ ...row, amount_cents: 6n }],
    [{ ...row, payee: ['2', null] }],
    [{ ...row, trade_id: 'y' }],
  ].map(seenText);
  assert.equal(new Set(texts).size, texts.length);
});

test('sums stand by currency', () => {
  const of = (currency: string, amount_cents: bigint) => ({ currency, amount_cents });
  assert.deepEqual(totalsOf([of('INR', 5n), of('AED', 1n), of('INR', 7n)]), [
    { currency: 'AED', count: 1, amount_cents: 1n },
    { currency: 'INR', count: 2, amount_cents: 12n },
  ]);
});
