// A link with filters leads to a screen that reads its address: elsewhere it would show all, as if
// it had been filtered.
import { deepEqual, ok } from 'node:assert/strict';
import { readFileSync } from 'node:fs';
import { describe, it } from 'node:test';
import { readCheckout, type Sources } from '../../support/checkout/checkout.ts';

const SEARCHES = readFileSync(new URL('../../../console/api/searches.ts', import.meta.url), 'utf8');
const READS = [...SEARCHES.matchAll(/^ {2}'(\/[^']*)':/gm)].map(([, path = '']) => path);

/** `to="/bank"` of an element, `to: '/bank'` of an object. */
const TARGET = /\bto(?:=|: )["'](\/[^"']*)["']/g;
/** Without a filter it leads anywhere. */
const EMPTY = /\bsearch(?:=\{\{\}\}|: \{\})/g;
const ITS_SEARCH = /^search(?:=|:|,|\s|$)/;

const DEPTH: Readonly<Record<string, number>> = {
  '{': 1,
  '(': 1,
  '[': 1,
  '}': -1,
  ')': -1,
  ']': -1,
};

/** The end of the same element or object, without what stands inside of brackets. */
function outside(text: string, [opens, ends]: readonly [number, string]): string {
  let depth = 0;
  let found = '';
  for (const letter of text) {
    depth += opens * (DEPTH[letter] ?? 0);
    if (depth < 0 || (depth === 0 && letter === ends)) break;
    if (depth === 0) found += letter;
  }
  return found;
}

const reversed = (text: string) => [...text].reverse().join('');

/** Of each target with a search beside it. */
const filteredIn = (source: string): string[] => {
  const text = source.replaceAll(EMPTY, '');
  return [...text.matchAll(TARGET)].flatMap(({ index, 0: all, 1: path = '' }) => {
    const before = reversed(outside(reversed(text.slice(0, index)), [-1, '<']));
    const others = `${before} ${outside(text.slice(index + all.length), [1, '>'])}`;
    return others.split(/[\s{,]+(?=\w)/).some((one) => ITS_SEARCH.test(one)) ? [path] : [];
  });
};

const unread = (sources: Sources): string[] =>
  [...sources].flatMap(([file, text]) =>
    file.startsWith('console/')
      ? filteredIn(text)
          .filter((path) => !READS.includes(path))
          .map((path) => `${file}: ${path}`)
      : [],
  );

describe('a link with filters', () => {
  const sources = readCheckout(['.ts', '.tsx']);

  it('leads to a screen that reads its address', () => {
    const all = [...sources].flatMap(([file, text]) =>
      file.startsWith('console/') ? filteredIn(text) : [],
    );
    ok(all.length > 30, `${all.length} are found`);
    deepEqual(unread(sources), []);
  });

  it('is found if it leads elsewhere', () => {
    const planted = [
      '<AnchorLink to="/bank/rules" params={{}} search={{ a }}>',
      '<AnchorLink search={(before) => ({ ...before, a })} to="/bank/rules">',
      "navigate({ to: '/bank/rules', search: { a } })",
      "({ to: '/bank/rules', search })",
    ];
    const found = planted.map((text) => unread(new Map([['console/a.tsx', text]])).length);
    deepEqual(found, [1, 1, 1, 1]);
    const others = [
      '<AnchorLink to="/bank" search={{ a }}>',
      '<AnchorLink to="/bank/rules"><Words search={a} /></AnchorLink>',
      "({ to: '/bank/rules', search: {} })",
      "[{ to: '/bank/rules' }, { to: '/bank', search: { a } }]",
    ];
    deepEqual(
      others.flatMap((text) => unread(new Map([['console/a.tsx', text]]))),
      [],
    );
  });
});
