// Each operation of both documents has a description, which says more than its summary.
import { deepEqual, ok } from 'node:assert/strict';
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { test } from 'node:test';
import { ROOT } from '../../support/checkout/checkout.ts';

type Parameter = { name: string; in: string; description?: string; schema: { format?: string } };

type Told = {
  operationId: string;
  summary: string;
  description?: string;
  parameters?: Parameter[];
};

/** Without the short ones, of which every sentence has some. */
const wordsOf = (text: string): string[] => text.toLowerCase().match(/[\p{L}\p{N}_]{4,}/gu) ?? [];

/** As many as a short sentence has beside them. */
const FEWEST_NEW = 2;

/** The operations without a description, or with one that has hardly a word of its own. */
function silent(operations: readonly Told[]): string[] {
  return operations
    .filter(({ summary, description = '' }) => {
      const known = new Set(wordsOf(summary));
      const others = new Set(wordsOf(description).filter((word) => !known.has(word)));
      return others.size < FEWEST_NEW;
    })
    .map(({ operationId }) => operationId);
}

/** The descriptions that several operations have, with those operations. */
function shared(operations: readonly Told[]): string[] {
  const groups = Map.groupBy(operations, ({ description }) => description ?? '');
  return [...groups.values()]
    .filter(({ length }) => length > MOST_ALIKE)
    .map((group) => group.map(({ operationId }) => operationId).join(' '));
}

/** Halves of a sign-in and pairs of files are alike; more would be filler. */
const MOST_ALIKE = 4;

function operationsOf(name: string): Told[] {
  const { paths } = JSON.parse(readFileSync(join(ROOT, `openapi/${name}.json`), 'utf8'));
  return Object.values<Record<string, Told>>(paths)
    .flatMap((methods) => Object.values(methods))
    .filter(({ operationId }) => operationId !== undefined);
}

for (const name of ['merchant', 'operator']) {
  test(`each operation of the ${name}s’ document is described beyond its summary`, () => {
    const operations = operationsOf(name);
    ok(operations.length > 30, `${operations.length} operations`);
    deepEqual(silent(operations), []);
    deepEqual(shared(operations), []);
  });
}

test('a missing and a repeating description are found', () => {
  const summary = 'Get a merchant’s tariffs';
  deepEqual(
    silent([
      { operationId: 'none', summary },
      { operationId: 'same', summary, description: 'Get a merchant’s tariffs.' },
      { operationId: 'turned', summary, description: 'Gets the tariffs of a merchant.' },
      { operationId: 'more', summary, description: 'Without tariffs the list is empty.' },
    ]),
    ['none', 'same', 'turned'],
  );
  const one = { summary, description: 'It changes nothing.' };
  const many = ['a', 'b', 'c', 'd', 'e'].map((operationId) => ({ operationId, ...one }));
  deepEqual(shared(many), ['a b c d e']);
  deepEqual(shared(many.slice(1)), []);
});

const NO_IDS = ['number', 'sequence', 'endpoint', 'month', 'day'];

test('each path parameter is described, and only ids are UUIDs', () => {
  for (const name of ['merchant', 'operator']) {
    for (const { operationId, parameters = [] } of operationsOf(name)) {
      for (const one of parameters.filter((each) => each.in === 'path')) {
        ok(one.description, `${operationId}: ${one.name}`);
        const is_no_id = NO_IDS.includes(one.name);
        ok(!is_no_id || one.schema.format !== 'uuid', `${operationId}: ${one.name}`);
      }
    }
  }
});
