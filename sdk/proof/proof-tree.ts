// Computes the root of the hash tree: from one leaf and its path, or from all leaves.
import type { PathStep } from './proof-document.ts';
import { sha256 } from './web-crypto.ts';

const leafHash = (text: string) => sha256(`leaf:${text}`);
const nodeHash = (left: string, right: string) => sha256(`node:${left}${right}`);

export async function rootFromPath(leaf: string, path: readonly PathStep[]): Promise<string> {
  let hash = await leafHash(leaf);
  for (const step of path) {
    hash = step.side === 'left' ? await nodeHash(step.hash, hash) : await nodeHash(hash, step.hash);
  }
  return hash;
}

/** Joins pairs level by level; an odd last hash moves up unchanged. */
export async function rootOfLeaves(leaves: readonly string[]): Promise<string> {
  let level = await Promise.all(leaves.map(leafHash));
  while (level.length > 1) {
    const above: string[] = [];
    for (let index = 0; index < level.length; index += 2) {
      const [left = '', right] = level.slice(index, index + 2);
      above.push(right === undefined ? left : await nodeHash(left, right));
    }
    level = above;
  }
  return level[0] ?? '';
}
