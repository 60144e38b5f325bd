// What `npm run test:cells` runs on a server, and what it cannot run there.

/**
 * The contract on the wire, orders, callbacks, races, kills of a service, months with an archive,
 * keys, erasure, and the books. Tests that wait until one statement waits for another's lock are
 * left out: a coordinator does not see that.
 */
const TESTS = [
  'test/app/access/encryption-keys.test.ts',
  'test/app/archive/note-archive.test.ts',
  'test/app/callback/events.test.ts',
  'test/app/erasure/erase-customer.test.ts',
  'test/app/payout/payout-work.test.ts',
  'test/app/proof/verify-books.test.ts',
  'test/app/trade/races.test.ts',
  'test/app/trade/whole-chain.test.ts',
  'test/e2e/cells.test.ts',
  'test/http/merchant/merchant-wire.test.ts',
];

/** Shorter: what depends on the node that a process came to. */
const ON_NODES = [
  'test/app/proof/verify-books.test.ts',
  'test/app/trade/races.test.ts',
  'test/e2e/cells.test.ts',
];

const MOVES = 'test/e2e/cells/schema-moves.ts';

export type CellsServer = {
  is_citus: boolean;
  /** Those that may have schemas. */
  nodes: number;
  /** Whether it counts the statements that went to several shards. */
  counts: boolean;
};

export type CellsRun = { what: string; mode: '1' | 'direct'; files: readonly string[] };

export function planOf({ is_citus, nodes, counts }: CellsServer): {
  runs: CellsRun[];
  not_run: string[];
} {
  const not_run = ['kills and standbys of the database itself'];
  if (!is_citus) {
    not_run.push('moves of a schema, and the count of statements on several nodes: it is no Citus');
    return { runs: [{ what: 'each cell a schema', mode: '1', files: TESTS }], not_run };
  }
  const moves = nodes > 1 ? [MOVES] : [];
  if (moves.length === 0) not_run.push('moves of a schema: only one node may have schemas');
  if (!counts) {
    not_run.push(
      'the count of statements on several nodes: it needs Citus 13.1, with ' +
        'citus.enable_stat_counters on at each node',
    );
  }
  return {
    runs: [
      { what: 'through the coordinator', mode: '1', files: [...TESTS, ...moves] },
      { what: 'at the node of the schema', mode: 'direct', files: [...ON_NODES, ...moves] },
    ],
    not_run,
  };
}
