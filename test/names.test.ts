// Proves that an exported name is declared once in the checkout, and that the judge sees a second.
import { deepEqual, ok } from 'node:assert/strict';
import { describe, it } from 'node:test';
import { readCheckout } from './support/checkout/checkout.ts';
import { DECLARED_TWICE, judgeNames } from './support/checkout/repeated-names.ts';

const ONCE = 'export type Hold = { amount_cents: bigint };';

const PLANTED: Readonly<Record<string, string>> = {
  'a type': 'export type Hold = string;',
  'an interface': 'export interface Hold {}',
  'a class': 'export class Hold {}',
  'a function': 'export function Hold() {}',
  'a generator': 'export async function* Hold() {}',
  'a constant': 'export const other = 1, Hold = 2;',
  'a part of an object': 'export const { amount: Hold } = { amount: 1 };',
  'a part of a list': 'export const [, [Hold]] = [1, [2]];',
  'a list of exports': 'const inner = 1;\nexport { inner as Hold };',
};

const FOLDERS = ['server/app', 'cli', 'sdk', 'bench', 'tools', 'test/support'];

const judge = (files: Readonly<Record<string, string>>) =>
  judgeNames(new Map(Object.entries(files)), []).repeated;

describe('an exported name', () => {
  it('is declared once in the checkout', () => {
    const sources = readCheckout(['.ts', '.mjs']);
    ok(sources.has('test/names.test.ts'), 'the checkout was not read');
    deepEqual(judgeNames(sources, DECLARED_TWICE), { repeated: [], needless: [] });
  });

  for (const [what, source] of Object.entries(PLANTED)) {
    it(`is reported when ${what} has it as well`, () => {
      const files = { 'server/domain/hold.ts': ONCE, 'server/store/holds.ts': source };
      deepEqual(judge(files), ['Hold: server/domain/hold.ts, server/store/holds.ts']);
    });
  }

  for (const folder of FOLDERS) {
    it(`is reported in ${folder}/`, () => {
      const files = { 'server/domain/hold.ts': ONCE, [`${folder}/hold.ts`]: ONCE };
      deepEqual(judge(files).length, 1);
    });
  }

  it('is reported in bin/', () => {
    const files = { 'bin/a.mjs': 'export function run() {}', 'bin/b.mjs': 'export const run = 1;' };
    deepEqual(judge(files), ['run: bin/a.mjs, bin/b.mjs']);
  });

  it('may be passed on, overloaded, or stand for a value and its type', () => {
    const files = {
      'server/domain/hold.ts': `${ONCE}\nexport const Hold = 1;`,
      'server/app/read.ts': [
        'export function read(text: string): string;',
        'export function read(text: null): null;',
        'export function read(text: string | null) {\n  return text;\n}',
      ].join('\n'),
      'sdk/index.ts': "export { Hold } from '../server/domain/hold.ts';",
      'server/store/local.ts': 'const Hold = 2;\nexport const twice = Hold * 2;',
      'test/app/hold.test.ts': ONCE,
    };
    deepEqual(judge(files), []);
  });

  it('has an exception for exactly the files that declare it', () => {
    const exception = { names: ['Hold'], paths: ['sdk/hold.ts', 'server/domain/hold.ts'] };
    const both = { 'server/domain/hold.ts': ONCE, 'sdk/hold.ts': ONCE };
    const told = (files: Record<string, string>) =>
      judgeNames(new Map(Object.entries(files)), [exception]);
    deepEqual(told(both), { repeated: [], needless: [] });
    deepEqual(told({ ...both, 'cli/hold.ts': ONCE }).repeated.length, 1);
    deepEqual(told({ 'sdk/hold.ts': ONCE }).needless.length, 1);
  });
});
