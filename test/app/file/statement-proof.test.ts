// What a bank's table says of itself decides: sums, balances, days and notes in the shapes that
// banks write, read by the proposal for the file.
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { guessHead } from '../../../server/app/file/guess-head.ts';
import { mappingProfile } from '../../../server/formats/statement/csv/statement-mapping.ts';
import { accepted } from '../../support/test-app.ts';
import { bytes, only, profileNamed, readFile, TODAY } from './read-file.ts';

const guess = (text: string) => accepted(guessHead(bytes(text), TODAY));

async function readWith(text: string, fields: Record<string, unknown>) {
  const made = mappingProfile(fields);
  assert.ok('profile' in made, JSON.stringify(made));
  return await readFile(bytes(text), only('EUR'), made.profile);
}

async function readAsProposed(text: string) {
  const { profile, mapping, question } = guess(text);
  assert.equal(question, null, text);
  const read =
    profile === null
      ? await readWith(text, mapping ?? {})
      : await readFile(bytes(text), only('EUR'), profileNamed(profile));
  assert.deepEqual(read.errors, [], text);
  return read.rows.map(({ amount_cents, booked_at }) => [
    Number(amount_cents),
    new Date(booked_at).toISOString().slice(0, 10),
  ]);
}

const TWO = [
  [50_000, '2026-03-15'],
  [-20_000, '2026-03-16'],
];

const TABLE: readonly (readonly [name: string, text: string])[] = [
  [
    'rows of balances and of a turnover, in one column of amounts',
    'Date;Text;Amount\n01.03.2026;Opening balance;1000,00\n15.03.2026;A;500,00\n16.03.2026;B;-200,00\n31.03.2026;Turnover;700,00\n31.03.2026;Closing balance;1300,00\n',
  ],
  [
    'a turnover in both columns',
    'Date;Text;Debit;Credit\n;Opening balance;;1000,00\n15.03.2026;A;;500,00\n16.03.2026;B;200,00;\n31.03.2026;Turnover;200,00;500,00\n;Closing balance;;1300,00\n',
  ],
  [
    'a summary and notes below the table',
    'Date,Narration,Chq./Ref.No.,Value Dt,Withdrawal Amt.,Deposit Amt.,Closing Balance\n15/03/26,A,0000412345678901,15/03/26,,500.00,1500.00\n16/03/26,B,0000412345678902,16/03/26,200.00,,1300.00\n\nSTATEMENT SUMMARY  :-\nOpening Balance,Dr Count,Cr Count,Debits,Credits,Closing Bal\n1000.00,1,1,200.00,500.00,1300.00\nThis is a computer generated statement and does not require signature.\n',
  ],
  [
    'a closing balance under another name below the table',
    '#Data operacji;#Opis operacji;#Kwota;#Saldo po operacji\n2026-03-15;A;500,00;1500,00\n2026-03-16;B;-200,00;1300,00\n;;#Saldo końcowe;1300,00\n',
  ],
  [
    'a posting day beside the day of the purchase',
    'Transaction Date,Posting Date,Description,Amount\n2026-03-13,2026-03-15,A,500.00\n2026-03-14,2026-03-16,B,-200.00\n',
  ],
  [
    'hours of one digit',
    'Date,Description,Amount\n2026-03-15 9:05:00,A,500.00\n2026-03-16 13:05:00,B,-200.00\n',
  ],
  [
    'a clock of twelve hours',
    'Date,Description,Amount\n03/15/2026 9:05 AM,A,500.00\n03/16/2026 1:05 PM,B,-200.00\n',
  ],
  [
    'a backslash before quotation marks',
    'Date,Description,Amount\n2026-03-15,"Shop \\"Alpha\\", Bonn",500.00\n2026-03-16,"B",-200.00\n',
  ],
  [
    'a text that goes on below',
    'Date,Description,Debit,Credit,Balance\n15/03/2026,Order 7TK,,500.00,1500.00\n,2M9 thank you,,,\n16/03/2026,B,200.00,,1300.00\n',
  ],
  [
    'no names of columns, with balances',
    '16/03/2026,"-200.00","SHOP ALPHA","+1300.00"\n15/03/2026,"500.00","PAYROLL","+1500.00"\n',
  ],
  ['years first', 'Date,Description,Amount\n26/03/15,A,500.00\n26/03/16,B,-200.00\n'],
];

