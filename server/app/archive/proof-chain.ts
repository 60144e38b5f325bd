// The signed proofs of an archive: each follows from the one before, and the two at the ends have
// signed the heads of its books.
import { type ArchiveManifest, proofsOfMonth } from '../../domain/archive/archive-document.ts';
import { leafHash, treeRoot } from '../../domain/proof/proof-tree.ts';
import { sha256Hex } from '../process/ids.ts';
import { hasSigned } from './has-signed.ts';
import type { ArchiveRecord } from './read-archive.ts';

/** The public key of a number, if it may be trusted. */
export type KeyOf = (key_id: number) => string | null;

type ProofRecord = {
  number: number;
  day: string;
  key_id: number;
  statement: string;
  signature: string;
  totals: string;
  leaves: string;
};

export type CheckedProof = ProofRecord & { hash: string; leaf_hashes: string[] };

const LEAF_HEX = 64;

function leavesIn(hex: string): string[] {
  const count = Math.ceil(hex.length / LEAF_HEX);
  return Array.from({ length: count }, (_, index) =>
    hex.slice(index * LEAF_HEX, (index + 1) * LEAF_HEX),
  );
}

function proofProblems(proof: CheckedProof, before: CheckedProof | null, keyOf: KeyOf): string[] {
  const says: Record<string, unknown> = JSON.parse(proof.statement);
  const key = keyOf(proof.key_id);
  const signature = Buffer.from(proof.signature, 'hex').toString('base64url');
  const rules: [holds: boolean, problem: string][] = [
    [key !== null && hasSigned(key, proof.statement, signature), 'its signature is not of its key'],
    [
      says.number === proof.number && says.day === proof.day && says.key_id === proof.key_id,
      'it differs from what was signed',
    ],
    [says.root === treeRoot(proof.leaf_hashes, sha256Hex), 'its root does not match its leaves'],
    [leafHash(proof.totals, sha256Hex) === proof.leaf_hashes[0], 'its totals were not signed'],
    [
      before === null || (says.previous_hash === before.hash && proof.number === before.number + 1),
      'it does not follow from the proof before',
    ],
  ];
  return rules
    .filter(([holds]) => !holds)
    .map(([, problem]) => `proof ${proof.number}: ${problem}`);
}

/** The chain of proofs, with what the two at its ends have signed. */
export class ProofChain {
  readonly problems: string[] = [];
  readonly days: { day: string }[] = [];
  readonly #keyOf: KeyOf;
  first: CheckedProof | null = null;
  last: CheckedProof | null = null;

  constructor(keyOf: KeyOf) {
    this.#keyOf = keyOf;
  }

  take(record: ArchiveRecord): void {
    const row = record as unknown as ProofRecord;
    const hash = sha256Hex(row.statement);
    const proof = { ...row, hash, leaf_hashes: leavesIn(row.leaves) };
    this.problems.push(...proofProblems(proof, this.last, this.#keyOf));
    this.days.push({ day: row.day });
    this.first ??= proof;
    this.last = proof;
  }
}

/** Whether the chain is of the month and of the proofs that the manifest tells. */
export function endProblems(
  { after, to, month, days_without_proof }: ArchiveManifest,
  chain: ProofChain,
): string[] {
  const { first, last } = chain;
  // The manifest says which proof came before; that the month was over, only a later proof shows.
  const end = { day: `${month}-99` };
  const found = proofsOfMonth<{ day: string }>(month, [...chain.days, end]);
  const missing = typeof found === 'string' ? null : found.days_without_proof;
  const rules: [holds: boolean, problem: string][] = [
    [last?.hash === to.hash && last.number === to.proof, 'the last proof is not the manifest’s'],
    [
      after === null ? first?.number === 1 : first?.hash === after.hash,
      'the first proof is not the manifest’s',
    ],
    [
      JSON.stringify(missing) === JSON.stringify(days_without_proof),
      `proofs of its days are gone, or are not of ${month}`,
    ],
  ];
  return rules.filter(([holds]) => !holds).map(([, problem]) => problem);
}
