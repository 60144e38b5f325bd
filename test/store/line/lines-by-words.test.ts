// Bank lines by their words: exact page by page, and a word that few lines or none have is found
// without walking through all lines.
import assert from 'node:assert/strict';
import { after, before, suite, test } from 'node:test';
import { newId } from '../../../server/app/process/ids.ts';
import { selectLines } from '../../../server/store/line/select-lines.ts';
import { readingRows } from '../../support/rows-read.ts';
import { openTestApp, type TestApp } from '../../support/test-app.ts';

const ACCOUNT = newId();
const ROWS = 60_000;

type Stored = { bank_line_id: string; words: readonly string[] };

const FREQUENT = 1n;
const ONE_OF_200 = 2n;
const ONLY_OLD = 3n;
const TWO_LINES = 4n;
const NOBODY = 5n;

let service: TestApp;
let stored: readonly Stored[];
before(async () => {
  service = await openTestApp();
  const { db } = service.app.store;
  await db.query(
    '',
    `insert into bank_lines (bank_line_id, receiving_account_id, currency, amount_cents, booked_at,
       booked_exactly, line_key, received_at, sealed)
     select gen_random_uuid(), $1, 'INR', n, now(), true, 'id:' || n, now(), ''
     from generate_series(1, $2::integer) n`,
    [ACCOUNT, ROWS],
  );
  await db.query(
    '',
    `insert into bank_line_outcomes (bank_line_id, status, reason, candidates, decided_at)
     select bank_line_id, 'suspense', 'no_candidate', '[]', now() from bank_lines
     where receiving_account_id = $1`,
    [ACCOUNT],
  );
  await db.query(
    '',
    `insert into bank_line_words (bank_line_id, words)
     select bank_line_id, array_remove(array[${FREQUENT},
       case when n % 200 = 0 then ${ONE_OF_200} end,
       case when n <= ${ROWS / 4} and n % 3 = 0 then ${ONLY_OLD} end,
       case when n in (7, ${ROWS / 2}) then ${TWO_LINES} end, 100 + n]::bigint[], null)
     from (select bank_line_id, row_number() over (order by bank_line_id) n from bank_lines
       where receiving_account_id = $1) numbered`,
    [ACCOUNT],
  );
  for (const table of ['bank_lines', 'bank_line_outcomes', 'bank_line_words']) {
    await service.asOwner(`vacuum analyze ${table}`);
  }
  stored = await db.query<Stored>(
    '',
    'select bank_line_id, words::text[] from bank_line_words order by bank_line_id desc',
    [],
  );
});
after(() => service.stop());

/** All pages, one after the other. */
async function listed(words: readonly bigint[], limit: number): Promise<string[]> {
  const { db, cipher } = service.app.store;
  const ids: string[] = [];
  for (;;) {
    const page = await selectLines(db, cipher, { words, before: ids.at(-1) ?? null, limit });
    ids.push(...page.map(({ line }) => line.bank_line_id));
    if (page.length < limit) return ids;
  }
}

const ASKED: readonly [string, readonly bigint[]][] = [
  ['that one in 200 lines has', [ONE_OF_200]],
  ['that no line of late has', [ONLY_OLD]],
  ['that two lines have', [TWO_LINES]],
  ['that nobody has', [NOBODY]],
  ['of which one is frequent', [FREQUENT, TWO_LINES]],
];

suite('bank lines with words', () => {
  for (const [name, words] of ASKED) {
    test(`${name}: all of them, newest first`, async () => {
      const texts = words.map(String);
      const wanted = stored.filter((one) => texts.every((word) => one.words.includes(word)));
      assert.deepEqual(
        await listed(words, 300),
        wanted.map((one) => one.bank_line_id),
      );
    });
  }

  test('a page of a frequent word goes on where the last one ended', async () => {
    const { db, cipher } = service.app.store;
    const before = stored[ROWS - 10]?.bank_line_id ?? '';
    const page = await selectLines(db, cipher, { words: [FREQUENT], before, limit: 5 });
    assert.deepEqual(
      page.map(({ line }) => line.bank_line_id),
      stored.slice(ROWS - 9, ROWS - 4).map((one) => one.bank_line_id),
    );
  });

  for (const words of [[FREQUENT], [TWO_LINES], [NOBODY], [FREQUENT, NOBODY]]) {
    test(`${words} reads the newest lines and no others without the words`, async () => {
      const db = readingRows(service.app.store.db);
      await selectLines(db, service.app.store.cipher, { words, before: null, limit: 21 });
      assert.ok(db.most() <= 5_000, `${db.most()} rows were read`);
    });
  }
});
