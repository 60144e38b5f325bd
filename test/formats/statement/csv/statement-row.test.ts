// Rows of statements: amounts, dates and UTRs as banks write them, and what is refused.
import assert from 'node:assert/strict';
import { describe, test } from 'node:test';
import type { StatementProfile } from '../../../../server/formats/statement/csv/statement-profile.ts';
import { PROFILES } from '../../../../server/formats/statement/csv/statement-profiles.ts';
import {
  columnsByPosition,
  findColumns,
  readRow,
} from '../../../../server/formats/statement/csv/statement-row.ts';
import { readStatementAmount } from '../../../../server/formats/statement/statement-amount.ts';
import { readDate } from '../../../../server/formats/statement/statement-date.ts';
import { fc } from '../../../support/property.ts';

const POINT = { decimal: '.', thousands: [','], minor_units: false } as const;
const COMMA = { decimal: ',', thousands: ['.', ' ', '’'], minor_units: false } as const;
const MINOR = { decimal: '.', thousands: [], minor_units: true } as const;

describe('amounts', () => {
  const check = (
    form: Parameters<typeof readStatementAmount>[1],
    exponent: number,
    text: string,
  ) => {
    const amount = readStatementAmount(text, form, exponent);
    return 'cents' in amount ? amount.cents : null;
  };

  test('are exact minor units, in groups, with any sign', () => {
    const table: [
      form: Parameters<typeof readStatementAmount>[1],
      exponent: number,
      text: string,
      cents: bigint,
    ][] = [
      [POINT, 2, '1500', 150_000n],
      [POINT, 2, '1,500.5', 150_050n],
      [POINT, 2, '12,34,567.89', 123_456_789n],
      [POINT, 2, '+0.01', 1n],
      [POINT, 2, '-7.00', -700n],
      [POINT, 2, '7.00-', -700n],
      [POINT, 2, '(1,234.00)', -123_400n],
      [POINT, 2, '\u2212 5', -500n],
      [POINT, 2, ' \u00a05.00\t', 500n],
      [POINT, 0, '1,500', 1_500n],
      [POINT, 3, '0.001', 1n],
      [POINT, 2, '10000000000.00', 1_000_000_000_000n],
      [POINT, 2, '0.00', 0n],
      [COMMA, 2, '1.234.567,89', 123_456_789n],
      [COMMA, 2, '1 234,5', 123_450n],
      [COMMA, 2, '1’234', 123_400n],
      [MINOR, 2, '150000', 150_000n],
      [MINOR, 0, '-1', -1n],
    ];
    for (const [form, exponent, text, cents] of table) {
      assert.equal(check(form, exponent, text), cents, `${text} ${exponent}`);
    }
  });

  test('that could be read in two ways, or not at all, are refused', () => {
    const table: [
      form: Parameters<typeof readStatementAmount>[1],
      exponent: number,
      texts: string[],
    ][] = [
      [
        POINT,
        2,
        ['', '-', '.', '1.', '.5', '1.2.3', '1,5', '1,50', '15,00', '1,0000', '1,,000', ',100'],
      ],
      [POINT, 2, ['1.005', '1.000', '--1', '-1-', '+(1)', '()', '1e3', '0x10', 'NaN', 'Infinity']],
      [POINT, 2, ['INR 5', '₹5', '5 Cr', '５', '1 000', '=1+1', "'5", '10000000000000.01']],
      [POINT, 2, ['9'.repeat(41), '1'.repeat(100_000), `${' '.repeat(300)}1`]],
      [POINT, 0, ['1.0', '1.00']],
      [POINT, 3, ['1.0000']],
      [COMMA, 2, ['1.5', '1.50', '1,234', '1.234 567,00', '1,2,3']],
      [MINOR, 2, ['1.0', '1,000', '1.00']],
    ];
    for (const [form, exponent, texts] of table) {
      for (const text of texts) assert.equal(check(form, exponent, text), null, text.slice(0, 40));
    }
  });

  test('come back as they were written', () => {
    const cents = fc.bigInt({ min: 1n, max: 10n ** 12n });
    fc.assert(
      fc.property(cents, fc.constantFrom(0, 2, 3, 4), fc.boolean(), (amount, exponent, grouped) => {
        const digits = amount.toString().padStart(exponent + 1, '0');
        const whole = digits.slice(0, digits.length - exponent);
        const fraction = digits.slice(digits.length - exponent);
        const groups = grouped ? whole.replace(/\B(?=(?:\d{3})+$)/g, ',') : whole;
        const text = exponent === 0 ? groups : `${groups}.${fraction}`;
        assert.equal(check(POINT, exponent, text), amount);
        assert.equal(check(POINT, exponent, `-${text}`), -amount);
      }),
    );
  });
});

