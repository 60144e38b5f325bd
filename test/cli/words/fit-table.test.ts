// Tables as wide as the terminal: what is shortened, in which order, and what never is.
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { table } from '../../../cli/client/show.ts';
import { fitTable, GAP, widthOfColumn } from '../../../cli/client/table/fit-table.ts';
import { cutMiddle, cutTo, widthOf } from '../../../cli/client/table/text-width.ts';
import { fc } from '../../support/property.ts';

const IDS = ['0198f3b2-7a41-7c0e-9d52-61a2b3c4d5e6', '0198f3b2-7a41-7c0e-9d53-71a2b3c4d5e6'];
const MERCHANT = '0198f3b2-1111-7222-8333-0123456789ab';
const view = (most_columns: number) => ({ utc: true, color: false, most_columns });

const rows = IDS.map((id, index) => ({
  id,
  merchant_id: MERCHANT,
  amount_cents: 1_234_567_890_123 + index,
  created_at: '2026-03-05T10:15:30.123Z',
  note: 'the customer says that it was paid twice',
}));
const NAMES = ['id', 'merchant_id', 'amount_cents', 'created_at', 'note'];

/** The table's lines in a terminal of this width, without the sentence below it. */
const shown = (most: number) => table(rows, NAMES, view(most)).trimEnd().split('\n');

test('a table that has room is whole', () => {
  assert.equal(table(rows, NAMES, view(200)), table(rows, NAMES, { utc: true, color: false }));
});

test('ids lose their beginning first, as far as their ends tell them apart', () => {
  assert.deepEqual(shown(116), [
    'id             merchant_id   amount_cents  created_at            note',
    ...['6', '7'].map(
      (first, index) =>
        `…${first}1a2b3c4d5e6  …456789ab    123456789012${3 + index}  2026-03-05 10:15:30Z  ` +
        'the customer says that it was paid twice',
    ),
    'Shortened to fit. All of it: --wide',
  ]);
});

test('then times lose their seconds, and long texts their end', () => {
  assert.deepEqual(shown(80), [
    'id             merchant_id   amount_cents  created_at         note',
    '…61a2b3c4d5e6  …456789ab    1234567890123  2026-03-05 10:15Z  the customer says…',
    '…71a2b3c4d5e6  …456789ab    1234567890124  2026-03-05 10:15Z  the customer says…',
    'Shortened to fit. All of it: --wide',
  ]);
});

test('then columns are left out from the right, and named', () => {
  assert.deepEqual(shown(40), [
    'id             merchant_…   amount_cents',
    '…61a2b3c4d5e6  …456789ab   1234567890123',
    '…71a2b3c4d5e6  …456789ab   1234567890124',
    'Shortened to fit, without created_at,',
    'note. All of it: --wide',
  ]);
});

test('texts that begin alike keep their ends, so that they still differ', () => {
  const orders = [1, 2, 3].map((number) => ({
    order_id: `spring-sale-order-${number}`,
    act: number === 1 ? 'scheduled_report_added' : 'paid',
    note: 'the customer says that it was paid twice',
  }));
  assert.deepEqual(table(orders, ['order_id', 'act', 'note'], view(42)).split('\n').slice(1, 4), [
    'spring…der-1  scheduled_re…  the customer…',
    'spring…der-2  paid           the customer…',
    'spring…der-3  paid           the customer…',
  ]);
});

const text = fc.oneof(
  fc.string({ maxLength: 40 }),
  fc.constantFrom(
    '-',
    '日本語のとても長い名前です',
    'पेमेंट ऑर्डर्स की दुकान',
    '2026-03-05 10:15:30',
    '2026-03-05',
  ),
  fc.uuid(),
  fc.tuple(fc.uuid(), fc.uuid()).map((ids) => ids.join('/')),
);
const name = fc.constantFrom('id', 'amount_cents', 'receiving_account_id', 'x');
const columnsOf = (height: number) =>
  fc.array(
    fc.oneof(
      fc.record({
        name,
        cells: fc.array(text, { minLength: height, maxLength: height }),
        is_number: fc.constant(false),
      }),
      fc.record({
        name,
        cells: fc.array(fc.bigInt().map(String), { minLength: height, maxLength: height }),
        is_number: fc.constant(true),
      }),
    ),
    { minLength: 1, maxLength: 10 },
  );

test('whatever is in it: it fits, numbers are whole, and what differed by its id still does', () => {
  const any = fc.integer({ min: 1, max: 8 }).chain(columnsOf);
  fc.assert(
    fc.property(any, fc.integer({ min: 40, max: 160 }), (whole, most) => {
      const { columns, left_out, is_shortened } = fitTable(whole, most);
      const width = columns.reduce(
        (sum, column) => sum + widthOfColumn(column),
        GAP.length * (columns.length - 1),
      );
      assert.ok(width <= most || columns.length === 1, `${width} of ${most}`);
      assert.equal(columns.length + left_out.length, whole.length);
      assert.equal(is_shortened, columns !== whole);
      for (const [index, column] of columns.entries()) {
        const before = whole[index]?.cells ?? [];
        if (column.is_number) assert.deepEqual(column.cells, before);
        const ids = before.filter((cell) => /^[0-9a-f-]{36}$/.test(cell));
        const short = column.cells.filter((_cell, row) => ids.includes(before[row] ?? ''));
        if (ids.length === before.length) {
          assert.equal(new Set(short).size, new Set(ids).size);
        }
      }
    }),
  );
});

test('a cut text says that it is cut, and no character is cut in two', () => {
  assert.equal(cutTo('paid twice', 10), 'paid twice');
  assert.equal(cutTo('paid twice', 6), 'paid…');
  assert.equal(cutTo('日本語', 4), '日…');
  assert.equal(cutMiddle('paid twice', 10), 'paid twice');
  assert.equal(cutMiddle('paid twice', 7), 'pai…ice');
  assert.equal(cutMiddle('日本語の名前', 6), '日…前');
  assert.equal(cutTo('e\u0301e\u0301e\u0301', 2), 'e\u0301…');
  fc.assert(
    fc.property(fc.string({ unit: 'grapheme' }), fc.integer({ min: 1, max: 30 }), (any, width) => {
      assert.ok(widthOf(cutTo(any, width)) <= width);
      assert.ok(widthOf(cutMiddle(any, width)) <= width);
    }),
  );
});
