import { type Entries } from './proof-chain.ts';
import type { ProofHead, ProofStatement, ProofTotals, TrustedKey } from './proof-document.ts';
import { type ProofProblem } from './proof-problem.ts';
export type ProofCheck = {
    ok: true;
    statement: ProofStatement;
    /** Your own book; for a whole proof, all books. */
    heads: readonly ProofHead[];
    /** For a whole proof only. */
    totals: ProofTotals | null;
    /** How many entries were checked. */
    entries: number;
} | {
    ok: false;
    problem: ProofProblem;
    detail: string;
};
export type ProofOptions = {
    /**
     * The entries of your own book in order: from the first, or from the one after the head of
     * `earlier`. An async iterable is read as a stream, so it may fetch pages of the API.
     */
    entries?: Entries;
    /** A document that you kept: the new one must continue it. */
    earlier?: unknown;
};
/** One key, or several that signed one after the other. */
export type TrustedKeys = string | readonly TrustedKey[];
/**
 * Computes everything locally and asks the service nothing. `keys` are the service's public keys,
 * which you got in another way than the document: one as base64url, or all that you know of, with
 * their ends. An invalid proof is returned as a value; only errors of the entries' iterable are
 * thrown.
 */
export declare function verifyProof(document: unknown, keys: TrustedKeys, options?: ProofOptions): Promise<ProofCheck>;
