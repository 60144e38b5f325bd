// Statements as banks export them: every row becomes a bank line or an error that names its line.
import assert from 'node:assert/strict';
import { readFileSync } from 'node:fs';
import { describe, test } from 'node:test';
import { STATEMENT_MAX_ROWS } from '../../../server/app/file/collect-parts.ts';
import type { StatementBody } from '../../../server/app/file/statement-bytes.ts';
import type { StatementProfile } from '../../../server/formats/statement/csv/statement-profile.ts';
import { bytes, inPieces, only, profileNamed as profile, readFile } from './read-file.ts';

/** The fields that every layout has. */
async function readStatement(body: StatementBody, by: StatementProfile, currency = 'INR') {
  const { rows, errors } = await readFile(body, only(currency), by);
  const short = rows.map(
    ({ line, amount_cents, booked_at, booked_exactly, utr, text, bank_id }) => ({
      ...{ line, amount_cents, booked_at, booked_exactly, utr, text, bank_id },
    }),
  );
  return { rows: short, errors };
}

const sample = (name: string) =>
  readFileSync(new URL(`../../statements/${name}.csv`, import.meta.url));

const INDIA_MS = 330 * 60_000;
const at = (text: string) => Date.parse(text);
const none = { utr: null, text: null, bank_id: null };

/** The result is the same for the whole file and for pieces of every awkward size. */
async function read(body: Uint8Array, name: string, currency = 'INR') {
  const whole = await readStatement(body, profile(name), currency);
  for (const size of [1, 2, 3, 7, 64]) {
    const pieces = await readStatement(inPieces(body, size), profile(name), currency);
    assert.deepEqual(pieces, whole, `in pieces of ${size}`);
  }
  return whole;
}