for (const [name, text] of TABLE) {
  test(`is read: ${name}`, async () => {
    const rows = await readAsProposed(text);
    const sorted = rows.toSorted(([, a], [, b]) => String(a).localeCompare(String(b)));
    assert.deepEqual(sorted, TWO);
  });
}

test('a text that goes on below is whole', async () => {
  const [, text = ''] = TABLE.find(([name]) => name === 'a text that goes on below') ?? [];
  const { rows } = await readWith(text, guess(text).mapping ?? {});
  assert.equal(rows[0]?.text, 'Order 7TK 2M9 thank you');
});

test('lines that contradict the sums of the file are refused until a person says otherwise', async () => {
  const text =
    'Date;Text;Amount\n;Opening balance;1000,00\n15.03.2026;A;500,00\n16.03.2026;B;-200,00\n;Closing balance;1200,00\n';
  const { question, mapping, choices } = guess(text);
  assert.deepEqual([question === null, mapping, choices.length], [false, null, 1]);
  assert.match(choices[0]?.meaning ?? '', /sums that the file states are not of these rows/);
  const chosen = choices[0]?.mapping ?? {};
  assert.equal((await readWith(text, chosen)).rows.length, 2);
  const refused = await readWith(text, { ...chosen, check_sums: true });
  assert.deepEqual(refused.rows, []);
  assert.match(refused.errors[0]?.message ?? '', /contradicts its own sums: .* to 120000 minor/);
});

test('a row that may be a sum is asked for, and either answer is possible', async () => {
  const text =
    'Date,Description,Amount,Balance\n2026-03-01,Opening balance of account,1000.00,1000.00\n2026-03-15,A,500.00,1500.00\n2026-03-16,B,-200.00,1300.00\n';
  const { choices } = guess(text);
  assert.deepEqual(
    choices.map(({ meaning, sample }) => [meaning, sample.length]),
    [
      ['"Opening balance of account" is a sum or a balance, and no money', 2],
      ['"Opening balance of account" is money', 3],
    ],
  );
  for (const { mapping, sample } of choices) {
    const { rows, errors } = await readWith(text, mapping);
    assert.deepEqual([errors, rows.length], [[], sample.length]);
  }
});

test('money that is shifted by a delimiter in a text is never taken for a note', async () => {
  const text = 'Text;Date;Amount\nA;2026-03-15;500,00\nB; and C;2026-03-16;-200,00\n';
  const { rows, errors } = await readWith(text, {
    delimiter: ';',
    decimal: ',',
    date: 'Date',
    amount: 'Amount',
    text: ['Text'],
  });
  assert.deepEqual([rows.length, errors.map(({ line }) => line)], [1, [3]]);
});

test('a file without names says so, and asks where two columns may be the day', () => {
  const { doubts, question, choices } = guess(
    '15.03.2026;A;13.03.2026;-5,00\n16.03.2026;B;13.03.2026;7,00\n',
  );
  assert.notEqual(question, null);
  assert.deepEqual(
    choices.map(({ sample: [line] }) => line?.booked_at),
    ['2026-03-15', '2026-03-13'],
  );
  assert.match(doubts.join(' '), /has no row with the names of its columns/);
});