describe('dates', () => {
  test('by pattern, a day or a moment', () => {
    const table: [
      format: string,
      date: string,
      time: string,
      expected: string,
      exactly: boolean,
    ][] = [
      ['DD/MM/YYYY', '05/03/2026', '', '2026-03-05', false],
      ['DD/MM/YYYY', '5/3/2026', '', '2026-03-05', false],
      ['DD.MM.YY', '29.02.24', '', '2024-02-29', false],
      ['DD-MMM-YYYY', '05-MAR-2026', '', '2026-03-05', false],
      ['DD MMM YYYY', '5 March 2026', '', '2026-03-05', false],
      ['YYYY-MM-DD', '2026-03-05', '10:15', '2026-03-05T04:45:00Z', true],
      ['YYYY-MM-DD', '2026-03-05', '00:15:30', '2026-03-04T18:45:30Z', true],
      ['YYYY-MM-DD', '2026-03-05', '12:05 am', '2026-03-04T18:35:00Z', true],
      ['YYYY-MM-DD', '2026-03-05', '1:05:09 P.M.', '2026-03-05T07:35:09Z', true],
      ['DD/MM/YYYY HH:mm:ss', '05/03/2026 05:30:00', '', '2026-03-05T00:00:00Z', true],
      ['ISO', '2026-03-05', '', '2026-03-05', false],
      ['ISO', '2026-03-05T10:15', '', '2026-03-05T04:45:00Z', true],
      ['ISO', '2026-03-05 10:15:30.1239Z', '', '2026-03-05T10:15:30.123Z', true],
      ['ISO', '2026-03-05T10:15:30-0730', '', '2026-03-05T17:45:30Z', true],
    ];
    for (const [format, date, time, expected, booked_exactly] of table) {
      const found = readDate({ date, time }, [format], 330);
      assert.deepEqual(
        found,
        { booked_at: Date.parse(expected), booked_exactly },
        `${date} ${time}`,
      );
    }
  });

  test('that the calendar or the pattern does not know are none', () => {
    const table: [format: string, dates: string[]][] = [
      [
        'DD/MM/YYYY',
        ['31/02/2026', '29/02/2026', '00/01/2026', '01/13/2026', '05/03/1026', '05/03/26'],
      ],
      ['DD/MM/YYYY', ['05-03-2026', '05/03/2026x', 'x05/03/2026', '', '05/03/9999', '٠٥/٠٣/٢٠٢٦']],
      ['DD.MM.YYYY', ['05x03x2026']],
      ['DD-MMM-YYYY', ['05-FOO-2026', '05-3-2026']],
      ['ISO', ['2026-3-5', '2026-03-05T25:00', '2026-03-05T10:60', '46086', '2026-03-05T10']],
      ['DD/MM/YYYY HH:mm:ss', ['05/03/2026 24:00:00']],
    ];
    for (const [format, dates] of table) {
      for (const date of dates) assert.equal(readDate({ date, time: '' }, [format], 0), null, date);
    }
    for (const time of ['25:00', '13:00 PM', '0:30 AM', 'noon', '10']) {
      assert.equal(readDate({ date: '2026-03-05', time }, ['ISO'], 0), null, time);
    }
  });
});

