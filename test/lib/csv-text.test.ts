// No text becomes a formula in a spreadsheet, whichever separator it takes and however it reads
// quotes.
import assert from 'node:assert/strict';
import { suite, test } from 'node:test';
import { parse } from 'csv-parse/sync';
import { payoutCsv } from '../../server/formats/payout-file/payout-csv.ts';
import { csvRow, csvText } from '../../server/lib/csv-text.ts';
import { fc } from '../support/property.ts';

const SEPARATORS = [',', ';', '\t', '|'];
const FORMULA = /^[\s"]*[=+\-@\uFF1D\uFF0B\uFF0D\uFF20]/u;
const NUMBER = /^[+-]?\d+(\.\d+)?$/;

const isHarmless = (cell: string) => NUMBER.test(cell.trim()) || !FORMULA.test(cell);

/** Every way in which a spreadsheet may take the rows apart. */
function cellsOf(csv: string): string[] {
  const lenient = { relax_quotes: true, relax_column_count: true, skip_empty_lines: true };
  const read = SEPARATORS.flatMap((delimiter) =>
    [true, false].flatMap((quotes) => {
      const quote = quotes ? '"' : null;
      try {
        const rows: string[][] = parse(csv, { ...lenient, delimiter, quote });
        return rows.flat();
      } catch (error) {
        // A quote that is never closed: such a file is not opened that way.
        if (error instanceof Error && 'code' in error && error.code === 'CSV_QUOTE_NOT_CLOSED') {
          return [];
        }
        throw error;
      }
    }),
  );
  // And one that knows no quotes at all.
  return [...read, ...csv.split(/[,;\t|\r\n]/)];
}

const ATTACKS = ['=1+1', '+1', '-1+1', '@SUM(A1)', '\uFF1D1', '=HYPERLINK("http://x")'];
const BEFORE = ['', ';', ',', '\t', '\n', '\r', '"', ';"', ',"', ' ; ', 'a;', 'a,', 'a\t', '";"'];

suite('a text', () => {
  for (const before of BEFORE) {
    test(`with ${JSON.stringify(before)} before a formula has none`, () => {
      for (const attack of ATTACKS) {
        const row = csvRow(['1', csvText(before + attack), '-12.50']);
        const formulas = cellsOf(row).filter((cell) => !isHarmless(cell));
        assert.deepEqual(formulas, [], row);
      }
    });
  }

  test('of any characters has no formula, and is all there', () => {
    const part = fc.oneof(
      fc.constantFrom(...ATTACKS, ...BEFORE, "'", ' ', '\u00a0', '|', '1', 'x'),
      fc.string({ maxLength: 3 }),
    );
    const texts = fc.array(part, { maxLength: 8 }).map((parts) => parts.join(''));
    fc.assert(
      fc.property(texts, (text) => {
        const row = csvRow(['1', csvText(text), '-12.50']);
        const formulas = cellsOf(row).filter((cell) => !isHarmless(cell));
        assert.deepEqual(formulas, [], row);
        const [cells = []]: string[][] = parse(row, { record_delimiter: '\r\n' });
        const plain = (value = '') => value.replaceAll("'", '');
        assert.deepEqual([plain(cells[1]), cells[2]], [plain(text), '-12.50']);
      }),
      { numRuns: 2_000 },
    );
  });

  test('that is harmless stays as it is', () => {
    for (const text of ['order-1', '12345', 'a=b', 'Ä', 'a - b', 'x;y', "it's", '']) {
      assert.equal(csvText(text), text);
    }
    assert.equal(csvText(null), '');
  });
});

test('the file for a bank has no formula either, and its texts are not changed', () => {
  fc.assert(
    fc.property(fc.string({ maxLength: 30 }), fc.constantFrom(...ATTACKS, ...BEFORE), (a, b) => {
      const csv = payoutCsv({
        message_id: 'M1',
        currency: 'INR',
        exported_at: 0,
        debtor: {
          execution_on: '2026-03-05',
          name: 'House',
          type: 'account',
          number: '000111222333',
          bank_name: null,
        },
        payments: [
          {
            end_to_end_id: 'E1',
            amount_cents: 100n,
            type: 'account',
            payee: { name: a + b + a, number: '000111222333', bank_name: b + a, phone: null },
          },
        ],
      });
      assert.deepEqual(
        cellsOf(csv).filter((cell) => !isHarmless(cell)),
        [],
        csv,
      );
    }),
  );
});
