// Proves on the checkout's own files who imports whom, and that the judge sees every breach.
import { deepEqual, equal, ok } from 'node:assert/strict';
import { describe, it } from 'node:test';
import { FOLDER_RULES, FORM_RULES } from './support/checkout/boundary-rules.ts';
import { readCheckout } from './support/checkout/checkout.ts';
import { judgeBoundaries } from './support/checkout/judge-boundaries.ts';

type Planted = { rule: string; path: string; source: string; beside?: Record<string, string> };

const PLANTED: readonly Planted[] = [
  {
    rule: 'files of server/domain/',
    path: 'server/domain/money.ts',
    source: "import { trades } from '../store/trades.ts';\nexport const all = trades;",
  },
  {
    rule: 'packages of server/domain/',
    path: 'server/domain/money.ts',
    source: "import type { Hash } from 'node:crypto';\nexport type Sum = Hash;",
  },
  {
    rule: 'files of server/lib/',
    path: 'server/lib/uuid.ts',
    source: "import { money } from '../domain/money.ts';\nexport const sum = money;",
  },
  {
    rule: 'packages of server/lib/',
    path: 'server/lib/uuid.ts',
    source: "import type { Hash } from 'node:crypto';\nexport type Sum = Hash;",
  },
  {
    rule: 'files of server/formats/',
    path: 'server/formats/camt.ts',
    source: "import { trades } from '../store/trades.ts';\nexport const all = trades;",
  },
  {
    rule: 'packages of server/formats/',
    path: 'server/formats/camt.ts',
    source: "import { parse } from 'csv-parse';\nexport const read = parse;",
  },
  {
    rule: 'purity',
    path: 'server/lib/uuid.ts',
    source: 'export const now = () => Date.now();',
  },
  {
    rule: 'files of server/store/',
    path: 'server/store/trades.ts',
    source: "export type Create = import('../app/create-payin.ts').Create;",
  },
  {
    rule: 'packages of server/store/',
    path: 'server/store/trades.ts',
    source: "import { fastify } from 'fastify';\nexport const server = fastify();",
  },
  {
    rule: 'files of server/app/',
    path: 'server/app/create-payin.ts',
    source: "import type { Reply } from '../http/reply.ts';\nexport type Answer = Reply;",
  },
  {
    rule: 'packages of server/app/',
    path: 'server/app/create-payin.ts',
    source: "import { Pool } from 'pg';\nexport const pool = new Pool();",
  },
  {
    rule: 'files of server/pages/',
    path: 'server/pages/payment.ts',
    source: "import { readTrade } from '../app/read-trade.ts';\nexport const page = readTrade;",
  },
  {
    rule: 'packages of server/pages/',
    path: 'server/pages/payment.ts',
    source: "import { readFileSync } from 'node:fs';\nexport const css = readFileSync('x');",
  },
  {
    rule: 'files of server/http/',
    path: 'server/http/merchant/deposits.ts',
    source: "import { commit } from '../../store/commit.ts';\nexport const handler = commit;",
  },
  {
    rule: 'packages of server/http/',
    path: 'server/http/merchant/deposits.ts',
    source: "import { Pool } from 'pg';\nexport const pool = new Pool();",
  },
  {
    rule: 'files of server/jobs/',
    path: 'server/jobs/deliver.ts',
    source: "export const run = async () => await import('../store/deliveries.ts');",
  },
  {
    rule: 'packages of server/jobs/',
    path: 'server/jobs/deliver.ts',
    source: "export { Pool } from 'pg';\nexport const name = 'deliver';",
  },
  {
    rule: 'files of server/workers/',
    path: 'server/workers/primary.ts',
    source: "import { run } from '../../cli/run.ts';\nexport const start = run;",
  },
  {
    rule: 'packages of server/workers/',
    path: 'server/workers/primary.ts',
    source: "import { Registry } from 'prom-client';\nexport const registry = new Registry();",
  },
  {
    rule: 'files of server/',
    path: 'server/main.ts',
    source:
      "import { dumpSchema } from '../tools/dump-schema.ts';\nexport const dump = dumpSchema;",
  },
  {
    rule: 'packages of server/',
    path: 'server/config.ts',
    source: "import { request } from 'undici';\nexport const ask = request;",
  },
  {
    rule: 'files of cli/',
    path: 'cli/trades.ts',
    source:
      "import { parseMoney } from '../server/domain/values/money.ts';\nexport const parse = parseMoney;",
  },
  {
    rule: 'packages of cli/',
    path: 'cli/trades.ts',
    source: "import chalk from 'chalk';\nexport const red = chalk.red;",
  },
  {
    rule: 'files of sdk/',
    path: 'sdk/index.ts',
    source:
      "import type { Trade } from '../server/domain/record/trade.ts';\nexport type Order = Trade;",
  },
  {
    rule: 'packages of sdk/',
    path: 'sdk/webhook.ts',
    source: "import { createHmac } from 'node:crypto';\nexport const sign = createHmac;",
  },
  {
    rule: 'files of bin/',
    path: 'bin/payment-orders.mjs',
    source: "import { main } from '../server/main.ts';\nmain();",
  },
  {
    rule: 'packages of bin/',
    path: 'bin/run.mjs',
    source: "import { program } from 'commander';\nprogram.parse();",
  },
  {
    rule: 'files of tools/',
    path: 'tools/seed.ts',
    source: "import { check } from '../test/support/check.ts';\nexport const seed = check;",
  },
  {
    rule: 'packages of tools/',
    path: 'tools/seed.ts',
    source: "import { faker } from 'faker';\nexport const name = faker;",
  },
  {
    rule: 'files of bench/',
    path: 'bench/create.ts',
    source: "import { check } from '../test/support/check.ts';\nexport const run = check;",
  },
  {
    rule: 'files of test/',
    path: 'test/app/create.test.ts',
    source: "import { sample } from '../../examples/sample.ts';\nsample();",
  },
  {
    rule: 'unknown-folder',
    path: 'server-next/main.ts',
    source: 'export const next = 1;',
  },
  {
    rule: 'computed-import',
    path: 'server/jobs/load.ts',
    source: 'export const load = (name: string) => import("./" + name);',
  },
  {
    rule: 'alias',
    path: 'server/app/create-payin.ts',
    source: "import { money } from '#domain/money.ts';\nexport const sum = money;",
  },
  {
    rule: 'extension',
    path: 'server/app/create-payin.ts',
    source: "import { money } from '../domain/money';\nexport const sum = money;",
  },
  {
    rule: 'default-export',
    path: 'server/app/create-payin.ts',
    source: 'const create = 1;\nexport { create as default };',
  },
  {
    rule: 'default-export',
    path: 'server/app/create-payout.ts',
    source: 'export default function create() {}',
  },
  {
    rule: 'default-export',
    path: 'server/app/cancel.ts',
    source: 'const cancel = 1;\nexport default cancel;',
  },
  {
    rule: 'barrel',
    path: 'server/domain/trade.ts',
    source: "export { payin } from './payin.ts';\nexport * from './payout.ts';",
  },
  {
    rule: 'barrel',
    path: 'server/domain/event.ts',
    source: "import { payin } from './payin.ts';\nexport { payin };",
  },
  {
    rule: 'cycle',
    path: 'server/domain/a.ts',
    source: "import type { B } from './b.ts';\nexport type A = B;",
    beside: {
      'server/domain/b.ts': "import type { C } from './c.ts';\nexport type B = C;",
      'server/domain/c.ts': "import type { A } from './a.ts';\nexport type C = A;",
    },
  },
  {
    rule: 'folder-cycle',
    path: 'server/domain/trade/a.ts',
    source: "import type { B } from '../line/b.ts';\nexport type A = B;",
    beside: {
      'server/domain/line/b.ts': 'export type B = 1;',
      'server/domain/line/c.ts': "import type { D } from '../trade/d.ts';\nexport type C = D;",
      'server/domain/trade/d.ts': 'export type D = 1;',
    },
  },
  { rule: 'purity', path: 'server/domain/a.ts', source: 'export const now = () => Date.now();' },
  { rule: 'purity', path: 'server/domain/b.ts', source: 'export const now = () => new Date();' },
  { rule: 'purity', path: 'server/domain/c.ts', source: 'export const dice = Math.random;' },
  { rule: 'purity', path: 'server/domain/d.ts', source: 'export async function later() {}' },
  { rule: 'purity', path: 'server/domain/e.ts', source: 'export type Later = Promise<number>;' },
  {
    rule: 'purity',
    path: 'server/domain/f.ts',
    source: "export const before = (a: string) => a.localeCompare('b') < 0;",
  },
];

