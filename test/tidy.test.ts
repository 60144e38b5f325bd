// Proves that the checkout keeps the house's measures, and that the judge sees each breach.
import { deepEqual, ok } from 'node:assert/strict';
import { describe, it } from 'node:test';
import { readCheckout } from './support/checkout/checkout.ts';
import { judgeTidiness, MEASURES, TEXT_RULES } from './support/checkout/tidy-rules.ts';

type Planted = { rule: string; path: string; source: string };

const OPENING = '// Says what it is for.\n';
const lines = (count: number): string => 'export {};\n'.repeat(count);
const card = ['4539', '1488', '0343', '6467'];

const PLANTED: readonly Planted[] = [
  {
    rule: 'file length',
    path: 'server/domain/money.ts',
    source: OPENING + lines(MEASURES.file_lines),
  },
  {
    rule: 'line length',
    path: 'server/domain/money.ts',
    source: `${OPENING}export const sum = ${'1 + '.repeat(30)}1;\n`,
  },
  {
    rule: 'line length',
    path: 'migrations/0001-trades.sql',
    source: `-- Trades.\nselect ${'1 + '.repeat(30)}1;\n`,
  },
  { rule: 'opening sentence', path: 'server/domain/money.ts', source: 'export {};\n' },
  { rule: 'opening sentence', path: 'cli/main.ts', source: '// no full stop\nexport {};\n' },
  { rule: 'opening sentence', path: 'bin/run.mjs', source: '#!/usr/bin/env node\nexport {};\n' },
  {
    rule: 'focused or skipped test',
    path: 'test/domain/money.test.ts',
    source: `it.${'only'}('adds', () => {});\n`,
  },
  {
    rule: 'focused or skipped test',
    path: 'test/domain/money.test.ts',
    source: `it('adds', { ${'skip'}: true }, () => {});\n`,
  },
  {
    rule: 'focused or skipped test',
    path: 'test/domain/money.test.ts',
    source: `it('adds', (t) => t.${'skip'}());\n`,
  },
  {
    rule: 'read at once after an act',
    path: 'test/console/trades.test.ts',
    source: `await save.click();\nequal(await save.${'isDisabled'}(), true);\n`,
  },
  {
    rule: 'read at once after an act',
    path: 'test/console/steps/rows.ts',
    source: `await page.keyboard.press('x');\nconst rows = await found.${'count'}();\n`,
  },
  ...[
    `waitFor({ ${'timeout'}: 2_000 })`,
    `setDefault${'Timeout'}(5_000)`,
    `waitFor${'Timeout'}(100)`,
  ].map((call) => ({
    rule: 'impatient wait',
    path: 'test/console/trades.test.ts',
    source: `await page.${call};\n`,
  })),
  {
    rule: 'month of today',
    path: 'test/console/ledger.test.ts',
    source: `const month = new Date().${'toISOString'}().slice(0, 7);\n`,
  },
  {
    rule: 'left for later',
    path: 'server/app/pay.ts',
    source: `${OPENING}// ${'TO'}DO: the rest.\n`,
  },
  { rule: 'machine path', path: 'docs/guide/start.md', source: `cd /${'home'}/me/orders\n` },
  {
    rule: 'migration opening',
    path: 'migrations/0002-events.sql',
    source: 'create table events ();\n',
  },
  { rule: 'file name', path: 'server/domain/postingRules.ts', source: OPENING },
  { rule: 'file name', path: 'test/golden/Create Payin.json', source: '{}\n' },
  { rule: 'card number', path: 'test/golden/create.json', source: `"${card.join('')}"\n` },
  { rule: 'card number', path: 'docs/guide/start.md', source: `${card.join(' ')}\n` },
  {
    rule: 'function length',
    path: 'server/app/pay.ts',
    source: `${OPENING}export const pay = () => {\n${'  go();\n'.repeat(MEASURES.function_lines)}};\n`,
  },
  {
    rule: 'function length',
    path: 'console/screens/pay.tsx',
    source: `export const Pay = () => (\n  <p>\n${'    <br />\n'.repeat(MEASURES.function_lines)}  </p>\n);\n`,
  },
];

const TIDY = new Map([
  ['README.md', '# 4111 1111 1111 1111 and 5555555555554444 are test numbers\n'],
  ['server/domain/money.ts', `${OPENING}${lines(MEASURES.file_lines - 1)}`],
  ['bin/run.mjs', `#!/usr/bin/env node\n${OPENING}`],
  ['server/http/links.ts', `${OPENING}const at =\n  'https://example.com/${'x'.repeat(120)}';\n`],
  ['test/golden/trade.json', '"0197f3a0-4539-7488-8034-364670000000" 1767225600000\n'],
  [
    'test/console/trades.test.ts',
    'await save.click();\nawait done.waitFor({ timeout: 60_000 });\nequal(await row.count(), 1);\n',
  ],
  ['migrations/0001-trades.sql', '-- Trades: the first table, because all else points to it.\n'],
  [
    'server/app/pay.ts',
    `${OPENING}export const pay = () => {\n${'  go();\n'.repeat(MEASURES.function_lines - 2)}};\n`,
  ],
]);

const TEXTS = [
  '.ts',
  '.tsx',
  '.mjs',
  '.md',
  '.sql',
  '.json',
  '.csv',
  '.html',
  '.css',
  '.svg',
  '.yaml',
];

describe('a tidy checkout', () => {
  it('keeps every measure', () => {
    const sources = readCheckout(TEXTS);
    ok(sources.has('test/tidy.test.ts'), 'the checkout was not read');
    const reasons = new Map(TEXT_RULES.map(({ name, reason }) => [name, reason]));
    const told = judgeTidiness(sources).map(
      ({ rule, path, line, what }) => `${path}:${line} ${rule}: ${what} (${reasons.get(rule)})`,
    );
    deepEqual(told, []);
  });

  it('says nothing about files that keep them', () => {
    deepEqual(judgeTidiness(TIDY), []);
  });

  for (const { rule, path, source } of PLANTED) {
    it(`reports ${rule} in ${path}`, () => {
      const found = judgeTidiness(new Map([[path, source]]));
      deepEqual(
        found.map((one) => one.rule),
        [rule],
      );
    });
  }

  it('reports a folder with more files than anybody takes in at a glance', () => {
    const full = Array.from(
      { length: MEASURES.folder_files },
      (_, at) => `server/domain/a${at}.ts`,
    );
    const files = new Map(full.map((path) => [path, OPENING]));
    deepEqual(judgeTidiness(files), []);
    const found = judgeTidiness(files.set('server/domain/one-more.ts', OPENING));
    deepEqual(
      found.map(({ rule, path }) => [rule, path]),
      [['crowded folder', 'server/domain/']],
    );
  });

  it('has a planted breach for every measure', () => {
    const planted = new Set(PLANTED.map(({ rule }) => rule));
    const names = [...TEXT_RULES.map(({ name }) => name), 'function length'];
    deepEqual(
      names.filter((name) => !planted.has(name)),
      [],
    );
  });
});
