// Searches of bank lines by the words of their texts and counterparties, which are encrypted: what
// is found, that no word can be read in the database, and that nothing is missed.
import assert from 'node:assert/strict';
import { after, before, suite, test } from 'node:test';
import { type LineQuery, listBankLines } from '../../../server/app/line/list-bank-lines.ts';
import { finishLineWords, makeLineWords } from '../../../server/app/line/make-line-words.ts';
import type { OpenApp } from '../../../server/app/open-app.ts';
import { everything } from '../../support/every-row.ts';
import { accepted, openTestApp, refusedWith, type TestApp } from '../../support/test-app.ts';
import * as scene from '../scene.ts';

let service: TestApp;
let app: OpenApp;
let account: string;

const LINES = [
  { amount_cents: -590, text: 'CHARGES/GST/MARCH', counterparty_name: 'Their Bank' },
  { amount_cents: 101, text: 'UPI/412345678901/RENT', counterparty_name: 'Asha Rao' },
  { amount_cents: 102, text: 'Rent for Asha', counterparty_name: 'RAO, VIKRAM' },
  { amount_cents: 103, text: 'Mieté MÜNCHEN', counterparty_name: 'José Núñez' },
  { amount_cents: 104, text: 'किराया मार्च', counterparty_name: 'आशा राव' },
  { amount_cents: 105, text: null, counterparty_number: '000-111 222333' },
  { amount_cents: 106, text: 'RECHARGES', end_to_end_id: 'E2E-77-XY' },
];

before(async () => {
  service = await openTestApp();
  app = service.app;
  account = await scene.makeAccount(app, 'INR');
  await scene.feed(app, account, LINES);
});
after(() => service.stop());

const found = async (query: LineQuery) =>
  accepted(await listBankLines(app, query))
    .data.map(({ amount_cents }) => amount_cents)
    .toSorted((a, b) => a - b);

suite('words of bank lines', () => {
  const cases: readonly [string, LineQuery, number[]][] = [
    ['a word of the text', { text: 'charges' }, [-590]],
    ['in any case', { text: 'rent' }, [101, 102]],
    ['all words must be there', { text: 'rent asha' }, [102]],
    ['in any order, however separated', { text: 'march / charges' }, [-590]],
    ['a number within the text', { text: '412345678901' }, [101]],
    ['the end-to-end id', { text: 'e2e-77-xy' }, [106]],
    ['without accents what has some', { text: 'miete munchen' }, [103]],
    ['with accents what has none', { counterparty: 'Ráo' }, [101, 102]],
    ['in other scripts', { text: 'मार्च', counterparty: 'आशा' }, [104]],
    ['a vowel sign is a letter', { counterparty: 'आश' }, []],
    ['the counterparty’s whole number', { counterparty: '000111222333' }, [105]],
    ['text and counterparty together', { text: 'rent', counterparty: 'asha' }, [101]],
    ['a name in the text is no counterparty', { counterparty: 'rent' }, []],
    ['a part of a word is no word', { text: 'charge' }, []],
    ['with other filters', { text: 'rent', amount_cents: '102' }, [102]],
    ['of one status', { text: 'rent', status: 'fee' }, []],
  ];
  for (const [name, query, amounts] of cases) {
    test(name, async () => assert.deepEqual(await found(query), amounts));
  }

  test('a search without a word is refused by its field', async () => {
    for (const query of [{ text: ' / ' }, { counterparty: 'a' }] as LineQuery[]) {
      const refused = refusedWith(await listBankLines(app, query));
      assert.deepEqual(
        refused.errors?.map(({ field }) => field),
        Object.keys(query),
      );
    }
  });
});

test('no word stands readable in any row', async () => {
  await finishLineWords(app);
  const rows = (await everything(app)).toLowerCase();
  for (const word of ['asha', 'vikram', 'münchen', 'charges', 'किराया', '000111222333']) {
    assert.ok(!rows.includes(word), word);
  }
});

test('a line is found at once, also if its words were not made yet or are made twice', async () => {
  await scene.feed(app, account, [{ amount_cents: 9_001, text: 'quickly' }]);
  assert.deepEqual(await found({ text: 'quickly' }), [9_001]);
  await scene.sql(
    app,
    `insert into wordless_lines
     select bank_line_id, array[bank_line_id] from bank_lines where amount_cents = 9001`,
  );
  assert.equal(await makeLineWords(app), 1);
  assert.equal(await makeLineWords(app), 0);
  assert.deepEqual(await found({ text: 'quickly' }), [9_001]);
});

test('while another process makes words, a search that could miss lines is refused', async () => {
  await scene.feed(app, account, [{ amount_cents: 9_002, text: 'elsewhere' }]);
  await app.store.db.transaction(async (tx) => {
    await tx.query('', 'select 1 as locked from wordless_lines for update', []);
    const refused = refusedWith(await listBankLines(app, { text: 'elsewhere' }));
    assert.equal(refused.code, 'unavailable');
    assert.match(refused.detail, /^The words of 1 bank lines are not indexed yet/);
    assert.deepEqual(await found({ amount_cents: '9002' }), [9_002]);
  });
  assert.deepEqual(await found({ text: 'elsewhere' }), [9_002]);
});

test('every line has its words in the end', async () => {
  const words = await scene.sql(app, 'select count(*)::integer as count from bank_line_words');
  const lines = await scene.sql(app, 'select count(*)::integer as count from bank_lines');
  assert.deepEqual(words, lines);
});