const CLEAN = new Map([
  ['server/domain/money.ts', "// import x from 'pg';\nexport const at = new Date(0);"],
  ['server/store/trades.ts', "import { Pool } from 'pg';\nexport const pool = new Pool();"],
  [
    'server/app/pay.ts',
    "import { pool } from '../store/trades.ts';\nexport const text = `import('pg')` + pool;",
  ],
  ['server/http/route.ts', "import { Type } from 'typebox/type';\nexport const schema = Type;"],
  ['sdk/index.ts', "export { sign } from './webhook.ts';\nexport class PaymentOrders {}"],
  ['sdk/webhook.ts', 'export const sign = /import "pg"/;'],
]);

const rulesOfTable = FOLDER_RULES.flatMap(({ of, packages }) =>
  packages.includes('*') ? [`files of ${of}`] : [`files of ${of}`, `packages of ${of}`],
);

describe('who may import whom', () => {
  it('holds in the checkout', () => {
    const sources = readCheckout(['.ts', '.mjs']);
    ok(sources.has('test/boundaries.test.ts'), 'the checkout was not read');
    const found = judgeBoundaries(sources);
    const told = found.map(
      ({ path, line, rule, what, reason }) => `${path}:${line} ${rule}: ${what} (${reason})`,
    );
    deepEqual(told, []);
  });

  it('says nothing about files that keep the rules', () => {
    deepEqual(judgeBoundaries(CLEAN), []);
  });

  for (const { rule, path, source, beside } of PLANTED) {
    it(`reports ${rule} in ${path}`, () => {
      const found = judgeBoundaries(new Map(Object.entries({ ...beside, [path]: source })));
      equal(found.length, 1, JSON.stringify(found));
      equal(found[0]?.rule, rule);
    });
  }

  it('has a planted breach for every rule', () => {
    const planted = new Set(PLANTED.map(({ rule }) => rule));
    const missing = [...rulesOfTable, ...Object.keys(FORM_RULES)].filter((r) => !planted.has(r));
    deepEqual(missing, []);
  });

  it('says where the breach is', () => {
    const source = "// A comment.\n\nimport { Pool } from 'pg';\nexport const pool = new Pool();\n";
    const found = judgeBoundaries(new Map([['server/jobs/expire.ts', source]]));
    deepEqual(
      found.map(({ path, line, what }) => ({ path, line, what })),
      [{ path: 'server/jobs/expire.ts', line: 3, what: 'pg' }],
    );
  });
});