describe('sample files', () => {
  test('the service’s own layout', async () => {
    const { rows, errors } = await read(sample('standard'), 'standard');
    assert.deepEqual(errors, []);
    assert.deepEqual(rows, [
      {
        ...none,
        line: 2,
        amount_cents: 150_000n,
        booked_at: at('2026-03-05T04:45:00Z'),
        booked_exactly: true,
        utr: '412345678901',
        text: 'UPI/412345678901/ASHA RAO',
        bank_id: 'TXN-1',
      },
      {
        ...none,
        line: 3,
        amount_cents: -2_500n,
        booked_at: at('2026-03-05T10:16:30.250Z'),
        booked_exactly: true,
        text: 'Charges',
        bank_id: 'TXN-2',
      },
      {
        ...none,
        line: 4,
        amount_cents: 99_900n,
        booked_at: at('2026-03-06T00:00:00Z'),
        booked_exactly: false,
        utr: 'HDFCR52026030612345678',
        text: 'RTGS, with a comma and a "quote"',
      },
    ]);
  });

  test('decimals, a byte order mark, CRLF, quoted line ends, empty lines, formulas', async () => {
    const { rows, errors } = await read(sample('decimal'), 'decimal');
    assert.deepEqual(errors, []);
    const short = rows.map(({ line, amount_cents, utr, text }) => [line, amount_cents, utr, text]);
    assert.deepEqual(short, [
      [2, 150_000n, '412345678901', 'Transfer from Asha Rao ref PO7K2M'],
      [6, -1_250n, null, 'Account fee'],
      [7, 300n, null, 'Account fee'],
      [8, 100n, '412345678901', `=cmd|' /C calc'!A0 ="412345678901"`],
    ]);
  });

  test('an Indian bank: preamble, lakhs, several date forms, footers', async () => {
    const { rows, errors } = await read(sample('indian'), 'indian');
    assert.deepEqual(errors, []);
    const short = rows.map(({ line, amount_cents, utr }) => [line, amount_cents, utr]);
    assert.deepEqual(short, [
      [9, 150_000n, null],
      [10, 10_000_050n, 'HDFCN52026030512'],
      [11, -25_000n, null],
      [12, 7_525n, '412345678902'],
    ]);
    assert.match(rows[0]?.text ?? '', /412345678901.*TRANSFER FROM 4897695162091$/);
    assert.equal(rows[2]?.text, 'CHQ PAID');
    assert.deepEqual(
      rows.map((row) => [row.booked_at, row.booked_exactly]),
      [
        [at('2026-03-05'), false],
        [at('2026-03-05'), false],
        [at('2026-03-05'), false],
        [at('2026-03-06T23:59:59Z') - INDIA_MS, true],
      ],
    );
  });

  test('a European bank: semicolons, decimal comma, Latin-1', async () => {
    const { rows, errors } = await read(sample('european'), 'european-latin1', 'EUR');
    assert.deepEqual(errors, []);
    assert.deepEqual(
      rows.map(({ line, amount_cents, utr, text }) => [line, amount_cents, utr, text]),
      [
        [5, 123_456n, null, 'Zoë Müller Bestellung PO7K2M; danke'],
        [6, -99n, null, 'Café Überall Lastschrift RF18539007547034'],
        [7, 100_000n, null, 'Jörg Geschenk'],
      ],
    );
    const wrong = await read(sample('european'), 'european', 'EUR');
    assert.deepEqual(wrong.rows, []);
    assert.match(wrong.errors[0]?.message ?? '', /not UTF-8 text; choose a profile/);
  });

  test('one amount and an indicator, UTF-16, and a wrong row for each reason', async () => {
    const { rows, errors } = await read(sample('indicator'), 'indicator');
    assert.deepEqual(
      rows.map((row) => [row.line, row.amount_cents, row.bank_id, row.booked_at, row.utr]),
      [
        [5, 1_000_000n, 'S1003', at('2026-03-05T12:30:00Z') - INDIA_MS, '412345678903'],
        [10, -700n, 'S1007', at('2026-03-05'), null],
      ],
    );
    assert.equal(rows[0]?.text, 'आशा राव second line');
    assert.equal(rows[1]?.text, 'spreadsheet damage 4.12346E+11');
    assert.deepEqual(
      errors.map(({ line, message }) => [line, message.split(' ').slice(0, 4).join(' ')]),
      [
        [3, 'amount must be an'],
        [4, 'amount must not have'],
        [7, 'date must be a'],
        [8, 'amount has more decimals'],
        [9, 'cr/dr must be one'],
      ],
    );
  });
});

