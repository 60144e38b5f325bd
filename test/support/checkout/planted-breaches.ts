// A breach of every rule about imports, as a small file: the judge has to find each.

type Planted = { rule: string; path: string; source: string; beside?: Record<string, string> };

export const PLANTED: readonly Planted[] = [
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
    path: 'server/main.ts',
    source: "import { request } from 'undici';\nexport const ask = request;",
  },
  {
    rule: 'files of server/settings/',
    path: 'server/settings/config.ts',
    source: "import { pool } from '../store/pool.ts';\nexport const all = pool;",
  },
  {
    rule: 'packages of server/settings/',
    path: 'server/settings/config.ts',
    source: "import { pino } from 'pino';\nexport const log = pino();",
  },
  {
    rule: 'files of server/programs/',
    path: 'server/programs/create-owner.ts',
    source: "import type { Reply } from '../http/reply.ts';\nexport type Answer = Reply;",
  },
  {
    rule: 'packages of server/programs/',
    path: 'server/programs/create-owner.ts',
    source: "import { Pool } from 'pg';\nexport const pool = new Pool();",
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
    rule: 'files of integrations/',
    path: 'integrations/medusa/index.ts',
    source:
      "import { feeOf } from '../../server/domain/values/rate.ts';\nexport const fee = feeOf;",
  },
  {
    rule: 'packages of integrations/',
    path: 'integrations/medusa/index.ts',
    source: "import pg from 'pg';\nexport const pool = pg.Pool;",
  },
  {
    rule: 'files of integrations/medusa/test/',
    path: 'integrations/medusa/test/shop.ts',
    source: "import { run } from '../../../cli/main.ts';\nexport const shop = run;",
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
    rule: 'files of console/',
    path: 'console/api/client.ts',
    source:
      "import type { Trade } from '../../server/domain/record/trade.ts';\nexport type T = Trade;",
  },
  {
    rule: 'packages of console/',
    path: 'console/api/client.ts',
    source: "import axios from 'axios';\nexport const client = axios;",
  },
  {
    rule: 'files of docs/',
    path: 'docs/guide/shop.mjs',
    source: "import { sign } from '../../sdk/webhook.ts';\nexport const own = sign;",
  },
  {
    rule: 'packages of docs/',
    path: 'docs/guide/shop.mjs',
    source: "import express from 'express';\nexport const app = express();",
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
  {
    rule: 'thrown',
    path: 'server/domain/trade/a.ts',
    source: `class Missing extends Error {}\nexport const ask = () => {\n  throw new Missing('facts');\n};`,
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
