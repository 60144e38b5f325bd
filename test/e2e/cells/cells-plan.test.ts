// What `npm run test:cells` runs on a server, and that it says what it does not.
import { deepEqual, equal, match, ok } from 'node:assert/strict';
import { existsSync } from 'node:fs';
import { join } from 'node:path';
import { test } from 'node:test';
import { fileURLToPath } from 'node:url';
import { type CellsServer, planOf } from '../../../bench/harness/cells-plan.ts';

const ROOT = fileURLToPath(new URL('../../..', import.meta.url));
const CITUS: CellsServer = { is_citus: true, nodes: 2, counts: true };

const MOVES = 'test/e2e/cells/schema-moves.ts';

test('plain PostgreSQL runs everything once, and is told of no moves', () => {
  const { runs, not_run } = planOf({ is_citus: false, nodes: 1, counts: false });
  deepEqual(
    runs.map(({ mode }) => mode),
    ['1'],
  );
  ok(!runs.some(({ files }) => files.includes(MOVES)));
  match(not_run.join(), /moves of a schema.*no Citus/);
});

test('Citus runs through the coordinator and at the node, with moves', () => {
  const { runs, not_run } = planOf(CITUS);
  deepEqual(
    runs.map(({ mode, files }) => [mode, files.includes(MOVES)]),
    [
      ['1', true],
      ['direct', true],
    ],
  );
  equal(not_run.length, 1);
});

test('what a cluster cannot show is told', () => {
  const { runs, not_run } = planOf({ ...CITUS, nodes: 1, counts: false });
  ok(!runs.some(({ files }) => files.includes(MOVES)));
  match(not_run.join(), /only one node/);
  match(not_run.join(), /enable_stat_counters/);
});

test('every file that it runs is there', () => {
  const files = planOf(CITUS).runs.flatMap((run) => run.files);
  deepEqual(
    files.filter((file) => !existsSync(join(ROOT, file))),
    [],
  );
});