describe('rows', () => {
  const decimal = PROFILES.get('decimal');
  assert.ok(decimal !== undefined);
  const header = findColumns(decimal, ['Date', ' DESCRIPTION', 'Refe rence', 'debit', 'credit']);
  assert.ok(!('missing' in header));
  const read = (...cells: string[]) => readRow(decimal, cells, header, 2);

  test('name the column that is wrong', () => {
    const table: [cells: string[], field: string, message: RegExp][] = [
      [['', 'a', '', '', '1'], 'date', /must be a date/],
      [['2026-03-05', 'a', '', '', ''], 'credit', /both empty/],
      [['2026-03-05', 'a', '', '1', '1'], 'credit', /both filled/],
      [['2026-03-05', 'a', '', '-1', ''], 'debit', /minus/],
      [['2026-03-05', 'a', '', '', '1.234'], 'credit', /more decimals than the 2/],
      [['2026-03-05', 'a', '', '', '1', 'x'], 'row', /6 cells, its header has 5/],
    ];
    for (const [cells, field, message] of table) {
      const row = read(...cells);
      assert.ok('problem' in row, cells.join());
      assert.equal(row.problem.field, field, cells.join());
      assert.match(row.problem.message, message);
    }
  });

  test('know a UTR from what fills its column', () => {
    const table: [cell: string, utr: string | null, text: string | null][] = [
      ['412345678901', '412345678901', 'paid'],
      [' 4123 4567 8901 ', '412345678901', 'paid'],
      ['hdfcn52026030512', 'HDFCN52026030512', 'paid'],
      ['UPI412345678901', '412345678901', 'paid'],
      ['IMPS-412345678901', '412345678901', 'paid'],
      ['0000412345678901', '412345678901', 'paid'],
      ['412345678901/ASHA RAO', '412345678901', 'paid 412345678901/ASHA RAO'],
      ['', null, 'paid'],
      ['-', null, 'paid'],
      ['000000000000', null, 'paid'],
      ['N/A', null, 'paid N/A'],
      ['NOTPROVIDED', null, 'paid NOTPROVIDED'],
      ['TRANSFER FROM 4897695162091', null, 'paid TRANSFER FROM 4897695162091'],
      ['4.12346E+11', null, 'paid 4.12346E+11'],
      ['4.12346E11', null, 'paid 4.12346E11'],
      ['=HYPERLINK("http://x")', null, 'paid =HYPERLINK("http://x")'],
    ];
    for (const [cell, utr, text] of table) {
      const row = read('2026-03-05', 'paid', cell, '', '1');
      assert.ok(!('problem' in row));
      assert.deepEqual([row.lines[0]?.utr, row.lines[0]?.text], [utr, text], cell);
    }
  });

  test('keep text as one harmless line of bounded length', () => {
    const row = read(
      '2026-03-05',
      `a\r\n\tb\u0000c\u202ed \ud800 ${'x'.repeat(2_000)}`,
      '',
      '',
      '1',
    );
    assert.ok(!('problem' in row));
    assert.match(row.lines[0]?.text ?? '', /^a b c d \ufffd x+$/);
    assert.equal(row.lines[0]?.text?.length, 1_000);
  });

  test('without a header are read by position; a bank id has its limit', () => {
    const bare: StatementProfile = {
      ...decimal,
      header_within_rows: 0,
      date: 0,
      amount: { kind: 'signed', amount: 1, incoming: '-' },
      utr: null,
      text: [3, 2],
      bank_id: 4,
    };
    const cells = ['2026-03-05', '-1', 'b', 'a', 'id'];
    const row = readRow(bare, cells, columnsByPosition(bare), 2);
    assert.ok(!('problem' in row));
    const [line] = row.lines;
    assert.deepEqual([line?.amount_cents, line?.text, line?.bank_id], [100n, 'a b', 'id']);
    const long = readRow(bare, [...cells.slice(0, 4), 'x'.repeat(129)], columnsByPosition(bare), 2);
    assert.ok('problem' in long && long.problem.field === '4');
    const zero = readRow(bare, ['2026-03-05', '0.00'], columnsByPosition(bare), 2);
    assert.ok(!('problem' in zero));
    assert.deepEqual([zero.lines, zero.left_out], [[], 'zero']);
  });

  test('of every built-in profile have their columns found under the names that it gives', () => {
    for (const profile of PROFILES.values()) {
      const { date, time, utr, text, bank_id, currency, amount, fee, status } = profile;
      const { kind: _, ...columns } = amount;
      const others = [time, utr, ...text, bank_id, currency, fee, status];
      const named = [date, ...others, ...Object.values(columns).flat()];
      const names = named.filter((name) => typeof name === 'string');
      const found = findColumns(profile, names);
      assert.ok(!('missing' in found), profile.name);
      const missing = findColumns(profile, names.slice(1));
      assert.ok('missing' in missing && missing.missing.includes(String(date)), profile.name);
    }
  });
});
