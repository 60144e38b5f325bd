// What people see: aligned tables, times in a zone, and no text that steers the terminal.
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { cell, clean, momentText, record, table } from '../../../cli/client/show.ts';
import { widthOf } from '../../../cli/client/table/text-width.ts';

const PLAIN = { utc: true, color: false };

test('columns are aligned: texts to the left, numbers to the right, nothing as a dash', () => {
  const rows = [
    { id: 'a', amount_cents: 5, utr: null },
    { id: 'long', amount_cents: -12_345, utr: 'ABCD' },
  ];
  const lines = [
    'id    amount_cents  utr',
    'a                5  -',
    'long        -12345  ABCD',
    '',
  ];
  assert.equal(table(rows, ['id', 'amount_cents', 'utr'], PLAIN), lines.join('\n'));
});

test('wide characters take two columns, so that the next column stays aligned', () => {
  assert.equal(widthOf('日本'), 4);
  assert.equal(widthOf('e\u0301'), 1);
  const text = table(
    [
      { a: '日本', b: 'x' },
      { a: 'abcd', b: 'y' },
    ],
    ['a', 'b'],
    PLAIN,
  );
  assert.deepEqual(text.split('\n').slice(1, 3), ['日本  x', 'abcd  y']);
});

test('an empty list says so', () => {
  assert.equal(table([], ['id'], PLAIN), 'Nothing here.\n');
});

test('a record has a field per line', () => {
  const body = { id: 'a', scopes: ['read', 'payin'], settings: { a: 1 }, none: [] };
  const lines = ['id          a', 'scopes      read, payin', 'settings.a  1', 'none        -', ''];
  assert.equal(record(body, PLAIN), lines.join('\n'));
});

const STEERING = [
  ['an escape sequence', '\u001b[2Jgone', '\\u{1b}[2Jgone'],
  ['a line break', 'a\r\nb', 'a\\u{d}\\u{a}b'],
  ['a right-to-left override', 'a\u202eb', 'a\\u{202e}b'],
  ['an invisible character', 'a\u200bb', 'a\\u{200b}b'],
  ['a one-byte escape', '\u009b31m', '\\u{9b}31m'],
] as const;

for (const [what, text, shown] of STEERING) {
  test(`${what} in data is spelled out`, () => {
    assert.equal(clean(text), shown);
    assert.equal(cell('name', text, PLAIN), shown);
    assert.equal(cell('names', [text], PLAIN), shown);
    assert.ok(!/\p{Cc}|\p{Cf}/u.test(cell('object', { text }, PLAIN)));
  });
}

test('times are shown in UTC with a Z, or in the viewer’s zone without', () => {
  const time = '2026-03-05T10:15:30.123Z';
  assert.equal(momentText(time, PLAIN), '2026-03-05 10:15:30Z');
  const before = process.env.TZ;
  process.env.TZ = 'Asia/Kolkata';
  assert.equal(momentText(time, { utc: false, color: false }), '2026-03-05 15:45:30');
  process.env.TZ = before ?? 'UTC';
});

test('a day alone and what is no time stay as they are', () => {
  assert.equal(cell('booked_at', '2026-03-05', PLAIN), '2026-03-05');
  assert.equal(cell('created_at', 'soon', PLAIN), 'soon');
  for (const name of ['created_at', 'period_to']) {
    const shown = cell(name, '2026-03-05T10:15:30Z', { ...PLAIN, utc: true });
    assert.equal(shown, '2026-03-05 10:15:30Z');
  }
  assert.equal(cell('name', '2026-03-05T10:15:30Z', PLAIN), '2026-03-05T10:15:30Z');
});

test('colour is only where it is asked for', () => {
  assert.ok(!table([{ id: 1 }], ['id'], PLAIN).includes('\u001b'));
  assert.ok(table([{ id: 1 }], ['id'], { utc: true, color: true }).includes('\u001b[1m'));
});
