// A debit is never proposed, or imported, as money that came in: words, columns, minus signs and
// balances prove the signs of a CSV, and what they do not prove is asked.
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { guessStatement } from '../../../server/app/statement/guess-statement.ts';
import { mappingProfile } from '../../../server/formats/statement/csv/statement-mapping.ts';
import { accepted } from '../../support/test-app.ts';
import { bytes, only, readFile, TODAY } from '../file/read-file.ts';

const guess = async (text: string) => accepted(await guessStatement(bytes(text), TODAY));
const signsOf = (lines: readonly { amount_cents: number }[]) =>
  lines.map((line) => line.amount_cents);

test('a column of words, a bracket or a minus behind tells the sign', async () => {
  const table: [text: string, cents: number[]][] = [
    [
      'Datum;Bedrag;CreditDebet;Omschrijving\n01-03-2026;5,00;D;a\n13-03-2026;7,00;C;b\n',
      [-500, 700],
    ],
    ['Date;Details;Amount;D/K\n01.03.2026;a;5,00;D\n13.03.2026;b;7,00;D\n', [-500, -700]],
    ['Date,Note,Amount,Type\n2026-03-01,a,5.00,Dr\n2026-03-02,b,7.00,Cr\n', [-500, 700]],
    ['Date,Note,Amount,Debit/Credit indicator\n2026-03-01,a,5.00,Debit\n', [-500]],
    [
      'Date,Note,Amount,Way\n2026-03-01,a,5.00,Withdrawal\n2026-03-02,b,7.00,Deposit\n',
      [-500, 700],
    ],
    ['Date,Note,Amount\n2026-03-01,a,(5.00)\n2026-03-02,b,7.00\n', [-500, 700]],
    ['Date,Note,Amount\n2026-03-01,a,5.00-\n2026-03-02,b,7.00\n', [-500, 700]],
    ['Date,Note,Amount\n2026-03-01,a,5.00 DR\n2026-03-02,b,7.00 CR\n', [-500, 700]],
    ['Date,Note,Amount\n2026-03-01,a,-$5.00\n2026-03-02,b,$7.00\n', [-500, 700]],
    [
      'Buchungstag;Verwendungszweck;Umsatz; \n01.03.2026;a;5,00;S\n13.03.2026;b;7,00;H\n',
      [-500, 700],
    ],
    ['Date;Débit;Crédit;Libellé\n01/03/2026;-5,00;;a\n13/03/2026;;+7,00;b\n', [-500, 700]],
  ];
  for (const [text, cents] of table) {
    const found = await guess(text);
    assert.deepEqual([found.question, signsOf(found.sample)], [null, cents], text);
    const made = mappingProfile(found.mapping ?? {});
    assert.ok('profile' in made, text);
    const { rows } = await readFile(bytes(text), only('EUR'), made.profile);
    assert.deepEqual(
      rows.map((row) => Number(row.amount_cents)),
      cents,
      text,
    );
  }
});

test('balances prove what words mean; unsigned amounts only behind the oldest balance', async () => {
  const words =
    'Date,Kind,Note,Amount,Balance\n2026-03-01,X,a,5.00,95.00\n2026-03-02,Y,b,7.00,102.00\n2026-03-03,X,c,1.00,101.00\n2026-03-04,Y,d,2.00,103.00\n';
  const told = await guess(words);
  assert.deepEqual([told.question, signsOf(told.sample)], [null, [-500, 700, -100, 200]]);
  const table: [text: string, cents: number[]][] = [
    ['Date,Note,Amount,Balance\n2026-03-01,a,5.00,95.00\n2026-03-02,b,7.00,88.00\n', [-500, -700]],
    ['Date,Note,Amount,Balance\n2026-03-02,b,7.00,88.00\n2026-03-01,a,5.00,95.00\n', [-700, -500]],
    ['Date,Note,Amount,Balance\n2026-03-01,a,5.00,105.00\n2026-03-02,b,7.00,112.00\n', [500, 700]],
    // Equal amounts add up in both orders: the days tell which one is meant.
    ['Date,Note,Amount,Balance\n2026-03-01,a,5.00,95.00\n2026-03-02,b,5.00,90.00\n', [-500, -500]],
  ];
  for (const [text, cents] of table) {
    const { question, choices } = await guess(text);
    assert.match(question ?? '', /does not prove/, text);
    const [only, ...others] = choices;
    assert.deepEqual([signsOf(only?.sample ?? []), others], [cents, []], text);
    assert.match(only?.meaning ?? '', /of all rows but the oldest/, text);
  }
  // With the balance before it, the oldest row is proven as well.
  const [first = ''] = table[0] ?? [];
  const stated = `Opening balance: 100.00\n${first}Closing balance: 88.00\n`;
  const proven = await guess(stated);
  assert.deepEqual([proven.question, signsOf(proven.sample)], [null, [-500, -700]]);
});

