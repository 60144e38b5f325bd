// camt and MT940 files as banks write them: every entry becomes a line with all of its data.
import assert from 'node:assert/strict';
import { readFileSync } from 'node:fs';
import { describe, test } from 'node:test';
import { createFindAccount } from '../../../server/app/file/find-account.ts';
import { idOf } from '../../support/model/domain-commands.ts';
import { bytes, inPieces, profileNamed, readFile } from './read-file.ts';
import { ACCOUNTS } from './statement-accounts.ts';

const sample = (name: string) => readFileSync(new URL(`../../statements/${name}`, import.meta.url));

const find = createFindAccount(ACCOUNTS, null);

/** The result is the same for the whole file and for pieces of every awkward size. */
async function read(body: Uint8Array) {
  const whole = await readFile(body, find);
  for (const size of [1, 2, 3, 7, 64, 1_000]) {
    assert.deepEqual(await readFile(inPieces(body, size), find), whole, `in pieces of ${size}`);
  }
  return whole;
}

const day = (text: string) => Date.parse(text);

describe('camt.053', () => {
  test('a German day: one credit, a batch with its payments, a returned payment', async () => {
    const { format, parts, rows, errors, warnings } = await read(sample('camt053-v02-batch.xml'));
    assert.deepEqual([format, errors, warnings, parts.length], ['camt.053', [], [], 1]);
    assert.equal(parts[0]?.account.receiving_account_id, idOf(2, 1));
    assert.deepEqual(
      parts.map(({ reference, balances, in_cents, out_cents }) => ({
        ...{ reference, balances, in_cents, out_cents },
      })),
      [
        {
          reference: '2026-03-05-EUR-0044',
          balances: [{ day: '2026-03-05', opening_cents: 100_000n, closing_cents: 135_456n }],
          in_cents: 38_456n,
          out_cents: 3_000n,
        },
      ],
    );
    assert.deepEqual(rows[0], {
      line: 32,
      number: 1,
      amount_cents: 23_456n,
      booked_at: day('2026-03-05'),
      booked_exactly: false,
      utr: null,
      text: 'Bestellung 0HG4T7PZ2K danke GUTSCHR. UEBERWEISUNG',
      bank_id: '2026030511285400000',
      key: '2026030511285400000:23456',
      counterparty_name: 'Zoë Müller & Co',
      counterparty_number: 'DE02120300000000202051',
      purpose: 'PMNT/RCDT/ESCT',
      end_to_end_id: null,
      return_reason: null,
    });
    assert.deepEqual(
      rows
        .slice(1)
        .map((row) => [row.amount_cents, row.end_to_end_id, row.counterparty_name, row.key]),
      [
        [5_000n, 'ORDER-1001', 'Anna One', '2026030511285400001:1:5000'],
        [5_000n, 'ORDER-1002', 'Bela Two', '2026030511285400001:2:5000'],
        [5_000n, 'ORDER-1003', 'Cara Three', '2026030511285400001:3:5000'],
        [-3_000n, 'ORDER-0907', 'Dora Four', '2026030111285400009:-3000'],
      ],
    );
    assert.equal(rows[4]?.return_reason, 'FOCR');
    assert.equal(rows[4]?.counterparty_number, 'DE02120300000000202051');
  });

  test('two accounts, prefixes, a UTR by its name, pending and empty entries, old twins', async () => {
    const { parts, errors, left_out } = await read(sample('camt053-v08-two-accounts.xml'));
    assert.deepEqual([errors, left_out.pending, left_out.zero], [[], 1, 1]);
    const [inr, eur] = parts;
    assert.deepEqual(
      inr?.rows.map(({ amount_cents, utr, booked_at, booked_exactly, purpose }) => [
        ...[amount_cents, utr, booked_at, booked_exactly, purpose],
      ]),
      [
        [1_500_000n, 'HDFCN52026030512', day('2026-03-05T04:45:00Z'), true, 'NEFT'],
        [-1_000n, null, day('2026-03-05'), false, 'CHRG'],
      ],
    );
    assert.equal(inr?.rows[0]?.text, 'NEFT CR <ASHA> & more');
    assert.equal(inr?.rows[0]?.counterparty_name, 'आशा राव');
    assert.equal(inr?.rows[0]?.counterparty_number, '000987654321');
    // A payment and its fee share one bank reference, and are two lines.
    assert.deepEqual(
      inr?.rows.map((row) => [row.bank_id, row.key]),
      [
        ['S1234567', 'S1234567:1500000'],
        ['S1234567', 'S1234567:-1000'],
      ],
    );
    assert.equal(eur?.account.receiving_account_id, idOf(2, 3));
    assert.deepEqual(eur?.balances, [
      { day: '2016-02-29', opening_cents: -2_000n, closing_cents: -2_000n },
    ]);
    assert.deepEqual(
      eur?.rows.map((row) => [row.amount_cents, row.key]),
      [
        [700n, null],
        [700n, null],
        [-700n, null],
        [-700n, null],
      ],
    );
  });

  test('camt.054: a notice has no balances; each payment of the batch is a line', async () => {
    const { format, parts, rows, errors } = await read(sample('camt054-v04.xml'));
    assert.deepEqual([format, errors, parts[0]?.balances], ['camt.054', [], []]);
    assert.deepEqual(
      rows.map((row) => [row.amount_cents, row.text, row.bank_id, row.booked_exactly]),
      [
        [394_950n, '210000000003139471430009017 E2E-1', '20260305001', true],
        [25n, 'E2E-2', '20260305002', false],
      ],
    );
    assert.equal(rows[0]?.booked_at, day('2026-03-05T20:00:00Z'));
  });
});

