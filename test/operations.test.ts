// Operations of the HTTP API are named by server/http only: a use case that named one would know
// who calls it, and a route that is renamed would change what it does.
import { deepEqual, equal, ok } from 'node:assert/strict';
import { readFileSync } from 'node:fs';
import { it } from 'node:test';
import { readCheckout } from './support/checkout/checkout.ts';
import { namedOperations } from './support/checkout/named-operations.ts';

/** Of one word: such a text may mean anything. */
const isPlain = (name: string) => !/[A-Z]/.test(name);

function operationsOf(file: string): string[] {
  const text = readFileSync(new URL(`../openapi/${file}.json`, import.meta.url), 'utf8');
  const { paths }: { paths: Record<string, Record<string, { operationId?: string }>> } =
    JSON.parse(text);
  return Object.values(paths).flatMap((methods) =>
    Object.values(methods).flatMap(({ operationId = [] }) => operationId),
  );
}

const OPERATIONS = new Set(
  [...operationsOf('operator'), ...operationsOf('merchant')].filter((name) => !isPlain(name)),
);

const JUDGED = /^server\/(?:app|domain|store|formats|lib)\//;

it('no layer below HTTP names an operation', () => {
  ok(OPERATIONS.size > 150, `${OPERATIONS.size} operations were read`);
  const sources = new Map([...readCheckout(['.ts'])].filter(([path]) => JUDGED.test(path)));
  ok(sources.size > 500, `${sources.size} files were read`);
  deepEqual(namedOperations(sources, OPERATIONS), []);
});

/** What is put into a template, which a plain text cannot show. */
const filled = (source: string) =>
  source.replaceAll(/<(\w+)>/g, (_, name: string) => ['$', '{', name, '}'].join(''));

const found = (source: string) =>
  namedOperations(new Map([['server/app/planted.ts', filled(source)]]), OPERATIONS);

const PLANTED = [
  "export const operation = 'takePayouts';",
  'export const of = (act: string) => `<act>Payouts`;',
  'export const of = `takePayouts`;',
  "export const SHOWN = { issueToken: ['token'] };",
];

for (const source of PLANTED) {
  it(`${source} would be found`, () => {
    equal(found(source).length, 1);
  });
}

it('what only looks alike is no operation', () => {
  const source = [
    "import { takePayouts } from './payouts.ts';",
    'export const call = () => takePayouts();',
    'export const of = (a: string, b: string) => `<a>/<b>`;',
    "export const told = 'take payouts';",
  ].join('\n');
  deepEqual(found(source), []);
});
