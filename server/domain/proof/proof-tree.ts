// A Merkle tree: one hash over many texts, and the path that proves that one text is among them
// without revealing the others.
import type { HashText } from './walk-book.ts';

/** A neighbour's hash on the way to the root, and its side. */
export type PathStep = { side: 'left' | 'right'; hash: string };

/** Never change these formats: signed roots depend on them. */
export const leafHash = (text: string, hashText: HashText) => hashText(`leaf:${text}`);
const nodeHash = (left: string, right: string, hashText: HashText) =>
  hashText(`node:${left}${right}`);

/** One level up: pairs are joined; the last one of an odd number goes up unchanged. */
function levelAbove(level: readonly string[], hashText: HashText): string[] {
  const above: string[] = [];
  for (let index = 0; index < level.length; index += 2) {
    const [left = '', right] = level.slice(index, index + 2);
    above.push(right === undefined ? left : nodeHash(left, right, hashText));
  }
  return above;
}

export function treeRoot(leaves: readonly string[], hashText: HashText): string {
  let level = leaves;
  while (level.length > 1) level = levelAbove(level, hashText);
  const [root] = level;
  if (root === undefined) throw new Error('A tree without leaves has no root');
  return root;
}

/** The tree level by level: the leaves first, the root last. */
export function treeLevels(
  leaves: readonly string[],
  hashText: HashText,
): readonly (readonly string[])[] {
  const levels = [leaves];
  for (let level = leaves; level.length > 1; levels.push(level)) {
    level = levelAbove(level, hashText);
  }
  return levels;
}

/** The path from this position on the lowest level up to the root. */
export function treePath(
  levels: readonly (readonly string[])[],
  position: number,
): readonly PathStep[] {
  const path: PathStep[] = [];
  let place = position;
  for (const level of levels.slice(0, -1)) {
    const is_right = place % 2 === 1;
    const hash = level[is_right ? place - 1 : place + 1];
    if (hash !== undefined) path.push({ side: is_right ? 'left' : 'right', hash });
    place = Math.floor(place / 2);
  }
  return path;
}

/**
 * Leaves are grouped under nodes, with this many leaves each (the last may have fewer). The tree
 * over these nodes is the upper part of the tree over all leaves, so a path is one part of each.
 */
export const PART_LEAVES = 64;
