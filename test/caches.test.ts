// Every variable that outlives a call is in the list of caches, with a test that makes it stale, or
// among those that nothing makes stale.
import { deepEqual, ok } from 'node:assert/strict';
import { describe, it } from 'node:test';
import { CACHES } from './support/checkout/caches.ts';
import { readCheckout, type Sources } from './support/checkout/checkout.ts';
import { findMemories } from './support/checkout/memories.ts';
import { NO_CACHES } from './support/checkout/no-caches.ts';

const SOURCES = readCheckout(['.ts']);

const LISTED = [
  ...CACHES.map(({ file, names }) => [file, names] as const),
  ...Object.entries(NO_CACHES).map(([file, [, names]]) => [file, names] as const),
].flatMap(([file, names]) => names.split(' ').map((name) => `${file}: ${name}`));

const found = (sources: Sources) =>
  findMemories(sources).map(({ path, name }) => `${path}: ${name}`);

describe('what outlives a call', () => {
  it('is listed once, and nothing else is', () => {
    deepEqual([...new Set(found(SOURCES))].sort(), LISTED.toSorted());
  });

  for (const { file, test } of CACHES) {
    const [path, name] = test;
    it(`has the test that makes it stale: ${file}`, () => {
      const text = SOURCES.get(path) ?? '';
      const begins = [`test('${name}'`, `it('${name}'`, `test("${name}"`, `it("${name}"`];
      ok(
        begins.some((begin) => text.includes(begin)),
        `${path} has no test "${name}"`,
      );
    });
  }
});

const PLANTED: readonly (readonly [path: string, name: string, text: string])[] = [
  ['server/app/a.ts', 'last', 'let last: string | null = null;'],
  ['server/app/b.ts', 'known', 'const known = new Map<string, string>();\nknown.set(a, b);'],
  [
    'server/app/c.ts',
    '#rows',
    'export class Rows {\n  readonly #rows = new Map<string, Row>();\n}',
  ],
  [
    'server/domain/d.ts',
    'seen',
    `export function createSeen() {
  const seen = new Set<string>();
  return {
    add(text: string) {
      seen.add(text);
    },
  };
}`,
  ],
  [
    'server/store/e.ts',
    'reading',
    `export function read(send: Send) {
  let reading: Promise<Row> | null = null;
  return () => {
    reading ??= send();
    return reading;
  };
}`,
  ],
  [
    'server/app/h.ts',
    'noted',
    `export function createNotes<Row>() {
  const noted = new Map<string, Row>();
  return (id: string, row: Row): void => {
    noted.set(id, row);
  };
}`,
  ],
  [
    'server/store/f.ts',
    'rows',
    'export function open() {\n  return {\n    rows: new Map(),\n  };\n}',
  ],
];

describe('a memory that somebody plants', () => {
  for (const [path, name, text] of PLANTED) {
    it(`is found: ${path} ${name}`, () => {
      deepEqual(found(new Map([[path, text]])), [`${path}: ${name}`]);
    });
  }

  it('is no table that never changes', () => {
    deepEqual(found(new Map([['server/app/g.ts', "const KNOWN = new Set(['a']);"]])), []);
  });
});
