import { sha256 } from './web-crypto.js';
const leafHash = (text) => sha256(`leaf:${text}`);
const nodeHash = (left, right) => sha256(`node:${left}${right}`);
export async function rootFromPath(leaf, path) {
    let hash = await leafHash(leaf);
    for (const step of path) {
        hash = step.side === 'left' ? await nodeHash(step.hash, hash) : await nodeHash(hash, step.hash);
    }
    return hash;
}
/** Joins pairs level by level; an odd last hash moves up unchanged. */
export async function rootOfLeaves(leaves) {
    let level = await Promise.all(leaves.map(leafHash));
    while (level.length > 1) {
        const above = [];
        for (let index = 0; index < level.length; index += 2) {
            const [left = '', right] = level.slice(index, index + 2);
            above.push(right === undefined ? left : await nodeHash(left, right));
        }
        level = above;
    }
    return level[0] ?? '';
}
