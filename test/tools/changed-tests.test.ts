// Which tests a change can affect.
import { deepEqual } from 'node:assert/strict';
import { describe, it } from 'node:test';
import { changedTests } from '../../tools/changed-tests.ts';

const TESTS = {
  money: 'test/money.test.ts',
  pages: 'test/pages.test.ts',
  service: 'test/service.test.ts',
  all: 'test/tidy.test.ts',
};

const TEXTS = new Map([
  ['server/money.ts', 'export const cents = 1;'],
  ['server/fee.ts', "import { cents } from './money.ts';"],
  ['server/pages.ts', "readFile(new URL('pages/page.css', import.meta.url));"],
  ['server/pages/page.css', ''],
  [
    'server/main.ts',
    "await import('./fee.ts');\nreaddir(new URL('../migrations/', import.meta.url));",
  ],
  ['migrations/0001-trades.sql', ''],
  ['docs/guide.md', ''],
  ['test/support/start.ts', "spawn('server/main.ts');"],
  [TESTS.money, "import type { Cents } from '../server/money.ts';"],
  [TESTS.pages, "import '../server/pages.ts';"],
  [TESTS.service, "import { start } from './support/start.ts';"],
  [TESTS.all, "readdir(new URL('../', import.meta.url));"],
  ['package.json', '{}'],
]);

describe('the tests that a change can affect', () => {
  for (const [changed, tests] of [
    ['server/money.ts', ['money', 'service']],
    ['server/fee.ts', ['service']],
    ['server/pages/page.css', ['pages']],
    ['migrations/0001-trades.sql', ['service']],
    ['test/money.test.ts', ['money']],
    ['docs/guide.md', []],
    ['package.json', ['money', 'pages', 'service']],
  ] as const) {
    it(`are found for ${changed}`, () => {
      // One that reads the whole checkout is affected by everything.
      const wanted = [...tests.map((name) => TESTS[name]), TESTS.all];
      deepEqual(changedTests(TEXTS, [changed]), wanted.toSorted());
    });
  }

  it('are none without a change', () => {
    deepEqual(changedTests(TEXTS, []), []);
  });
});
