// Every `on conflict` of the service finds its unique index, and so does every one of the marked
// commit, whose processes go on while another release's migrations are there.
import { deepEqual, equal } from 'node:assert/strict';
import { execFileSync } from 'node:child_process';
import { join } from 'node:path';
import { after, before, test } from 'node:test';
import { MARKED_COMMIT } from '../../../bench/against/marked-commit.ts';
import {
  openScratchDatabase,
  type ScratchDatabase,
} from '../../../bench/harness/scratch-database.ts';
import { readCheckout } from '../../support/checkout/checkout.ts';
import { type ConflictTarget, conflictTargetsOf } from '../../support/schema/conflict-targets.ts';
import { KEPT_TARGETS } from '../../support/schema/kept-targets.ts';
import { withClient } from '../embedded/scratch.ts';

const IS_MIGRATED = true;
const ROOT = join(import.meta.dirname, '../../..');

let database: ScratchDatabase;
before(async () => {
  database = await openScratchDatabase(IS_MIGRATED);
});
after(async () => {
  await database.stop();
});

const targetText = ({ table, target }: ConflictTarget): string => `${table} ${target}`;

const textsOf = (sources: Iterable<readonly [path: string, text: string]>): string[] => [
  ...new Set([...sources].flatMap(([path, text]) => conflictTargetsOf(path, text).map(targetText))),
];

/** Which of them PostgreSQL finds no index for: planning is enough for that. */
const withoutIndex = (texts: readonly string[]) =>
  withClient(database, async (client) => {
    const refused: string[] = [];
    for (const text of texts) {
      const [, table = '', target = ''] = /^(\w+) (.*)$/.exec(text) ?? [];
      // The owner grants itself what some tables take from everybody.
      await client.query('begin');
      await client.query(`grant insert on ${table} to current_user`);
      await client
        .query(`explain insert into ${table} default values on conflict ${target} do nothing`)
        .catch((error: unknown) => {
          refused.push(`${text}: ${Object(error).code}`);
        });
      await client.query('rollback');
    }
    return refused;
  });

const ownTexts = () =>
  textsOf([...readCheckout(['.ts'])].filter(([path]) => path.startsWith('server/')));

test('every conflict of the source names a unique index', async () => {
  const texts = ownTexts();
  // Each of these is found: in a statement, in a call, with a condition, in a template.
  for (const text of [
    'rates (trade_currency, balance_currency)',
    'waiting_lines (receiving_account_id, line_key)',
    "proposals (maker_key, request_hash) where state = 'waiting'",
    'trade_days (merchant_id, day, direction, currency, type)',
  ]) {
    equal(texts.includes(text), true, text);
  }
  deepEqual(await withoutIndex(texts), []);
});

test('an index that is gone is told', async () => {
  deepEqual(
    await withoutIndex(['rates (trade_currency)', "proposals (maker_key) where state = ''"]),
    ['rates (trade_currency): 42P10', "proposals (maker_key) where state = '': 42P10"],
  );
});

test('every conflict that the marked commit knows has its index still', async () => {
  // Another mark: its conflicts are the ones to keep then.
  equal(KEPT_TARGETS.commit, MARKED_COMMIT);
  deepEqual(await withoutIndex(KEPT_TARGETS.texts), []);
});

const git = (...words: string[]): string =>
  execFileSync('git', ['-C', ROOT, ...words], { encoding: 'utf8', maxBuffer: 64_000_000 });

function hasMarked(): boolean {
  try {
    git('cat-file', '-e', `${MARKED_COMMIT}^{commit}`);
    return true;
  } catch {
    return false;
  }
}

test('the list of these is what the marked commit has, if the history knows it', (t) => {
  if (!hasMarked()) {
    t.diagnostic(`The history here does not have ${MARKED_COMMIT}`);
    return;
  }
  const paths = git('grep', '-l', 'on conflict', MARKED_COMMIT, '--', 'server')
    .trim()
    .split('\n')
    .map((told) => told.slice(MARKED_COMMIT.length + 1));
  const texts = textsOf(paths.map((path) => [path, git('show', `${MARKED_COMMIT}:${path}`)]));
  deepEqual(KEPT_TARGETS.texts, texts.toSorted());
});
