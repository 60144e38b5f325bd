// The cells and the sheets of Excel workbooks: which of them are read, and as what.
import assert from 'node:assert/strict';
import { describe, test } from 'node:test';
import { guessStatement } from '../../../server/app/statement/guess-statement.ts';
import { accepted, refusedWith } from '../../support/test-app.ts';
import {
  type Cell,
  EXCEL,
  type WrittenSheet,
  writeWorkbook,
} from '../../support/xlsx/workbook-writer.ts';
import { only, profileNamed, readFile, TODAY } from './read-file.ts';
import {
  amountCell as amount,
  dayCell as day,
  guessedProfile,
  serialOf,
} from './workbook-cells.ts';

const STANDARD = ['booked_at', 'amount_cents', 'utr', 'text'];
const read = (
  sheets: readonly WrittenSheet[],
  { program = EXCEL, sheet = null }: { program?: object; sheet?: string | null } = {},
) => readFile(writeWorkbook(sheets, program), only('EUR'), null, undefined, sheet);

const table = (...rows: (readonly Cell[])[]): WrittenSheet => ({
  name: 'Table',
  rows: [STANDARD, ...rows],
});

describe('cells', () => {
  test('texts, numbers, formulas, truths and days are the texts that people see', async () => {
    const { rows, errors } = await read([
      table(
        ['2026-03-05', { number: '1.5E2' }, null, { formula: 'A1&"x"', value: 'Order 7 <x>' }],
        [day('2026-03-06'), { formula: '1+1', value: '200' }, null, { is_true: true }],
        [day('2026-03-07', '"Tag" d. mmmm yyyy;@'), '300', null, 'line_x000A_break'],
        [{ raw: '<v>46090.75</v>' }, { number: '1' }, null, 'a number, no day'],
      ),
    ]);
    assert.deepEqual(
      rows.map(({ amount_cents, text, line }) => [line, amount_cents, text]),
      [
        [2, 150n, 'Order 7 <x>'],
        [3, 200n, 'TRUE'],
        [4, 300n, 'line break'],
      ],
    );
    assert.deepEqual(
      errors.map(({ line }) => line),
      [5],
    );
  });

  test('days count from 1904 if the workbook says so', async () => {
    const cell = { number: serialOf('2026-03-05', 1904), format: 'yyyy-mm-dd' };
    const { rows } = await read([table([cell, { number: '1' }])], {
      program: { ...EXCEL, date1904: true },
    });
    assert.deepEqual(
      rows.map(({ booked_at }) => booked_at),
      [Date.UTC(2026, 2, 5)],
    );
  });

  test('a formula without its value is no amount', async () => {
    const { errors } = await read([table(['2026-03-05', { formula: '1+1', value: null }])]);
    assert.match(errors[0]?.message ?? '', /amount_cents must be an amount/);
  });

  test('long ids are read as they are written, or not at all', async () => {
    const { rows } = await read([
      table(
        ['2026-03-05', { number: '1' }, { number: '412345678901' }],
        ['2026-03-05', { number: '2' }, { number: '12345678901', format: '000000000000' }],
        ['2026-03-05', { number: '3' }, '0412345678901234'],
        ['2026-03-05', { number: '4' }, { number: '4.1234567890123457E+21' }],
      ),
    ]);
    assert.deepEqual(
      rows.map(({ utr }) => utr),
      ['412345678901', '012345678901', '0412345678901234', null],
    );
  });

  test('another value than the one of its decimals is not rounded', async () => {
    const by = (number: string) =>
      readFile(
        writeWorkbook([
          {
            name: 'A',
            rows: [
              ['date', 'description', 'reference', 'debit', 'credit'],
              ['2026-03-05', 'x', '', null, { number }],
            ],
          },
        ]),
        only('EUR'),
        profileNamed('decimal'),
      );
    for (const [number, cents] of [
      ['1234.5600000000001', 123_456n],
      ['1234.5599999999999', 123_456n],
      ['0.1', 10n],
      ['1.2345E+3', 123_450n],
    ] as const) {
      assert.deepEqual(
        (await by(number)).rows.map((row) => row.amount_cents),
        [cents],
        number,
      );
    }
    for (const number of ['1234.561', '1234.56001', '0.000001', '1234.5600001']) {
      assert.match((await by(number)).errors[0]?.message ?? '', /more decimals than the 2/, number);
    }
  });
});

