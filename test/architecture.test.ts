// Holds ARCHITECTURE.md against the folders and the imports of the checkout.
import { deepEqual, ok } from 'node:assert/strict';
import { readFileSync } from 'node:fs';
import { posix } from 'node:path';
import { describe, it, test } from 'node:test';
import { ROOT, readCheckout } from './support/checkout/checkout.ts';
import { readDocuments, tableRows } from './support/checkout/documents.ts';

const FILES = readCheckout(['']);

function sectionOf(title: string): string {
  const text = readDocuments().get('ARCHITECTURE.md') ?? '';
  const section = text.split(`${title}\n`)[1];
  if (section === undefined) throw new Error(`ARCHITECTURE.md has no section ${title}`);
  return section.split(/\n#{2,3} /)[0] ?? '';
}

/** The names of the folders in a folder, sorted. */
function foldersBelow(folder: string): string[] {
  const inside = [...FILES.keys()].filter((path) => path.startsWith(folder));
  const names = inside.map((path) => path.slice(folder.length).split('/'));
  return [...new Set(names.filter((parts) => parts.length > 1).map(([name = '']) => name))].sort();
}

describe('folders', () => {
  it('of the rules that are nouns stand in the table', () => {
    const shown = tableRows(sectionOf('### Nouns are folders')).flatMap(
      ([cell = '']) => /^`([a-z-]+)\/`/.exec(cell)?.[1] ?? [],
    );
    const below = ['batch', 'record', 'request', 'service', 'values'];
    const nouns = foldersBelow('server/domain/').filter((folder) => !below.includes(folder));
    deepEqual(shown, nouns);
  });

  it('of the tests are those of the service', () => {
    const layers = foldersBelow('server/').map((folder) => `test/${folder}/`);
    const tested = [...FILES.keys()]
      .filter((path) => layers.some((layer) => path.startsWith(layer)))
      .filter((path) => path.endsWith('.test.ts'))
      .map((path) => `${posix.dirname(path).replace('test/', 'server/')}/`);
    const missing = tested.filter((folder) =>
      [...FILES.keys()].every((path) => !path.startsWith(folder)),
    );
    deepEqual([...new Set(missing)], []);
  });
});

test('the build names test files that are there', () => {
  const script = readFileSync(`${ROOT}.ci/stock-postgresql`, 'utf8');
  const named = [...script.matchAll(/^ {2}(test\/[a-z0-9/-]+\.test\.ts)$/gm)].map(
    ([, path]) => path,
  );
  ok(named.length > 5, 'the list was not read');
  deepEqual(
    named.filter((path) => !FILES.has(path ?? '')),
    [],
  );
});

function imports(from: string, to: string): boolean {
  const found = (FILES.get(from) ?? '').matchAll(/from '(\.[^']+)'/g);
  return [...found].some(([, path = '']) => posix.join(posix.dirname(from), path) === to);
}

/** The steps of a walk that no import joins. */
function gapsOf(walk: readonly string[]): string[] {
  // SQL imports nothing: its table is named by the columns that are written.
  const steps = walk.filter((path) => !path.endsWith('.sql'));
  return steps.slice(1).flatMap((to, at) => {
    const from = steps[at] ?? '';
    return imports(from, to) || imports(to, from) ? [] : [`${from} → ${to}`];
  });
}

const walkOf = (title: string): string[] =>
  tableRows(sectionOf(title)).flatMap(([cell = '']) => /^`([a-z0-9/.-]+)`/.exec(cell)?.[1] ?? []);

describe('a way through the code', () => {
  for (const title of [
    '### An amount, from the request to its row',
    '### A tariff, from the request to the next order',
    '### A bank line, from the file to the balance',
  ]) {
    it(`${title.slice(4)}: every step is an import`, () => {
      const walk = walkOf(title);
      ok(walk.length > 10, 'the walk was not read');
      deepEqual(
        walk.filter((path) => !FILES.has(path)),
        [],
      );
      deepEqual(gapsOf(walk), []);
    });
  }

  it('has a gap if a file is left out', () => {
    const walk = walkOf('### A bank line, from the file to the balance');
    const [first, last] = [walk.at(0) ?? '', walk.at(-1) ?? ''];
    deepEqual(gapsOf([first, last]), [`${first} → ${last}`]);
  });
});