describe('a file that is not what it should be', () => {
  const header = 'date,description,reference,debit,credit\n';

  test('is refused as a whole, with one reason and no rows', async () => {
    const table: [what: string, body: Uint8Array, message: RegExp][] = [
      ['nothing', bytes(''), /no row with the column names.*missing|no row with the column/],
      ['only blank lines', bytes('\n\r\n\n'), /no row with the column names/],
      ['other columns', bytes('date,foo\n2026-03-05,1\n'), /missing: credit, debit/],
      ['a PDF', bytes('%PDF-1.7\n'), /is a PDF/],
      ['an archive', bytes('PK\u0003\u0004\u0014\0\u0006'), /is a ZIP archive; unpack it/],
      ['a page', bytes('<!DOCTYPE html><table>'), /is HTML; /],
      ['JSON', bytes('[{"date":"2026-03-05"}]'), /is JSON/],
      ['zero bytes', bytes(`${header}2026-03-05,a\0b,,,1\n`), /is not text/],
      ['other text', Uint8Array.of(...bytes(header), 0xff, 0x41), /is not UTF-8 text/],
      ['half a character', Uint8Array.of(...bytes(header), 0xe2, 0x82), /is not UTF-8 text/],
      [
        'a giant cell',
        bytes(`${header}2026-03-05,${'x'.repeat(20_000)},,,1\n`),
        /longer than 16384/,
      ],
      [
        'a quote that is never closed',
        bytes(`${header}2026-03-05,"open,,,1\n${'2026-03-05,a,,,1\n'.repeat(2_000)}`),
        /longer than 16384.*open/,
      ],
      [
        'more errors than anybody reads',
        bytes(header + 'yesterday,a,,,1\n'.repeat(1_000)),
        /1000 wrong rows or more; the first, in line 2: date must be a date/,
      ],
      [
        'more rows than the limit',
        bytes(header + '2026-03-05,a,,,1\n'.repeat(STATEMENT_MAX_ROWS + 1)),
        /more than 200000 rows/,
      ],
    ];
    for (const [what, body, message] of table) {
      const { rows, errors } = await readStatement(body, profile('decimal'));
      assert.deepEqual(rows, [], what);
      assert.equal(errors.length, 1, what);
      assert.match(errors[0]?.message ?? '', message, what);
    }
  });

  test('is refused when it never ends', async () => {
    async function* endless() {
      for (;;) yield await Promise.resolve(new Uint8Array(1_048_576).fill(10));
    }
    const { rows, errors } = await readStatement(endless(), profile('decimal'));
    assert.deepEqual(rows, []);
    assert.match(errors[0]?.message ?? '', /larger than/);
  });

  test('tells which lines a misplaced quote made unreadable, and reads the others', async () => {
    const body = bytes(
      `${header}2026-03-05,a,,,1\n2026-03-05, "5" pipe,,,2\n2026-03-05,c,,,3\n` +
        `2026-03-05,"open,,,4\n2026-03-05,"shut",,,5\n2026-03-05,f,,,6\n`,
    );
    const { rows, errors } = await read(body, 'decimal');
    assert.deepEqual(
      rows.map((row) => [row.line, row.amount_cents]),
      [
        [2, 100n],
        [4, 300n],
        [7, 600n],
      ],
    );
    assert.deepEqual(
      errors.map(({ line, message }) => [line, message.replace(/^.*; /, '')]),
      [
        [3, 'this line could not be read'],
        [5, 'lines 5 to 6 could not be read'],
      ],
    );
  });

  test('a quote open to the end of a short file is told, too', async () => {
    const body = bytes(`${header}2026-03-05,a,,,1\n2026-03-05,"open,,,4\n2026-03-05,b,,,5\n`);
    const { rows, errors } = await read(body, 'decimal');
    assert.equal(rows.length, 1);
    assert.equal(errors.length, 1);
    assert.equal(errors[0]?.line, 3);
  });

  test('rows with too many cells are errors: the amount may stand in another column', async () => {
    const body = bytes(
      `${header}2026-03-05,a,b,,,7\n2026-03-05,short\n2026-03-05,trailing,,,8,,\n,,,,\n`,
    );
    const { rows, errors } = await read(body, 'decimal');
    assert.deepEqual(
      rows.map((row) => [row.line, row.amount_cents]),
      [[4, 800n]],
    );
    assert.deepEqual(
      errors.map(({ line }) => line),
      [2, 3],
    );
    assert.match(errors[0]?.message ?? '', /row has 6 cells, its header has 5/);
  });

  test('a reader that breaks is an exception, not an empty statement', async () => {
    async function* broken() {
      yield await Promise.resolve(bytes(header));
      throw new Error('the connection is gone');
    }
    await assert.rejects(readStatement(broken(), profile('decimal')), /connection is gone/);
  });
});

test('lines before the table can be skipped, and old line ends count as lines', async () => {
  const skipping: StatementProfile = { ...profile('decimal'), skip_lines: 2 };
  const text = 'an "unclosed quote\rsecond\rdate,credit,debit\r2026-03-05,1,\r2026-03-05,,2';
  const { rows, errors } = await readStatement(inPieces(bytes(text), 5), skipping);
  assert.deepEqual(errors, []);
  assert.deepEqual(
    rows.map((row) => [row.line, row.amount_cents]),
    [
      [4, 100n],
      [5, -200n],
    ],
  );
});
