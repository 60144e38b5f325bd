// Rows named with a word for a sum beside other words: the sums of the rows above are no money
// until somebody says so, and shops of such names are money. Rows of pages are balances.
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { guessHead } from '../../../server/app/file/guess-head.ts';
import { mappingProfile } from '../../../server/formats/statement/csv/statement-mapping.ts';
import { accepted } from '../../support/test-app.ts';
import { bytes, only, readFile, TODAY } from './read-file.ts';

const guess = (text: string) => accepted(guessHead(bytes(text), TODAY));

async function readWith(text: string, fields: Record<string, unknown>) {
  const made = mappingProfile(fields);
  assert.ok('profile' in made, JSON.stringify(made));
  const { rows, errors } = await readFile(bytes(text), only('EUR'), made.profile);
  return { amounts: rows.map(({ amount_cents }) => Number(amount_cents)), errors };
}

const HEAD = 'Date,Description,Amount\n';
const DAYS = [
  '2026-03-15,ORDER 1,300.00',
  '2026-03-15,ORDER 2,200.00',
  '2026-03-15,Day total,500.00',
  '2026-03-16,ELEC,-200.00',
  '2026-03-16,Day total,-200.00',
];
const FILE = `${HEAD}${DAYS.join('\n')}\n`;
const PLAIN = { date: 'Date', date_formats: ['ISO'], amount: 'Amount', text: ['Description'] };

test('the sums of days are asked about, and one of the answers leaves them out', async () => {
  const { question, mapping, choices } = guess(FILE);
  assert.notEqual(question, null);
  assert.equal(mapping, null);
  const found = choices.find(({ meaning }) => /"Day total" is a sum/.test(meaning));
  const { amounts, errors } = await readWith(FILE, found?.mapping ?? assert.fail());
  assert.deepEqual([amounts, errors], [[30_000, 20_000, -20_000], []]);
});

test('a mapping that does not know them is refused; one that names them as money is not', async () => {
  const { amounts, errors } = await readWith(FILE, PLAIN);
  assert.deepEqual(amounts, []);
  const about = errors.filter(({ message }) => /"Day total" may be a sum/.test(message));
  assert.deepEqual(
    about.map(({ line }) => line),
    [4, 6],
  );
  const money_rows = ['Day total', 'ORDER 1'];
  const named = await readWith(FILE, { ...PLAIN, money_rows });
  assert.deepEqual([named.amounts.length, named.errors], [5, []]);
});

/** No sums: another amount, a sum of one payment only, or a number that no sum has. */
const MONEY: readonly (readonly [name: string, rows: readonly string[]])[] = [
  ['amounts that are no sums', ['2026-03-15,TOTAL PARIS,-30.00', '2026-03-15,A,-20.00']],
  [
    'equal to one payment by chance',
    ['2026-03-15,A,-20.00', '2026-03-15,TOTAL PARIS,-20.00', '2026-03-16,B,-7.00'],
  ],
  [
    'one of two is no sum',
    ['2026-03-15,A,-20.00', '2026-03-15,B,-7.00', '2026-03-15,Total Wine,-27.00'].concat(
      '2026-03-16,Total Wine,-3.00',
      '2026-03-17,C,-4.00',
    ),
  ],
];

for (const [name, rows] of MONEY) {
  test(`shops of such names are money: ${name}`, async () => {
    const text = `${HEAD}${rows.join('\n')}\n`;
    const { question, mapping } = guess(text);
    assert.equal(question, null);
    const { amounts, errors } = await readWith(text, mapping ?? assert.fail());
    assert.deepEqual([amounts.length, errors], [rows.length, []]);
  });
}

test('an amount brought over from the last page is a balance, and no money', async () => {
  const rows = ['2026-03-14,Brought over,1000.00', '2026-03-15,A,500.00', '2026-03-16,B,-200.00'];
  const text = `${HEAD}${rows.join('\n')}\n2026-03-16,Carried over,1300.00\n`;
  const { question, mapping } = guess(text);
  assert.equal(question, null);
  const { amounts } = await readWith(text, mapping ?? assert.fail());
  assert.deepEqual(amounts, [50_000, -20_000]);
  const wrong = await readWith(text.replace('1300', '1400'), mapping ?? assert.fail());
  assert.match(wrong.errors[0]?.message ?? '', /contradicts its own sums/);
});
