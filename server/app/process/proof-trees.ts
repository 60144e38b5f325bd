// Caches the upper parts of the newest proofs' trees, so that one merchant's path needs a few dozen
// hashes instead of one per merchant of the service.
import { setImmediate } from 'node:timers/promises';
import {
  PART_LEAVES,
  type PathStep,
  treeLevels,
  treePath,
  treeRoot,
} from '../../domain/proof/proof-tree.ts';
import type { Queryable } from '../../store/connection/database.ts';
import { HASH_BYTES, readLeaves } from '../../store/proof/proof-rows.ts';
import { sha256Hex } from './ids.ts';

type Levels = readonly (readonly string[])[];

/** A leaf's position, and the leaves of its part of the tree. */
export type PlacedLeaf = { proof_number: bigint; position: number; part: Buffer };

export type ProofTrees = {
  pathOf(db: Queryable, leaf: PlacedLeaf): Promise<readonly PathStep[]>;
};

/** About ten megabytes: a year of proofs of 10,000 merchants, or a day of 3,000,000. */
const MOST_NODES = 100_000;
/** After this many, other requests are served: a millisecond or two. */
const PARTS_AT_ONCE = 16;

/** The hashes of leaves that are stored one after the other. */
export function leavesOf({ leaves }: { leaves: Buffer }): string[] {
  const count = leaves.length / HASH_BYTES;
  return Array.from({ length: count }, (_, index) =>
    leaves.toString('hex', index * HASH_BYTES, (index + 1) * HASH_BYTES),
  );
}

async function readUpper(db: Queryable, proof_number: bigint): Promise<Levels> {
  const leaves = await readLeaves(db, proof_number);
  const part_bytes = PART_LEAVES * HASH_BYTES;
  const roots: string[] = [];
  for (let start = 0; start < leaves.length; start += part_bytes) {
    const part = leaves.subarray(start, start + part_bytes);
    roots.push(treeRoot(leavesOf({ leaves: part }), sha256Hex));
    if (roots.length % PARTS_AT_ONCE === 0) await setImmediate();
  }
  return treeLevels(roots, sha256Hex);
}

const sizeOf = (levels: Levels) => levels.reduce((sum, level) => sum + level.length, 0);

/**
 * Signed proofs never change; only a reset of a sandbox lets their numbers begin anew, and then a
 * leaf does not fit the cached tree.
 */
export function createProofTrees(most_nodes = MOST_NODES): ProofTrees {
  /** In order of use: the most recently used is last. */
  const known = new Map<bigint, { levels: Promise<Levels>; nodes: number }>();
  let nodes = 0;

  const forget = (proof_number: bigint) => {
    nodes -= known.get(proof_number)?.nodes ?? 0;
    known.delete(proof_number);
  };

  /** At least one stays, whatever its size. */
  const makeRoom = () => {
    for (const proof_number of known.keys()) {
      if (nodes <= most_nodes || known.size === 1) return;
      forget(proof_number);
    }
  };

  /** Concurrent callers wait for the same computation. */
  const upperOf = async (db: Queryable, proof_number: bigint): Promise<Levels> => {
    const found = known.get(proof_number);
    const held = found ?? { levels: readUpper(db, proof_number), nodes: 0 };
    known.delete(proof_number);
    known.set(proof_number, held);
    try {
      const levels = await held.levels;
      if (held.nodes === 0 && known.get(proof_number) === held) {
        held.nodes = sizeOf(levels);
        nodes += held.nodes;
        makeRoom();
      }
      return levels;
    } catch (error) {
      // A failed computation is not kept: the next caller tries again.
      if (known.get(proof_number) === held) forget(proof_number);
      throw error;
    }
  };

  return {
    async pathOf(db, { proof_number, position, part }) {
      const lower = treeLevels(leavesOf({ leaves: part }), sha256Hex);
      const [root] = lower.at(-1) ?? [];
      let upper = await upperOf(db, proof_number);
      if (upper[0]?.[Math.floor(position / PART_LEAVES)] !== root) {
        forget(proof_number);
        upper = await upperOf(db, proof_number);
      }
      return [
        ...treePath(lower, position % PART_LEAVES),
        ...treePath(upper, Math.floor(position / PART_LEAVES)),
      ];
    },
  };
}