describe('sheets', () => {
  const other: WrittenSheet = { name: 'Terms', rows: [['These are our terms.']] };
  const line = (cents: string) => ['2026-03-05', { number: cents }] as const;

  test('the first one with the table is read, or the one that is named', async () => {
    const hidden = { ...table(line('1')), name: 'Old', state: 'hidden' as const };
    const { rows, warnings } = await read([other, hidden, table(line('2'))]);
    assert.deepEqual([rows.map(({ amount_cents }) => amount_cents), warnings], [[2n], []]);
    const named = await read([other, hidden, table(line('2'))], { sheet: 'OLD' });
    assert.deepEqual(
      named.rows.map(({ amount_cents }) => amount_cents),
      [1n],
    );
    const unknown = await read([other], { sheet: 'March' });
    assert.match(unknown.errors[0]?.message ?? '', /no sheet with that name; it has Terms/);
  });

  test('others with such a table are told', async () => {
    const { rows, warnings } = await read([
      table(line('1')),
      { ...table(line('2')), name: 'April' },
    ]);
    assert.equal(rows.length, 1);
    assert.match(warnings[0]?.message ?? '', /only the sheet Table was read; .*: April/);
  });

  test('without the columns of the profile, the reason is that of a CSV', async () => {
    const { errors } = await read([other]);
    assert.match(errors[0]?.message ?? '', /no row with the column names of the profile standard/);
    assert.match(
      refusedWith(await guessStatement(writeWorkbook([other]), TODAY)).detail,
      /no row has col/,
    );
  });

  test('a header in two rows with merged cells is one header', async () => {
    const sheet: WrittenSheet = {
      name: 'A',
      rows: [
        ['date', 'description', 'reference', 'Amount', null],
        [null, null, null, 'debit', 'credit'],
        [day('2026-03-05'), 'first', '', null, amount('5')],
        [day('2026-03-06'), 'second', '', amount('6'), null],
      ],
      merges: ['A1:A2', 'B1:B2', 'C1:C2', 'D1:E1'],
    };
    const archive = writeWorkbook([sheet]);
    const { rows, errors } = await readFile(archive, only('EUR'), await guessedProfile(archive));
    assert.deepEqual([rows.map((row) => row.amount_cents), errors], [[500n, -600n], []]);
    const { sample, sheet: name } = accepted(await guessStatement(archive, TODAY));
    assert.deepEqual([sample.map((row) => row.amount_cents), name], [[500, -600], 'A']);
  });

  test('an amount that is merged over two rows counts once', async () => {
    const sheet = { ...table(line('100'), ['2026-03-05', null]), merges: ['B2:B3'] };
    const { errors } = await read([sheet]);
    assert.deepEqual(
      errors.map((one) => one.line),
      [3],
    );
  });

  test('days that a spreadsheet made of some texts are refused', async () => {
    const sheet: WrittenSheet = {
      name: 'A',
      rows: [
        ['Txn Date', 'Description', 'Ref No./Cheque No.', 'Debit', 'Credit', 'Balance'],
        [day('2026-05-03'), 'swapped', '', null, amount('1'), amount('1')],
        ['13/03/2026', 'left', '', null, amount('1'), amount('2')],
      ],
    };
    const found = await readFile(writeWorkbook([sheet]), only('INR'), profileNamed('indian'));
    assert.match(found.errors[0]?.message ?? '', /exchanged day and month/);
    assert.equal(found.errors[0]?.line, 3);
  });
});