describe('MT940', () => {
  test('German fields, Latin-1, CRLF, bank code and account, a returned credit', async () => {
    const { format, parts, rows, errors } = await read(sample('mt940-german.sta'));
    assert.deepEqual([format, errors], ['mt940', []]);
    assert.equal(parts[0]?.account.receiving_account_id, idOf(2, 1));
    assert.deepEqual(parts[0]?.balances, [
      { day: '2026-03-05', opening_cents: 100_000n, closing_cents: 245_750n },
    ]);
    assert.equal(parts[0]?.reference, 'STARTUMSE 00044/001');
    assert.deepEqual(rows[0], {
      line: 5,
      number: 1,
      amount_cents: 150_000n,
      booked_at: day('2026-03-05'),
      booked_exactly: false,
      utr: null,
      text: 'Bestellung 0HG4T7PZ2K danke GUTSCHRIFT ORDER-1001 0305112854',
      bank_id: null,
      key: null,
      counterparty_name: 'ZOË MÜLLER',
      counterparty_number: 'DE02120300000000202051',
      purpose: 'NTRF',
      end_to_end_id: 'ORDER-1001',
      return_reason: null,
    });
    assert.deepEqual(
      rows.slice(1).map((row) => [row.line, row.amount_cents, row.purpose, row.return_reason]),
      [
        [8, -1_250n, 'NCHG', null],
        [10, -3_000n, 'NRTI', 'AC04'],
      ],
    );
  });

  test('words between slashes, SWIFT’s envelope, two pages of one day with twins', async () => {
    const { parts, rows, errors } = await read(sample('mt940-slash.sta'));
    assert.deepEqual(errors, []);
    assert.deepEqual(
      parts.map((part) => part.balances),
      [
        [{ day: '2026-03-05', opening_cents: 50_000n, closing_cents: null }],
        [{ day: '2026-03-05', opening_cents: null, closing_cents: 98_150n }],
      ],
    );
    assert.deepEqual(
      rows.map((row) => [row.amount_cents, row.counterparty_name, row.counterparty_number]),
      [
        [25_075n, 'J DE VRIES', 'NL20INGB0001234567'],
        [-2_000n, 'Shop BV', 'NL20INGB0001234567'],
        [25_075n, 'J DE VRIES', 'NL20INGB0001234567'],
      ],
    );
    assert.equal(rows[0]?.text, 'Order 0HG4T7PZ2K ORDER-2001');
    assert.equal(rows[0]?.end_to_end_id, 'ORDER-2001');
  });

  test('free text, a UTR cut by the line, another year, a currency without decimals', async () => {
    const { parts, errors } = await read(sample('mt940-indian.sta'));
    assert.deepEqual(errors, []);
    const [inr, jpy] = parts;
    assert.deepEqual(
      inr?.rows.map((row) => [row.amount_cents, row.booked_at, row.utr]),
      [
        [1_500_000n, day('2026-03-05'), 'HDFCN52026030512'],
        [50n, day('2025-12-31'), '412345678901'],
      ],
    );
    assert.match(inr?.rows[0]?.text ?? '', /LIMITED-HDFCN52026030512 NEFT ASHA RAO/);
    assert.equal(jpy?.account.receiving_account_id, idOf(2, 6));
    assert.deepEqual(
      jpy?.rows.map((row) => row.amount_cents),
      [500n, 500n, 500n, -1_500n],
    );
  });
});

