// Balances and sums of lines whose side is told by a column of words: they are compared with the
// lines as those of any other file.
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
  return await readFile(bytes(text), only('EUR'), made.profile);
}

const WORDS = 'Date;Text;Amount;D/C\n';
const LINES = '15.03.2026;A;500,00;C\n16.03.2026;B;200,00;D\n17.03.2026;B;50,00;D\n';
const worded = (opening: string, closing: string) =>
  `${WORDS}01.03.2026;Opening balance;${opening}\n${LINES}31.03.2026;Closing balance;${closing}\n`;

/** Balances in minor units; null: the lines contradict them. */
const WORDED_BALANCES: readonly (readonly [
  opening: string,
  closing: string,
  read: readonly [number, number] | null,
])[] = [
  ['1000,00;C', '1250,00;C', [100_000, 125_000]],
  ['1000,00;', '1250,00;', [100_000, 125_000]],
  ['1000,00;D', '750,00;D', [-100_000, -75_000]],
  ['1000,00;', '750,00;', [-100_000, -75_000]],
  ['100,00;D', '150,00;C', [-10_000, 15_000]],
  ['-100,00;', '150,00;', [-10_000, 15_000]],
  ['1000,00;C', '1200,00;C', null],
  ['1000,00;', '1200,00;', null],
  ['1000,00;C', '750,00;C', null],
  ['1000,00;D', '1250,00;D', null],
];

for (const [opening, closing, expected] of WORDED_BALANCES) {
  const says = expected === null ? 'contradict' : 'prove';
  test(`balances ${says} lines whose words tell the sides: ${opening} to ${closing}`, async () => {
    const { mapping, choices } = guess(worded(opening, closing));
    assert.deepEqual(
      [mapping === null, choices.length],
      expected === null ? [true, 1] : [false, 0],
    );
    const chosen = mapping ?? choices[0]?.mapping ?? {};
    const read = await readWith(worded(opening, closing), { ...chosen, check_sums: true });
    if (expected === null) {
      assert.match(read.errors[0]?.message ?? '', /contradicts its own sums/);
      return;
    }
    const amounts = read.rows.map(({ amount_cents }) => Number(amount_cents));
    assert.deepEqual(amounts, [50_000, -20_000, -5_000]);
    const [first, last] = read.parts[0]?.balances ?? [];
    assert.deepEqual([Number(first?.opening_cents), Number(last?.closing_cents)], expected);
  });
}

/** Rows of sums below the lines, and whether they are asked for. */
const WORDED_SUMS: readonly (readonly [rows: string, is_asked: boolean])[] = [
  ['31.03.2026;Turnover;500,00;C\n31.03.2026;Turnover;250,00;D\n', false],
  ['31.03.2026;Turnover;250,00;C\n31.03.2026;Turnover;500,00;D\n', true],
  ['31.03.2026;Total credits;500,00;\n31.03.2026;Total debits;250,00;\n', false],
  ['31.03.2026;Total credits;600,00;\n31.03.2026;Total debits;250,00;\n', true],
  ['31.03.2026;Total debits;500,00;\n', true],
];

for (const [rows, is_asked] of WORDED_SUMS) {
  test(`sums are compared with the lines of the side that words tell: ${rows.trim()}`, () => {
    const { question, mapping, choices } = guess(WORDS + LINES + rows);
    assert.deepEqual([question !== null, mapping === null], [is_asked, is_asked]);
    if (is_asked) assert.match(choices[0]?.meaning ?? '', /is a sum or a balance, and no money/);
  });
}

test('totals of the wrong side are asked for in one column with signs, too', () => {
  const text =
    'Date;Text;Amount\n15.03.2026;A;500,00\n16.03.2026;B;-200,00\n17.03.2026;B;-50,00\n31.03.2026;Total credits;250,00\n31.03.2026;Total debits;500,00\n';
  assert.notEqual(guess(text).question, null);
});
