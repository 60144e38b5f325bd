import { deepEqual, equal, ok } from 'node:assert/strict';
import { suite, test } from 'node:test';
import { StartupError } from '../../server/lib/startup-error.ts';
import { readConfig } from '../../server/settings/config.ts';

const NORTH = { name: 'north', url: 'postgres://service:secret-1@one.example/north' };
const EAST = { name: 'east', url: 'postgres://service:secret-2@two.example/east' };

function problemsOf(cells: unknown, more: Record<string, string> = {}): string[] {
  const CELLS = typeof cells === 'string' ? cells : JSON.stringify(cells);
  try {
    readConfig({ CELLS, ...more });
  } catch (error) {
    ok(error instanceof StartupError);
    return error.message.split('\n');
  }
  return [];
}

const many = (count: number) =>
  Array.from({ length: count }, (_, index) => ({
    name: `c-${index}`,
    url: `postgres://one.example/c${index}`,
  }));

suite('CELLS', () => {
  test('names the databases in order; the first is that of the control cell', () => {
    const migration_url = 'postgres://owner@one.example/north';
    const config = readConfig({ CELLS: JSON.stringify([{ ...NORTH, migration_url }, EAST]) });
    deepEqual(config.cells, [
      { ...NORTH, migration_url },
      { ...EAST, migration_url: undefined },
    ]);
    equal(config.database_url, NORTH.url);
    equal(config.migration_database_url, migration_url);
    deepEqual(readConfig({}).cells, []);
    equal(readConfig({ CELLS: JSON.stringify(many(16)) }).cells.length, 16);
  });

  const ADDRESS = 'must be an address like DATABASE_URL.';
  const LETTERS = 'must be up to 32 letters a-z, digits and hyphens, a letter first.';
  const REFUSED: readonly [what: string, cells: unknown, problem: string][] = [
    ['no JSON', '[{', 'CELLS: it must be a JSON list'],
    ['no list', NORTH, 'CELLS: it must be a JSON list'],
    ['an empty list', [], 'CELLS: it must name at least one cell.'],
    ['too many', many(17), 'CELLS: it may name at most 16 cells.'],
    ['a text', ['north'], 'CELLS: cell 1 is not an object.'],
    ['no name', [{ url: NORTH.url }], `CELLS: the name of cell 1 ${LETTERS}`],
    ['a long name', [{ ...NORTH, name: 'n'.repeat(33) }], `CELLS: the name of cell 1 ${LETTERS}`],
    ['capitals', [NORTH, { ...EAST, name: 'East' }], `CELLS: the name of cell 2 ${LETTERS}`],
    ['no url', [{ name: 'north' }], `CELLS: url of the cell north ${ADDRESS}`],
    ['another url', [{ ...NORTH, url: 'mysql://x/y' }], `CELLS: url of the cell north ${ADDRESS}`],
    [
      'a long url',
      [{ ...NORTH, url: `postgres://one.example/${'n'.repeat(2_000)}` }],
      `CELLS: url of the cell north ${ADDRESS}`,
    ],
    [
      'a migration_url of another kind',
      [{ ...NORTH, migration_url: 7 }],
      `CELLS: migration_url of the cell north ${ADDRESS}`,
    ],
    [
      'an unknown member',
      [{ ...NORTH, weight: 2 }],
      'CELLS: the cell north has a member that is none of name, url, migration_url.',
    ],
    [
      'one name twice',
      [NORTH, { ...EAST, name: 'north' }],
      'CELLS: two cells have the name north.',
    ],
    [
      'one url twice',
      [NORTH, { ...EAST, url: NORTH.url }],
      'CELLS: north and east have the same url: each cell is a schema of its own.',
    ],
  ];
  for (const [what, cells, problem] of REFUSED) {
    test(`refuses ${what}, and shows no secret`, () => {
      const problems = problemsOf(cells);
      equal(problems.length, 1);
      ok(problems[0]?.startsWith(problem), problems[0]);
      ok(!problems.join().includes('secret-'));
    });
  }

  test('stands alone: beside DATABASE_URL, or with several processes, it is refused', () => {
    const DATABASE_URL = 'postgres://three.example/alone';
    const beside =
      'CELLS names the databases: DATABASE_URL and MIGRATION_DATABASE_URL must not be given ' +
      'beside it.';
    deepEqual(problemsOf([NORTH], { DATABASE_URL }), [beside]);
    deepEqual(problemsOf([NORTH], { MIGRATION_DATABASE_URL: DATABASE_URL }), [beside]);
    const [workers = '', ...others] = problemsOf([NORTH, EAST], { WORKERS: '2' });
    deepEqual(others, []);
    ok(workers.startsWith('CELLS needs WORKERS=1'), workers);
  });
});
