// The CSV files of single banks, as their customers download them: the preamble, notes, identical
// lines, returned money, dates of ten years ago, and balances from the first row down or up.
import assert from 'node:assert/strict';
import { readFileSync } from 'node:fs';
import { test } from 'node:test';
import { guessStatement } from '../../../server/app/statement/guess-statement.ts';
import { accepted } from '../../support/test-app.ts';
import { inPieces, only, profileNamed, readFile, TODAY } from '../file/read-file.ts';

type Row = readonly [line: number, cents: bigint, day: string, utr: string | null];

type Bank = {
  readonly name: string;
  readonly currency: string;
  readonly rows: readonly Row[];
  readonly opening_cents: bigint | null;
  readonly closing_cents: bigint | null;
};

const BANKS: readonly Bank[] = [
  {
    name: 'icici',
    currency: 'INR',
    rows: [
      [4, 150_000n, '2026-03-05', null],
      [5, 10_000_050n, '2026-03-05', null],
      [6, -150_000n, '2026-03-05', null],
      [7, -25_000n, '2016-02-29', null],
    ],
    opening_cents: 100_000n,
    closing_cents: 10_075_050n,
  },
  {
    name: 'axis',
    currency: 'INR',
    rows: [
      [7, 150_000n, '2026-03-05', null],
      [8, 7_525n, '2026-03-05', null],
      [9, -1_770n, '2026-03-05', null],
    ],
    opening_cents: 100_000n,
    closing_cents: 255_755n,
  },
  {
    name: 'kotak',
    currency: 'INR',
    // The rail before the number is not part of it: payers claim the 12 digits.
    rows: [
      [5, 150_000n, '2026-03-05', '412345678901'],
      [6, -150_000n, '2026-03-05', '412345678901'],
      [7, 20_000_000n, '2026-03-06', 'ICICR42026030600123456'],
      [8, -50n, '2026-03-06', null],
    ],
    opening_cents: 100_000n,
    closing_cents: 20_099_950n,
  },
  {
    name: 'volksbank',
    currency: 'EUR',
    rows: [
      [2, -123_456n, '2026-03-06', null],
      [3, 123_456n, '2026-03-05', null],
      [4, -790n, '2026-03-05', null],
    ],
    opening_cents: 100_790n,
    closing_cents: 100_000n,
  },
  {
    name: 'rabobank',
    currency: 'EUR',
    rows: [
      [2, 25_075n, '2026-03-05', null],
      [3, 25_075n, '2026-03-05', null],
      [4, -25_075n, '2026-03-06', null],
    ],
    opening_cents: 100_000n,
    closing_cents: 125_075n,
  },
  {
    name: 'revolut',
    currency: 'EUR',
    rows: [
      [2, 25_075n, '2026-03-05', null],
      [3, -100_000n, '2026-03-06', null],
      [3, -20n, '2026-03-06', null],
    ],
    opening_cents: 100_000n,
    closing_cents: 25_055n,
  },
  {
    name: 'wise',
    currency: 'EUR',
    rows: [
      [2, -61n, '2026-03-06', null],
      [3, -10_000n, '2026-03-06', null],
      [4, 25_075n, '2026-03-05', null],
    ],
    opening_cents: 100_000n,
    closing_cents: 115_014n,
  },
];

const sample = (name: string) =>
  readFileSync(new URL(`../../statements/${name}.csv`, import.meta.url));

for (const { name, currency, rows, opening_cents, closing_cents } of BANKS) {
  test(`${name}: every line, whatever pieces the file comes in`, async () => {
    const body = sample(name);
    const read = await readFile(body, only(currency), profileNamed(name));
    assert.deepEqual([read.errors, read.warnings], [[], []]);
    assert.deepEqual(
      read.rows.map((row) => [
        row.line,
        row.amount_cents,
        new Date(row.booked_at).toISOString().slice(0, 10),
        row.utr,
      ]),
      rows,
    );
    assert.deepEqual(
      read.parts.map(({ balances }) => [
        balances[0]?.opening_cents ?? null,
        balances.at(-1)?.closing_cents ?? null,
      ]),
      [[opening_cents, closing_cents]],
    );
    for (const size of [1, 3, 64]) {
      const pieces = await readFile(inPieces(body, size), only(currency), profileNamed(name));
      assert.deepEqual(pieces, read, `in pieces of ${size}`);
    }
  });

  test(`${name}: is told by its file`, async () => {
    const found = accepted(await guessStatement(sample(name), TODAY));
    assert.deepEqual([found.profile, found.lines_wrong], [name, 0]);
    assert.equal(found.lines_read, rows.length);
  });
}

test('what these banks tell beside the money', async () => {
  const rowsOf = async (name: string, currency: string) =>
    (await readFile(sample(name), only(currency), profileNamed(name))).rows;
  const [wise_fee, , wise_credit] = await rowsOf('wise', 'EUR');
  assert.equal(wise_fee?.bank_id, 'FEE-TRANSFER-900000002');
  assert.equal(wise_credit?.counterparty_name, 'ASHA RAO');
  const [, , rabo] = await rowsOf('rabobank', 'EUR');
  assert.equal(rabo?.counterparty_name, 'Café J DE VRIES');
  const [volksbank] = await rowsOf('volksbank', 'EUR');
  assert.equal(volksbank?.counterparty_number, 'DE02120300000000202051');
  const [kotak] = await rowsOf('kotak', 'INR');
  assert.equal(kotak?.text, 'UPI/ASHA RAO/412345678901/NA');
  const [icici] = await rowsOf('icici', 'INR');
  assert.match(icici?.text ?? '', /^UPI\/412345678901\/Payment from Ph/);
});