/** What the file tells, and what its balances prove against that. */
const CONTRADICTED: readonly (readonly [
  name: string,
  text: string,
  told: number[],
  proven: number[],
])[] = [
  [
    'a minus beside a word',
    'Date,Text,Amount,Direction,Balance\n2026.03.16.,A,-410,outflow,5210.50\n2026.03.15.,B,2300,inflow,2910.50\n',
    [-41_000, 230_000],
    [41_000, -230_000],
  ],
  [
    'a minus',
    'Date,Note,Amount,Balance\n2026-03-01,a,-5.00,105.00\n2026-03-02,b,7.00,98.00\n',
    [-500, 700],
    [500, -700],
  ],
  [
    'two columns with names',
    'Date,Credit,Debit,Note,Balance\n2026-03-01,5.00,,a,95.00\n2026-03-02,,7.00,b,102.00\n',
    [500, -700],
    [-500, 700],
  ],
  [
    'a column of words',
    'Date,Note,Amount,D/C,Balance\n2026-03-01,a,5.00,D,105.00\n2026-03-02,b,7.00,D,112.00\n',
    [-500, -700],
    [500, 700],
  ],
  [
    'a word for money out behind the amounts',
    'Date,Note,Amount,Balance\n2026-03-01,a,5.00 Dr,105.00\n2026-03-02,b,7.00 Dr,112.00\n',
    [-500, -700],
    [500, 700],
  ],
];

for (const [name, text, told, proven] of CONTRADICTED) {
  test(`balances that contradict ${name} are asked for; either answer is possible`, async () => {
    const { question, mapping, choices } = guess(text);
    assert.deepEqual([question === null, mapping], [false, null]);
    const read = await Promise.all(
      choices.map(async ({ mapping: chosen, meaning }) => {
        const { rows, errors } = await readWith(text, chosen);
        assert.deepEqual(errors, [], meaning);
        return rows.map(({ amount_cents }) => Number(amount_cents));
      }),
    );
    assert.deepEqual(read, [told, proven]);
    const [first = '', second = ''] = choices.map(({ meaning }) => meaning);
    assert.match(first, /the column of the balance is no balance of these rows/);
    assert.match(second, /the balances prove it, against what the file says/);
  });
}

const UNSIGNED: readonly (readonly [name: string, text: string])[] = [
  [
    'withdrawals that only their texts name',
    'Date,Description,Amount\n2026-03-15,Card purchase,1\n2026-03-16,ATM withdrawal,500\n',
  ],
  [
    'a column of kinds that names no direction',
    'Date,Description,Amount,Transaction Type,Category\n2026-03-15,A,7.99,Purchase,Food\n2026-03-16,B,66.88,Transfer,Home\n',
  ],
  [
    'a plus before no amount, and a currency before each',
    'Datetime,Type,Note,From,To,Amount (total)\n2026-03-15T10:00:00,Payment,Rent,A,B,$220.00\n2026-03-16T10:00:00,Charge,Bagels,B,A,$3.00\n',
  ],
  [
    'the columns that many banks share',
    'Buchungstag;Auftraggeber;Verwendungszweck;Betrag;Währung\n15.03.2026;A;Miete;500,00;EUR\n16.03.2026;B;Strom;20,00;EUR\n',
  ],
];

for (const [name, text] of UNSIGNED) {
  test(`which way the money went is asked for: ${name}`, () => {
    const { question, profile, mapping, choices } = guess(text);
    assert.deepEqual([question === null, profile, mapping], [false, null, null]);
    const signs = choices.map(({ sample }) => sample.map((line) => Math.sign(line.amount_cents)));
    assert.deepEqual(signs, [
      [1, 1],
      [-1, -1],
    ]);
  });
}

test('where stated balances fit only without the column of words, either answer is possible', () => {
  const text =
    'Buchungstag;Auftraggeber;Verwendungszweck;Betrag;Währung;S/H\n;;Anfangssaldo;1000,00;EUR;\n15.03.2026;A;a;500,00;EUR;H\n16.03.2026;B;b;200,00;EUR;S\n;;Endsaldo;1700,00;EUR;\n';
  const { profile, mapping, choices } = guess(text);
  assert.deepEqual([profile, mapping], [null, null]);
  assert.deepEqual(
    choices.map(({ mapping: { indicator }, sample }) => [
      indicator,
      sample.map(({ amount_cents }) => amount_cents),
    ]),
    [
      ['S/H', [-20_000, 50_000]],
      [undefined, [20_000, 50_000]],
    ],
  );
});
