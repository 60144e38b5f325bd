// Settlement documents: golden files, nothing that could become markup or a formula, and a style
// that the policy lets through.
import assert from 'node:assert/strict';
import { suite, test } from 'node:test';
import { fileURLToPath } from 'node:url';
import { parse } from 'csv-parse/sync';
import { PLAIN_CSV } from '../../../server/http/transport/table-file.ts';
import { tableCsvHead, tableCsvRow } from '../../../server/lib/table/table-csv.ts';
import { csvAmount, signedAmount } from '../../../server/pages/settlement/settlement-amount.ts';
import { settlementStatement } from '../../../server/pages/settlement/settlement-statement.ts';
import { SETTLEMENT_CSS } from '../../../server/pages/settlement/settlement-style.ts';
import { settlementTable } from '../../../server/pages/settlement/settlement-table.ts';
import { fc } from '../../support/property.ts';
import { EMPTY, LINES, VIEW } from './settlement-views.ts';

const golden = (name: string) =>
  fileURLToPath(new URL(`../../golden/settlements/${name}`, import.meta.url));
const asItIs = { serializers: [(value: unknown) => String(value)] };

suite('the statement as a document', () => {
  test('is as in its golden file', (t) => {
    t.assert.fileSnapshot(settlementStatement(VIEW, LINES), golden('statement.html'), asItIs);
  });

  test('without lines it is as in its golden file', (t) => {
    t.assert.fileSnapshot(settlementStatement(EMPTY, []), golden('empty.html'), asItIs);
  });

  test('with too many lines to print it names the CSV', () => {
    const page = settlementStatement({ ...VIEW, line_count: 5_001 }, null);
    assert.match(page, /This statement has 5001 lines\. They are in its CSV file\./);
    assert.doesNotMatch(page, /order-101/);
  });

  test('escapes everything that others have written', () => {
    const evil = `</style><script>"'&`;
    const view = { ...VIEW, merchant_name: evil, utr: evil };
    const lines = LINES.map((line) => ({ ...line, order_id: evil, utr: evil, note: evil }));
    const harmless = LINES.map((line) => ({ ...line, order_id: 'x', utr: 'x', note: 'x' }));
    const tagsOf = (page: string) => page.match(/<[^>]*>/g);
    assert.deepEqual(
      tagsOf(settlementStatement(view, lines)),
      tagsOf(settlementStatement({ ...VIEW, merchant_name: 'x', utr: 'x' }, harmless)),
    );
  });

  test('its style goes through the template as it is, and loads nothing', () => {
    assert.doesNotMatch(SETTLEMENT_CSS, /[<>&"']|url|@import/);
    const page = settlementStatement(VIEW, LINES);
    assert.ok(page.includes(`<style>${SETTLEMENT_CSS}</style>`));
    assert.doesNotMatch(page, /<script|\sstyle=|\son\w+=|src=|href=/);
  });

  test('each table’s sums are those of its lines', () => {
    const page = settlementStatement(VIEW, LINES);
    const sum = LINES.filter(({ kind }) => kind === 'payin').reduce(
      (all, one) => all + one.net_cents,
      0n,
    );
    assert.ok(page.includes(`<td class="number">${signedAmount(sum, 2)}</td></tr>\n</tbody>`));
  });
});

suite('the statement as CSV', () => {
  const table = settlementTable(VIEW);
  const csv = (lines: typeof LINES) =>
    tableCsvHead(table, PLAIN_CSV) +
    lines.map((line) => tableCsvRow(table, line, PLAIN_CSV)).join('');

  test('is as in its golden file', (t) => {
    t.assert.fileSnapshot(csv(LINES), golden('statement.csv'), asItIs);
  });

  test('a program reads back what was written', () => {
    const text = fc.string({ unit: 'grapheme', maxLength: 20 });
    /** What could begin a formula gets an apostrophe. */
    const plain = (cell = '') => cell.replaceAll("'", '');
    fc.assert(
      fc.property(
        text,
        text,
        fc.bigInt({ min: -(10n ** 15n), max: 10n ** 15n }),
        (order_id, note, amount) => {
          const lines = LINES.map((line) => ({ ...line, order_id, note, net_cents: amount }));
          const rows: Record<string, string>[] = parse(csv(lines), { columns: true });
          assert.equal(rows.length, lines.length);
          for (const row of rows) {
            assert.equal(plain(row.order_id), plain(order_id));
            assert.equal(plain(row.note), plain(note));
            assert.equal(row.net?.replace('.', ''), csvAmount(amount, 2).replace('.', ''));
          }
        },
      ),
    );
  });
});

suite('signed amounts', () => {
  for (const [amount, exponent, shown, plain] of [
    [123_456_789n, 2, '1,234,567.89', '1234567.89'],
    [-5n, 2, '\u22120.05', '-0.05'],
    [0n, 3, '0.000', '0.000'],
    [-1_500n, 0, '\u22121,500', '-1500'],
  ] as const) {
    test(`${amount} with ${exponent} decimals`, () => {
      assert.equal(signedAmount(amount, exponent), shown);
      assert.equal(csvAmount(amount, exponent), plain);
    });
  }
});
