// One hash over many texts (a Merkle tree), and the path by which one of them is shown to be in it
// without the others being told.
import type { HashText } from './walk-book.ts';

/** The hash beside the way up, and on which side it stands. */
export type PathStep = { side: 'left' | 'right'; hash: string };

/** Never change these forms: signed roots are made of them. */
export const leafHash = (text: string, hashText: HashText) => hashText(`leaf:${text}`);
const nodeHash = (left: string, right: string, hashText: HashText) =>
  hashText(`node:${left}${right}`);

/** One level up: pairs are joined, an odd last one goes up as it is. */
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

/** The tree level by level: the leaves first, the root alone on the last. */
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

/** From this place on the lowest level up to the root. */
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
 * So many neighbours meet in one node, the last of them too where they are fewer: the tree over
 * these nodes is the upper part of the tree over all leaves, and a path is one of each.
 */
export const PART_LEAVES = 64;
