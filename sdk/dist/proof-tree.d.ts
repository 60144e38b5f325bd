import type { PathStep } from './proof-document.ts';
export declare function rootFromPath(leaf: string, path: readonly PathStep[]): Promise<string>;
/** Joins pairs level by level; an odd last hash moves up unchanged. */
export declare function rootOfLeaves(leaves: readonly string[]): Promise<string>;
