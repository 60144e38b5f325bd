import type { ProofDocument, ProofEntry, ProofHead, ProofStatement, ProofTotals } from './proof-document.ts';
export declare function isDocument(value: unknown): value is ProofDocument;
export declare function readProofStatement(text: string): ProofStatement;
export declare function readHead(text: string): ProofHead;
export declare function readTotals(text: string): ProofTotals;
export declare function isEntry(value: unknown): value is ProofEntry;