describe('CSV of single banks', () => {
  const csv = async (name: string) => readFile(sample(`${name}.csv`), find, profileNamed(name));

  test('several accounts in one file, each with its own lines', async () => {
    const { parts, errors } = await csv('sparkasse');
    assert.deepEqual(errors, []);
    assert.deepEqual(
      parts.map(({ account: own, rows }) => [
        own.receiving_account_id,
        rows.map((row) => [
          row.line,
          row.amount_cents,
          row.counterparty_name,
          row.counterparty_number,
        ]),
      ]),
      [
        [idOf(2, 1), [[2, 123_456n, 'Zoe Mueller', 'DE02120300000000202051']]],
        [idOf(2, 2), [[3, -9_900n, 'Stadtwerke', 'DE02120300000000202051']]],
      ],
    );
  });

  test('a column of balances gives the day’s, from the oldest row down or the newest', async () => {
    const given = createFindAccount(ACCOUNTS, ACCOUNTS[4] ?? null);
    const hdfc = await readFile(sample('hdfc.csv'), given, profileNamed('hdfc'));
    assert.deepEqual(hdfc.errors, []);
    assert.deepEqual(hdfc.parts[0]?.balances, [
      { day: '2026-03-05', opening_cents: 100_000n, closing_cents: null },
      { day: '2026-03-06', opening_cents: null, closing_cents: 10_225_050n },
    ]);
    assert.deepEqual(
      hdfc.rows.map((row) => [row.amount_cents, row.utr]),
      [
        [150_000n, '412345678901'],
        [10_000_050n, 'HDFCN52026030512'],
        [-25_000n, '000000000123'],
      ],
    );
    const ing = await csv('ing-nl');
    assert.deepEqual(ing.parts[0]?.balances, [
      { day: '2026-03-05', opening_cents: 200_000n, closing_cents: null },
      { day: '2026-03-06', opening_cents: null, closing_cents: 125_075n },
    ]);
  });

  test('balances that do not follow contradict the amounts: nothing is imported', async () => {
    const text = sample('hdfc.csv').toString().replace('"1,02,500.50"', '"9,99,999.99"');
    const given = createFindAccount(ACCOUNTS, ACCOUNTS[4] ?? null);
    const read = await readFile(bytes(text), given, profileNamed('hdfc'));
    assert.deepEqual([read.rows, read.errors.map(({ line }) => line)], [[], [7]]);
    assert.match(read.errors[0]?.message ?? '', /does not follow .* leave balance out/);
    const without = await readFile(bytes(text), given, { ...profileNamed('hdfc'), balance: null });
    assert.deepEqual(
      [without.errors, without.rows.length, without.parts[0]?.balances],
      [[], 3, []],
    );
  });
});
