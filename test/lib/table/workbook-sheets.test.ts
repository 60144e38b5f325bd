// Workbooks of many rows: a sheet has as many as a spreadsheet opens, the rest is on further ones;
// rows are read only as they are written, and no longer once nobody wants them.
import assert from 'node:assert/strict';
import { suite, test } from 'node:test';
import { setTimeout } from 'node:timers/promises';
import { openWorkbook, sheetRows } from '../../../server/app/file/open-workbook.ts';
import { workbookOf } from '../../../server/http/transport/table-file.ts';
import { dayCell, digitsCell, textCell } from '../../../server/lib/table/table-cell.ts';
import { readPlain } from '../../support/xlsx/plain-workbook.ts';

const columns = [{ name: 'row', cell: (row: number) => digitsCell(String(row)) }];

async function* pagesOf(...lengths: number[]): AsyncGenerator<number[]> {
  let row = 0;
  for (const length of lengths) {
    yield await Promise.resolve(Array.from({ length }, () => ++row));
  }
}

async function written(lengths: readonly number[], most_rows: number): Promise<Buffer> {
  const parts: Buffer[] = [];
  const table = { columns, pages: pagesOf(...lengths) };
  for await (const part of workbookOf('Rows', table, most_rows)) parts.push(part);
  return Buffer.concat(parts);
}

/** Pages, rows of a sheet with its head, and which rows are on each sheet. */
const SHEETS: readonly (readonly [lengths: number[], most: number, sheets: number[][]])[] = [
  [[], 4, [[]]],
  [[0, 0], 4, [[]]],
  [[3], 4, [[1, 2, 3]]],
  [[2, 0, 1], 4, [[1, 2, 3]]],
  [[4], 4, [[1, 2, 3], [4]]],
  [
    [1, 7],
    4,
    [
      [1, 2, 3],
      [4, 5, 6],
      [7, 8],
    ],
  ],
  [
    [3, 3],
    4,
    [
      [1, 2, 3],
      [4, 5, 6],
    ],
  ],
];

suite('a workbook of many rows', () => {
  for (const [lengths, most, wanted] of SHEETS) {
    test(`pages of ${lengths.join(', ') || 'nothing'}: ${wanted.length} sheets`, async () => {
      const file = await written(lengths, most);
      const book = await openWorkbook(file);
      assert.deepEqual(
        book.sheets.map(({ name }) => name),
        wanted.map((_, index) => (index === 0 ? 'Rows' : `Rows ${index + 1}`)),
      );
      for (const [index, sheet] of book.sheets.entries()) {
        const [head, ...rows] = readPlain(file, index);
        assert.equal(head?.[0]?.text, 'row');
        assert.deepEqual(
          rows.map(([cell]) => Number(cell?.number)),
          wanted[index],
        );
        const found: number[] = [];
        for await (const { cells } of sheetRows(book, sheet)) found.push(Number(cells[0]?.text));
        assert.deepEqual(found.slice(1), wanted[index], 'to the service’s own reader');
      }
    });
  }

  test('stops reading its pages when nobody wants the file any more', async () => {
    let made = 0;
    let is_stopped = false;
    async function* endless(): AsyncGenerator<number[]> {
      try {
        for (;;) {
          made += 1;
          yield await Promise.resolve(Array.from({ length: 500 }, Math.random));
        }
      } finally {
        is_stopped = true;
      }
    }
    for await (const _part of workbookOf('Rows', { columns, pages: endless() }, 2_000)) {
      if (made > 20) break;
    }
    for (let waited = 0; !is_stopped && waited < 1_000; waited += 1) await setTimeout(1);
    assert.ok(made < 100, `${made} pages`);
    assert.equal(is_stopped, true);
  });

  test('cuts a text that a spreadsheet would not open, and shows it; days have no time', async () => {
    const longest = 'x'.repeat(32_767);
    const at = Date.parse('2026-03-05T23:59:59Z');
    const table = {
      columns: [
        { name: 'text', cell: (row: string) => textCell(row) },
        { name: 'day', cell: () => dayCell(at) },
      ],
      pages: (async function* () {
        yield await Promise.resolve([longest, `${longest}y`]);
      })(),
    };
    const parts: Buffer[] = [];
    for await (const part of workbookOf('Texts', table)) parts.push(part);
    const [, whole, cut] = readPlain(Buffer.concat(parts), 0);
    assert.equal(whole?.[0]?.text, longest);
    assert.equal(cut?.[0]?.text, `${'x'.repeat(32_766)}…`);
    assert.equal(whole?.[1]?.number, '46086');
  });
});
