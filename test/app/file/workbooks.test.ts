// Excel workbooks of banks, as five programs write them: what the service reads, by guess and by
// profile, is what a reader of the test's own finds in their cells.
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { type PlainCell, readPlain } from '../../support/xlsx/plain-workbook.ts';
import { PROGRAMS, type WrittenSheet, writeWorkbook } from '../../support/xlsx/workbook-writer.ts';
import { only, profileNamed, readFile } from './read-file.ts';
import { amountCell as amount, dayCell as day, guessedProfile } from './workbook-cells.ts';

type Layout = {
  readonly bank: string;
  readonly currency: string;
  readonly profile: string | null;
  readonly sheet: WrittenSheet;
  /** Where the lines are, and what their cells mean; for the test's own reader. */
  readonly rows: readonly [first: number, end: number];
  readonly day: number;
  readonly amount: (cells: readonly PlainCell[]) => number;
  readonly words: readonly number[];
};

const value = (cells: readonly PlainCell[], at: number) => Number(cells[at]?.number ?? 0);

const LAYOUTS: readonly Layout[] = [
  {
    bank: 'a European bank: signed amounts, and the balance behind them',
    currency: 'EUR',
    profile: null,
    sheet: {
      name: 'Kontoutdrag',
      rows: [
        ['Konto 1234 567 890', null, null, null],
        [],
        ['Bokföringsdag', 'Text', 'Belopp', 'Saldo'],
        [day('2026-03-07', 'yyyy-mm-dd'), 'Order 4411 & Co', amount('-120.05'), amount('1379.95')],
        [
          day('2026-03-06', 'yyyy-mm-dd'),
          { runs: ['Inbetal', 'ning 8'] },
          amount('1500'),
          amount('1500'),
        ],
      ],
    },
    rows: [3, 5],
    day: 0,
    amount: (cells) => value(cells, 2),
    words: [1],
  },
  {
    bank: 'an Indian bank: two columns, numbers and filling titles above',
    currency: 'INR',
    profile: 'indian',
    sheet: {
      name: 'OpTransactionHistory',
      first_row: 3,
      rows: [
        ['Account Name', 'A. Trader'],
        [null, null],
        [
          'Txn Date',
          'Value Date',
          'Description',
          'Ref No./Cheque No.',
          'Debit',
          'Credit',
          'Balance',
        ],
        [
          day('2026-03-05', 'd mmm yyyy'),
          day('2026-03-05'),
          'BY TRANSFER-UPI',
          { number: '412345678901' },
          null,
          amount('1234.5600000000001'),
          amount('11234.56'),
        ],
        [
          day('2026-03-06', 'd mmm yyyy'),
          day('2026-03-06'),
          'TO TRANSFER-NEFT',
          '',
          amount('0.29999999999999999'),
          null,
          amount('11234.26'),
        ],
        [
          'Total',
          null,
          null,
          null,
          { formula: 'SUM(E6:E7)', value: null },
          amount('1234.56'),
          null,
        ],
      ],
    },
    rows: [3, 5],
    day: 0,
    amount: (cells) => value(cells, 5) - value(cells, 4),
    words: [2],
  },
  {
    bank: 'a German bank: a profile with decimal commas, and numbers without any',
    currency: 'EUR',
    profile: 'european',
    sheet: {
      name: 'Umsätze',
      rows: [
        ['Buchungstag', 'Auftraggeber', 'Verwendungszweck', 'Betrag', 'Währung'],
        [day('2026-03-05', 'dd.mm.yyyy'), 'Muster GmbH', 'Auftrag 71', amount('1234.5'), 'EUR'],
        [day('2026-03-06', 'dd.mm.yyyy'), 'Bank', 'Gebühr', amount('-12.34'), 'EUR'],
      ],
    },
    rows: [1, 3],
    day: 0,
    amount: (cells) => value(cells, 3),
    words: [1, 2],
  },
];

const isBlank = ({ text }: PlainCell) => text === '';

function expected(layout: Layout, archive: Buffer) {
  const rows = readPlain(archive, 0).slice(...layout.rows);
  assert.ok(rows.length > 0 && !rows.flat().every(isBlank));
  return rows.map((cells) => ({
    cents: BigInt(Math.round(layout.amount(cells) * 100)),
    day: new Date((value(cells, layout.day) - 25_569) * 86_400_000).toISOString().slice(0, 10),
    words: layout.words.map((at) => cells[at]?.text ?? ''),
  }));
}

for (const layout of LAYOUTS) {
  for (const [program, way] of Object.entries(PROGRAMS)) {
    test(`${layout.bank}, as ${program} writes it`, async () => {
      const archive = writeWorkbook([layout.sheet], way);
      const lines = expected(layout, archive);
      const profiles = [await guessedProfile(archive)];
      if (layout.profile !== null) profiles.push(profileNamed(layout.profile));
      for (const profile of profiles) {
        const { errors, warnings, rows, format } = await readFile(
          archive,
          only(layout.currency),
          profile,
        );
        assert.deepEqual([format, errors, warnings], ['xlsx', [], []]);
        assert.deepEqual(
          rows.map((row) => [
            row.amount_cents,
            new Date(row.booked_at + 43_200_000).toISOString().slice(0, 10),
          ]),
          lines.map((line) => [line.cents, line.day]),
        );
        for (const [index, { words }] of lines.entries()) {
          for (const word of words) assert.ok(rows[index]?.text?.includes(word), word);
        }
      }
    });
  }
}
