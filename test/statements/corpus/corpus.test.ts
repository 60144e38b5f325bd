// The corpus of statements as banks write them: none is read wrong, nearly all are read right, and
// the operators' page has the figures.
import { deepEqual, equal, match, ok } from 'node:assert/strict';
import { before, test } from 'node:test';
import {
  type CorpusRow,
  judgeCorpus,
  judgeMade,
  linesOf,
  listedFiles,
  madeFiles,
  NOT_READ,
} from './corpus.ts';
import { readPage, shareOf, statementsIn, withCorpus } from './corpus-table.ts';

const LEAST_SHARE = 90;

let rows: readonly CorpusRow[];
before(async () => {
  rows = await judgeCorpus();
});

test('no file is read wrong, and none is asked about without a right answer', () => {
  const wrong = rows.filter(({ outcome }) => outcome === 'wrong');
  deepEqual(
    wrong.map(({ shape, detail }) => `${shape}: ${detail}`),
    [],
  );
});

test('nearly all statements are read right without a question', () => {
  const statements = statementsIn(rows);
  ok(statements.length > 150, String(statements.length));
  ok(shareOf(statements, ['right']) >= LEAST_SHARE, String(shareOf(statements, ['right'])));
});

test('what is no statement, or of a format that is not read, is refused with a sentence', () => {
  const others = rows.filter(({ group }) => group === NOT_READ);
  for (const { shape, outcome, detail } of others) {
    equal(outcome, 'refused', shape);
    match(detail, /[;:.] ?[a-z]/i, shape);
  }
});

test('the page for operators has these figures', () => {
  equal(withCorpus(readPage(), rows), readPage());
});

test('every file is listed, and every row has its file', () => {
  deepEqual(madeFiles(), listedFiles());
});

const KNOWN = 'easybank-at.csv';
const [[FIRST_DAY, FIRST_CENTS] = ['', 0], ...OTHERS] = linesOf(KNOWN);
const PLANTED = {
  'an amount of another size': [FIRST_DAY, FIRST_CENTS + 1],
  'a day that differs': [FIRST_DAY.replace('-15', '-14'), FIRST_CENTS],
  'a sign that differs': [FIRST_DAY, -FIRST_CENTS],
} as const;

for (const [name, planted] of Object.entries(PLANTED)) {
  test(`the judge calls wrong: ${name}`, async () => {
    equal((await judgeMade(KNOWN)).outcome, 'right');
    equal((await judgeMade(KNOWN, [planted, ...OTHERS])).outcome, 'wrong');
  });
}
