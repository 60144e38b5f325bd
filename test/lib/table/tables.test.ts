// Exported tables: whatever the texts are, a CSV and a workbook give every cell back, and no cell
// is a formula or a rounded number.
import assert from 'node:assert/strict';
import { suite, test } from 'node:test';
import { parse } from 'csv-parse/sync';
import { openWorkbook, sheetRows } from '../../../server/app/file/open-workbook.ts';
import { zipStream } from '../../../server/http/transport/zip-stream.ts';
import {
  digitsCell,
  idCell,
  momentCell,
  type TableCell,
  type TableColumn,
  textCell,
} from '../../../server/lib/table/table-cell.ts';
import {
  CSV_SEPARATORS,
  type CsvForm,
  DECIMAL_MARKS,
  tableCsvHead,
  tableCsvRow,
} from '../../../server/lib/table/table-csv.ts';
import {
  partsAfterSheets,
  partsBeforeSheets,
  SHEET_END,
  sheetHead,
  sheetPart,
  sheetRow,
} from '../../../server/lib/table/workbook-xml.ts';
import { fc } from '../../support/property.ts';
import { readPlain } from '../../support/xlsx/plain-workbook.ts';

type Row = readonly TableCell[];

async function all<Item>(items: AsyncIterable<Item>): Promise<Item[]> {
  const found: Item[] = [];
  for await (const item of items) found.push(item);
  return found;
}

const columnsOf = (count: number): TableColumn<Row>[] =>
  Array.from({ length: count }, (_, index) => ({
    name: `column_${index}`,
    cell: (row: Row) => row[index] ?? textCell(null),
  }));

async function* texts(...parts: string[]): AsyncGenerator<string> {
  for (const part of parts) yield await Promise.resolve(part);
}

async function workbook(rows: readonly Row[], columns = columnsOf(3)): Promise<Buffer> {
  const parts = [...partsBeforeSheets(), ...partsAfterSheets('Trades & more', 1)].map(
    ([name, text]) => ({ name, text: texts(text) }),
  );
  const sheet = rows.map((row, index) => sheetRow(columns, row, index + 2));
  const text = texts(sheetHead(columns), ...sheet, SHEET_END);
  return Buffer.concat(await all(zipStream([...parts, { name: sheetPart(1), text }])));
}

const ANY_TEXT = fc.string({ unit: 'grapheme', maxLength: 40 });
const ATTACK = fc
  .tuple(fc.constantFrom('=', '+', '-', '@', '\t=', '\r=', '\0=', '＝', ';=', '"='), ANY_TEXT)
  .map((parts) => parts.join(''));
const TEXT = fc.oneof(ANY_TEXT, ATTACK, fc.constantFrom('_x0041_', ' edge ', 'a\nb', '<&>"'));
const FORMS: CsvForm[] = Object.keys(CSV_SEPARATORS).flatMap((separator) =>
  Object.keys(DECIMAL_MARKS).map((decimal) => ({ separator, decimal }) as CsvForm),
);

suite('a CSV', () => {
  test('gives every cell back in each form, texts without formulas', () => {
    const rows = fc.array(fc.tuple(TEXT, TEXT), { minLength: 1, maxLength: 5 });
    fc.assert(
      fc.property(rows, fc.constantFrom(...FORMS), (given, form) => {
        const columns = columnsOf(3);
        const csv = given.map(([one, two]) =>
          tableCsvRow(columns, [textCell(one), idCell(two), digitsCell('-12.50')], form),
        );
        const delimiter = CSV_SEPARATORS[form.separator];
        const options = { delimiter, record_delimiter: '\r\n', relax_column_count: false };
        const found: string[][] = parse(csv.join(''), options);
        assert.equal(found.length, given.length);
        for (const [index, [one, two, number]] of found.entries()) {
          const wanted = given[index] ?? ['', ''];
          const plain = (text = '') => text.replaceAll("'", '');
          assert.deepEqual([plain(one), plain(two)], wanted.map(plain));
          assert.equal(number, form.decimal === 'comma' ? '-12,50' : '-12.50');
          assert.doesNotMatch(String(one), /^[\0\t\r\n=+\-@＝＋－＠]/);
          assert.doesNotMatch(String(two), /^[\0\t\r\n=+\-@＝＋－＠]/);
        }
      }),
      { numRuns: 500 },
    );
  });

  test('keeps ids whole, leaves typed numbers bare, and shows its encoding to spreadsheets', () => {
    const columns = columnsOf(3);
    const row = [idCell('01890123456789012'), digitsCell('-5'), momentCell(Date.UTC(2026, 2, 5))];
    const comma = { separator: 'comma', decimal: 'point' } as const;
    const semicolon = { separator: 'semicolon', decimal: 'comma' } as const;
    assert.equal(
      tableCsvRow(columns, row, comma),
      "'01890123456789012,-5,2026-03-05T00:00:00.000Z\r\n",
    );
    assert.equal(tableCsvHead(columns, comma), 'column_0,column_1,column_2\r\n');
    assert.equal(tableCsvHead(columns, semicolon), '\ufeffcolumn_0;column_1;column_2\r\n');
    const nothing = [idCell(null), digitsCell(null), momentCell(null)];
    assert.equal(tableCsvRow(columns, nothing, semicolon), ';;\r\n');
  });
});

