// All words of the console stand in its catalogues, and the judge sees those that do not.
import { deepEqual, ok } from 'node:assert/strict';
import { describe, it } from 'node:test';
import { readCheckout } from '../../support/checkout/checkout.ts';
import { wordsLeft } from '../../support/checkout/words-left.ts';

const CODE = /^console\/(?!texts\/)/;

/** The same in every language. */
const NAMES = new Map([
  ['payment-orders', 'the name of the command'],
  ["'Ctrl K'", 'what stands on the keys'],
]);

const NUMBER = '{number}';

const PLANTED: readonly [code: string, is_left: boolean][] = [
  ['export const a = <p>Nothing yet</p>;', true],
  ['export const a = <p>{count} rows</p>;', true],
  ['export const a = <input aria-label="Amount" />;', true],
  ['export const a = <input placeholder="any" />;', true],
  ["export const a = has ? 'The pay-in is done' : texts.open;", true],
  [`export const a = \`Settlement $${NUMBER} of\`;`, false],
  [`export const a = \`The settlement $${NUMBER}\`;`, true],
  ['export const a = <p>{texts.nothing} · {count} %</p>;', false],
  ['export const a = <input type="search" className="one-line" name="q" />;', false],
  ["class Lost extends Error { constructor() { super('No answer came'); } }", false],
  ["throw new Error('The page has no place for the console');", false],
  ["export const a = 'Authorization';", false],
];

describe('words of the console', () => {
  for (const [code, is_left] of PLANTED) {
    it(`${is_left ? 'are found in' : 'are none in'} ${code}`, () => {
      deepEqual(wordsLeft(new Map([['planted.tsx', code]])).length > 0, is_left);
    });
  }

  it('stand in its catalogues', () => {
    const all = readCheckout(['.ts', '.tsx']);
    const code = new Map([...all].filter(([path]) => CODE.test(path)));
    ok(code.size > 200);
    const left = wordsLeft(code);
    deepEqual(
      left.filter(({ words }) => !NAMES.has(words)),
      [],
    );
    const met = new Set(left.map(({ words }) => words));
    deepEqual(
      [...NAMES.keys()].filter((name) => !met.has(name)),
      [],
      'names that no code has any more',
    );
  });
});