test('signs that nothing proves are a question, and each answer is a mapping', async () => {
  const table = [
    'Date,Note,Amount\n2026-03-01,a,5.00\n2026-03-02,b,7.00\n',
    'Buchungstag;Verwendungszweck;Betrag;Währung\n01.03.2026;a;5,00;EUR\n',
    // On one day equal amounts may have come in from the oldest, or gone out from the newest.
    'Date,Note,Amount,Balance\n2026-03-01,a,5.00,95.00\n2026-03-01,b,5.00,90.00\n',
  ];
  for (const text of table) {
    const found = await guess(text);
    assert.match(found.question ?? '', /does not prove/, text);
    assert.deepEqual([found.profile, found.mapping, found.sample], [null, null, []], text);
    assert.deepEqual(
      found.choices.map(({ sample: [line] }) => line?.amount_cents),
      [500, -500],
      text,
    );
    for (const { mapping, sample } of found.choices) {
      const made = mappingProfile(mapping);
      assert.ok('profile' in made, text);
      const { rows } = await readFile(bytes(text), only('EUR'), made.profile);
      assert.deepEqual(
        rows.map((row) => Number(row.amount_cents)),
        signsOf(sample),
        text,
      );
    }
  }
});

test('three digits behind a sign are decimals or thousands: a person says which', async () => {
  const table: [text: string, choices: [decimal: unknown, cents: number[]][]][] = [
    [
      'Date,Note,Amount\n2026-03-01,a,-1.500\n2026-03-02,b,12.345\n',
      [
        ['.', [-1_500, 12_345]],
        [',', [-150_000, 1_234_500]],
      ],
    ],
    // An export of a card: whole amounts beside ones with three zeros.
    [
      'Date,Note,Amount\n2026-03-01,a,29.000\n2026-03-02,b,-5\n',
      [
        ['.', [2_900, -500]],
        [',', [2_900_000, -500]],
      ],
    ],
  ];
  for (const [text, expected] of table) {
    const { question, choices } = await guess(text);
    assert.match(question ?? '', /does not prove/, text);
    const shown = choices.map(({ mapping, sample }) => [mapping.decimal ?? '.', signsOf(sample)]);
    assert.deepEqual(shown, expected, text);
  }
});

test('an amount that cannot be thousands tells the decimals of all', async () => {
  const table: [text: string, currency: string, cents: number[]][] = [
    ['Date,Note,Amount\n2026-03-01,a,29.000\n2026-03-02,b,-1234.500\n', 'EUR', [2_900, -123_450]],
    ['Date,Note,Amount\n2026-03-01,a,0.250\n2026-03-02,b,-1.500\n', 'KWD', [250, -1_500]],
    [
      'Date,Note,Amount,Currency\n2026-03-01,a,0.250,KWD\n2026-03-02,b,-1.500,KWD\n',
      'KWD',
      [250, -1_500],
    ],
    [
      'Date,Note,Amount,Balance\n2026-03-01,a,29.000,1029.000\n2026-03-02,b,-9.000,1020.000\n',
      'EUR',
      [2_900, -900],
    ],
  ];
  for (const [text, currency, cents] of table) {
    const found = await guess(text);
    assert.equal(found.question, null, text);
    const made = mappingProfile(found.mapping ?? {});
    assert.ok('profile' in made, text);
    const { rows, errors } = await readFile(bytes(text), only(currency), made.profile);
    assert.deepEqual([errors, rows.map((row) => Number(row.amount_cents))], [[], cents], text);
  }
});

test('a file whose balances contradict every sign is refused, whatever the mapping', async () => {
  const text = 'Date,Note,Amount,Balance\n2026-03-01,a,5.00,95.00\n2026-03-02,b,7.00,88.00\n';
  const mapping = { date: 'Date', amount: 'Amount', text: ['Note'], balance: 'Balance' };
  const profileOf = (fields: object) => {
    const made = mappingProfile({ ...mapping, ...fields });
    assert.ok('profile' in made);
    return made.profile;
  };
  const refused = await readFile(bytes(text), only('EUR'), profileOf({}));
  assert.deepEqual([refused.parts, refused.rows], [[], []]);
  assert.match(refused.errors[0]?.message ?? '', /only if every amount has the other sign/);
  const turned = await readFile(bytes(text), only('EUR'), profileOf({ incoming: '-' }));
  assert.deepEqual([turned.errors, turned.warnings], [[], []]);
  assert.deepEqual(
    turned.rows.map((row) => row.amount_cents),
    [-500n, -700n],
  );
});

test('no profile is proposed that ignores the sign, the narration or the account', async () => {
  const table: [text: string, why: RegExp][] = [
    ['Buchungstag;Verwendungszweck;Betrag;Währung;S/H\n01.03.2026;a;5,00;EUR;S\n', /S\/H/],
    ['date,debit,credit,narration\n2026-03-01,5.00,,order 7TK2M9\n', /narration/],
    [
      'Txn Date,Description,Debit,Credit,Account No\n05/03/2026,a,,1.00,10001111\n13/03/2026,b,,1.00,10002222\n',
      /Account No/,
    ],
  ];
  for (const [text, why] of table) {
    const found = await guess(text);
    assert.equal(found.profile, null, text);
    assert.match(JSON.stringify(found.mapping), why, text);
  }
});

test('a column of ids is proposed only if no two rows share one', async () => {
  const rows = (second: string) =>
    `Date,Note,Amount,Transaction ID\n2026-03-01,transfer,-357.38,A1\n2026-03-01,fee,-11.35,${second}\n`;
  assert.equal((await guess(rows('A2'))).mapping?.bank_id, 'Transaction ID');
  assert.equal((await guess(rows('A1'))).mapping?.bank_id, undefined);
});