suite('a workbook', () => {
  test('gives every text back, to the service’s own reader', async () => {
    const rows = fc.array(fc.tuple(TEXT, TEXT), { minLength: 1, maxLength: 5 });
    const property = fc.asyncProperty(rows, async (given) => {
      const cells = given.map(([one, two]) => [idCell(`r${one}`), textCell(two), digitsCell('7')]);
      const { sheets, context } = await openWorkbook(await workbook(cells));
      const [sheet] = sheets;
      assert.equal(sheet?.name, 'Trades & more');
      const found = await all(sheetRows({ sheets, context }, sheet));
      assert.equal(found.length, given.length + 1);
      const texts_found = readPlain(await workbook(cells), 0);
      for (const [index, [one]] of given.entries()) {
        const first = texts_found[index + 1]?.[0];
        assert.equal(first?.number, null);
        const unescaped = String(first?.text).replace(/_x([0-9A-F]{4})_/g, (_, code: string) =>
          String.fromCharCode(Number.parseInt(code, 16)),
        );
        assert.equal(unescaped, `r${one}`);
      }
    });
    await fc.assert(property, { numRuns: 100 });
  });

  test('has a reference in each row and cell, also beyond the column Z', () => {
    const columns = columnsOf(703);
    const rows = [7, 1_048_576].map((number) => sheetRow(columns, [digitsCell('5')], number));
    for (const [index, number] of [7, 1_048_576].entries()) {
      const places = [...(rows[index] ?? '').matchAll(/ r="([A-Z]*\d+)"/g)].map(
        ([, place]) => place,
      );
      assert.equal(places.length, 704, 'the row, and each of its cells');
      const shown = [0, 1, 2, 26, 27, 52, 53, 702, 703].map((place) => places[place]);
      const names = ['', 'A', 'B', 'Z', 'AA', 'AZ', 'BA', 'ZZ', 'AAA'];
      assert.deepEqual(
        shown,
        names.map((name) => `${name}${number}`),
      );
    }
    const [head] = sheetHead(columnsOf(2)).match(/<row.*<\/row>/) ?? [];
    assert.deepEqual(head?.match(/ r="[^"]*"/g), [' r="1"', ' r="A1"', ' r="B1"']);
  });

  test('has numbers with the decimals of their currency, dates, and long numbers as texts', async () => {
    const columns = columnsOf(7);
    const at = Date.UTC(2026, 2, 5, 10, 30);
    const row = [
      ...['1499.00', '5', '-0.123', '9007199254740.991', '1234567890123456.78'].map(digitsCell),
      momentCell(at),
      momentCell(null),
    ];
    const file = await workbook([row], columns);
    const cells = readPlain(file, 0)[1]?.map(({ text, number }) => number ?? `text ${text}`);
    assert.deepEqual(cells, [
      '1499.00',
      '5',
      '-0.123',
      'text 9007199254740.991',
      'text 1234567890123456.78',
      String(46086 + 10.5 / 24),
      'text ',
    ]);
    const book = await openWorkbook(file);
    const [sheet] = book.sheets;
    assert.ok(sheet !== undefined);
    const [, found] = await all(sheetRows(book, sheet));
    assert.match(found?.cells[5]?.text ?? '', /^2026-03-05/);
  });

  test('a text that looks like a formula is a text, also after it was edited', async () => {
    const [, row] = readPlain(
      await workbook([[textCell('=1+1'), idCell('1E5'), idCell('0001')]]),
      0,
    );
    assert.deepEqual(
      row?.map(({ text, number }) => [text, number]),
      [
        ['=1+1', null],
        ['1E5', null],
        ['0001', null],
      ],
    );
  });
});

suite('an archive that is written as a stream', () => {
  test('has only what was read so far in memory, and stops its source when nobody reads on', async () => {
    let made = 0;
    let is_stopped = false;
    async function* endless(): AsyncGenerator<string> {
      try {
        for (;;) {
          made += 1;
          yield await Promise.resolve(`${made} `.repeat(10_000));
        }
      } finally {
        is_stopped = true;
      }
    }
    for await (const _piece of zipStream([{ name: 'a', text: endless() }])) {
      if (made > 20) break;
    }
    assert.equal(is_stopped, true);
    assert.ok(made < 200, `${made} pieces were made`);
  });

  test('fails as its source does', async () => {
    async function* broken(): AsyncGenerator<string> {
      yield await Promise.resolve('x');
      throw new Error('The database is away');
    }
    const reading = all(zipStream([{ name: 'a', text: broken() }]));
    await assert.rejects(reading, /The database is away/);
  });
});
