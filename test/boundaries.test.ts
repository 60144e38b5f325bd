// Proves on the checkout's own files who imports whom, and that the judge sees every breach.
import { deepEqual, equal, ok } from 'node:assert/strict';
import { describe, it } from 'node:test';
import { FOLDER_RULES, FORM_RULES } from './support/checkout/boundary-rules.ts';
import { readCheckout } from './support/checkout/checkout.ts';
import { judgeBoundaries } from './support/checkout/judge-boundaries.ts';
import { PLANTED } from './support/checkout/planted-breaches.ts';

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
    const sources = readCheckout(['.ts', '.tsx', '.mjs']);
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
