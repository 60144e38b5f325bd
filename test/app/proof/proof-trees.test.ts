// Paths from cached trees: the same as from all leaves, read once for any number of requests, and
// within the limit of memory.
import assert from 'node:assert/strict';
import { suite, test } from 'node:test';
import { sha256Hex } from '../../../server/app/process/ids.ts';
import { createProofTrees } from '../../../server/app/process/proof-trees.ts';
import { PART_LEAVES, treeLevels, treePath } from '../../../server/domain/proof/proof-tree.ts';
import type { Queryable } from '../../../server/store/connection/database.ts';
import { fc } from '../../support/property.ts';

const HASH_BYTES = 32;
const PART_BYTES = PART_LEAVES * HASH_BYTES;

const leavesFor = (count: number, seed = 0) =>
  Array.from({ length: count }, (_, index) => sha256Hex(`${seed}/${index}`));

/** A table of proofs in memory that counts how often it is read, and fails on command. */
function openTable(proofs: ReadonlyMap<bigint, readonly string[]>) {
  const table = { reads: [] as bigint[], fails: false };
  const bytesOf = (number: bigint) => Buffer.from((proofs.get(number) ?? []).join(''), 'hex');
  const db: Queryable = {
    query: <Row>(_name: string, _text: string, [number]: readonly unknown[]) => {
      table.reads.push(BigInt(String(number)));
      if (table.fails) return Promise.reject(new Error('the database is away'));
      return Promise.resolve([{ leaves: bytesOf(BigInt(String(number))) } as Row]);
    },
  };
  const leafAt = (proof_number: bigint, position: number) => {
    const start = Math.floor(position / PART_LEAVES) * PART_BYTES;
    return {
      proof_number,
      position,
      part: bytesOf(proof_number).subarray(start, start + PART_BYTES),
    };
  };
  return { table, db, leafAt };
}

test('the path is that of the whole tree, for every size and place', async () => {
  const sizes = fc.oneof(
    fc.integer({ min: 1, max: 5 * PART_LEAVES }),
    fc.constantFrom(PART_LEAVES - 1, PART_LEAVES, PART_LEAVES + 1, 2 * PART_LEAVES, 2_049),
  );
  await fc.assert(
    fc.asyncProperty(sizes, fc.nat(), async (count, number) => {
      const leaves = leavesFor(count);
      const position = number % count;
      const { db, leafAt } = openTable(new Map([[1n, leaves]]));
      const path = await createProofTrees().pathOf(db, leafAt(1n, position));
      assert.deepEqual(path, treePath(treeLevels(leaves, sha256Hex), position));
    }),
    { numRuns: 100 },
  );
});

suite('what was read', () => {
  const proofs = new Map([1n, 2n, 3n].map((number) => [number, leavesFor(300, Number(number))]));

  test('serves all who ask, also those who ask at once', async () => {
    const { db, table, leafAt } = openTable(proofs);
    const trees = createProofTrees();
    await Promise.all([0, 7, 299].map((position) => trees.pathOf(db, leafAt(1n, position))));
    await trees.pathOf(db, leafAt(1n, 64));
    assert.deepEqual(table.reads, [1n]);
  });

  test('is forgotten where there is no room, what was asked for longest ago first', async () => {
    const { db, table, leafAt } = openTable(proofs);
    // Five parts: 5 + 3 + 2 + 1 nodes each.
    const trees = createProofTrees(22);
    for (const number of [1n, 2n, 1n, 3n, 1n, 2n]) await trees.pathOf(db, leafAt(number, 5));
    assert.deepEqual(table.reads, [1n, 2n, 3n, 2n]);
  });

  test('stays while it alone is larger than the room', async () => {
    const { db, table, leafAt } = openTable(proofs);
    const trees = createProofTrees(1);
    for (const number of [1n, 1n, 2n, 2n]) await trees.pathOf(db, leafAt(number, 5));
    assert.deepEqual(table.reads, [1n, 2n]);
  });

  test('is read anew where reading failed', async () => {
    const { db, table, leafAt } = openTable(proofs);
    const trees = createProofTrees();
    table.fails = true;
    await assert.rejects(trees.pathOf(db, leafAt(1n, 5)), /the database is away/);
    table.fails = false;
    await trees.pathOf(db, leafAt(1n, 5));
    assert.deepEqual(table.reads, [1n, 1n]);
  });
});

test('a proof whose number is used again after a reset of the sandbox has its own paths', async () => {
  const proofs = new Map([[1n, leavesFor(300, 1)]]);
  const { db, table, leafAt } = openTable(proofs);
  const trees = createProofTrees();
  await trees.pathOf(db, leafAt(1n, 70));
  const leaves = leavesFor(200, 2);
  proofs.set(1n, leaves);
  const path = await trees.pathOf(db, leafAt(1n, 70));
  assert.deepEqual(path, treePath(treeLevels(leaves, sha256Hex), 70));
  assert.deepEqual(table.reads, [1n, 1n]);
});
