import type { ProofEntry, ProofHead } from './proof-document.ts';
export type Entries = Iterable<ProofEntry> | AsyncIterable<ProofEntry>;
/**
 * From the first entry, or from the one after an earlier head. Returns how many entries it checked.
 */
export declare function walkChain(entries: Entries, head: ProofHead, earlier: ProofHead | null): Promise<number>;
