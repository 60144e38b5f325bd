// Numbers of a sheet as texts: money keeps its exact digits, whichever program wrote the number.
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { readCellAmount } from '../../../../server/formats/statement/csv/cell-amount.ts';
import { numberCell, textWith } from '../../../../server/formats/statement/xlsx/cell-text.ts';
import { cellMeaning } from '../../../../server/formats/statement/xlsx/number-format.ts';
import { fc } from '../../../support/property.ts';

const NUMBER = { kind: 'number' } as const;
const shown = (written: string) => numberCell(written, NUMBER, 1900);

const MOST = 100_000_000_000n;

test('an amount that a program wrote as a double is the amount', () => {
  const forms = [
    { decimal: '.', thousands: [','], minor_units: false },
    { decimal: ',', thousands: ['.', ' '], minor_units: false },
  ] as const;
  const ways = [
    String,
    (value: number) => value.toPrecision(17),
    (value: number) => value.toExponential(16),
  ];
  fc.assert(
    fc.property(
      fc.bigInt({ min: -MOST, max: MOST }),
      fc.constantFrom(0, 2, 3),
      fc.constantFrom(...ways),
      fc.constantFrom(...forms),
      (cents, exponent, write, form) => {
        const cell = shown(write(Number(cents) / 10 ** exponent));
        const read = readCellAmount(textWith(cell, form.decimal), form, exponent);
        assert.deepEqual(read, { cents, currency: null });
      },
    ),
    { numRuns: 2_000 },
  );
});

test('numbers are written without powers and filling zeros', () => {
  const table: [written: string, text: string, is_number: boolean][] = [
    ['0', '0', true],
    ['-0', '0', true],
    ['-0.0000000001', '0', true],
    ['007', '7', true],
    ['1.50', '1.5', true],
    ['1.250', '1.25', true],
    ['1.234', '1.2340', true],
    ['12E-1', '1.2', true],
    ['1e5', '100000', true],
    ['123456789012345', '123456789012345', true],
    ['1.23456789012345E+14', '123456789012345', true],
    ['12345678901234567890', '12345678901234567890', true],
    ['1.2345678901234568E+19', '1.2345678901234568E+19', false],
    ['12345678901234.56', '12345678901234.56', true],
    ['12,5', '12,5', false],
    ['', '', false],
  ];
  for (const [written, text, is_number] of table) {
    const cell = shown(written);
    assert.deepEqual([cell.text, cell.kind === 'number'], [text, is_number], written);
  }
});

test('the format of a number says whether it is a day, a time or an id', () => {
  const table: [code: string, kind: string][] = [
    ['General', 'number'],
    ['Standard', 'number'],
    ['@', 'number'],
    ['#,##0.00', 'number'],
    ['0.00E+00', 'number'],
    ['#,##0.00 "days"', 'number'],
    ['#,##0.00\\ "zł";[Red]-#,##0.00\\ "zł"', 'number'],
    ['[$€-407] #,##0.00', 'number'],
    ['_-* #,##0.00\\ _D_M_-', 'number'],
    ['00', 'digits'],
    ['000000000000', 'digits'],
    ['dd/mm/yyyy', 'day'],
    ['DD.MM.YY', 'day'],
    ['mmm-yy', 'day'],
    ['[$-F800]dddd\\,\\ mmmm\\ dd\\,\\ yyyy', 'day'],
    ['yyyy"年"m"月"d"日"', 'day'],
    ['[$-409]dd/mm/yyyy hh:mm AM/PM;@', 'moment'],
    ['yyyy\\-mm\\-dd hh:mm:ss', 'moment'],
    ['hh:mm:ss', 'clock'],
    ['[h]:mm', 'clock'],
    ['mm:ss.0', 'clock'],
  ];
  for (const [code, kind] of table) {
    assert.equal(cellMeaning({ id: 164, code }).kind, kind, code);
  }
  const built_in = [0, 2, 14, 18, 22, 31, 45, 49].map((id) => cellMeaning({ id, code: null }).kind);
  assert.deepEqual(built_in, [
    ...['number', 'number', 'day', 'clock', 'moment', 'day', 'clock', 'number'],
  ]);
});

test('serial numbers are the days and times of their system', () => {
  const table: [
    written: string,
    kind: 'day' | 'moment' | 'clock',
    system: 1900 | 1904,
    text: string,
  ][] = [
    ['61', 'day', 1900, '1900-03-01'],
    ['46086', 'day', 1900, '2026-03-05'],
    ['44624', 'day', 1904, '2026-03-05'],
    ['46086.999', 'day', 1900, '2026-03-05'],
    ['46086.5', 'moment', 1900, '2026-03-05 12:00:00'],
    ['46086.5732870370371', 'moment', 1900, '2026-03-05 13:45:32'],
    ['46086', 'moment', 1900, '2026-03-05'],
    ['0.25', 'clock', 1900, '06:00:00'],
    ['0.25', 'moment', 1900, '06:00:00'],
    // A day that never was, and numbers that are no days.
    ['60', 'day', 1900, '60'],
    ['-1', 'day', 1900, '-1'],
    ['2958466', 'day', 1900, '2958466'],
    ['x', 'day', 1900, 'x'],
  ];
  for (const [written, kind, system, text] of table) {
    assert.equal(numberCell(written, { kind }, system).text, text, `${written} ${kind} ${system}`);
  }
  const last = numberCell('46086.9999999', { kind: 'moment' }, 1900).text;
  assert.equal(last, '2026-03-06');
});

test('an id keeps its leading zeros, and nothing else gets any', () => {
  const by = (written: string) => numberCell(written, { kind: 'digits', count: 6 }, 1900).text;
  assert.deepEqual(['42', '1234567', '-5', '1.5'].map(by), ['000042', '1234567', '-5', '1.5']);
});
