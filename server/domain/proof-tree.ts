// One hash over many texts (a Merkle tree), and the path by which one of them is shown to be in it
// without the others being told.
import type { HashText } from './proof.ts';

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

/** From the leaf at this place up to the root. */
export function treePath(
  leaves: readonly string[],
  position: number,
  hashText: HashText,
): PathStep[] {
  const path: PathStep[] = [];
  let level = leaves;
  let place = position;
  while (level.length > 1) {
    const is_right = place % 2 === 1;
    const hash = level[is_right ? place - 1 : place + 1];
    if (hash !== undefined) path.push({ side: is_right ? 'left' : 'right', hash });
    level = levelAbove(level, hashText);
    place = Math.floor(place / 2);
  }
  return path;
}
