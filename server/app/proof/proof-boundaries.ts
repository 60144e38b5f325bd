// Where each signed proof ends: a check of the books may begin there, or stop there, because the
// chains before it end in what was signed.
import { EMPTY_HASH } from '../../domain/ledger/ledger.ts';
import { readProvenAudit, readProvenDigests } from '../../domain/proof/proof-document.ts';
import type { AuditHead } from '../../store/access/audit.ts';
import type { Queryable } from '../../store/connection/database.ts';
import type { DigestHead } from '../../store/proof/digest-groups.ts';
import { type ProofEnd, readProofEnds } from '../../store/proof/proof-rows.ts';

export type Boundary = {
  /** Of the proof; 0 before the first. */
  readonly number: bigint;
  /** Null before the first. */
  readonly day: string | null;
  /** Of the proof's statement. */
  readonly hash: string;
  readonly digests: DigestHead;
  readonly audit: AuditHead;
};

export const BEGINNING: Boundary = {
  number: 0n,
  day: null,
  hash: EMPTY_HASH,
  digests: { group_number: 0n, hash: EMPTY_HASH },
  audit: { number: 0n, hash: EMPTY_HASH },
};

/** What damaged totals do not say is taken from the proof before: then more is read, not less. */
function boundaryAfter(before: Boundary, proof: ProofEnd): Boundary {
  const digests = readProvenDigests(proof.totals);
  return {
    number: proof.proof_number,
    day: proof.day,
    hash: proof.proof_hash.toString('hex'),
    digests:
      digests === null ? before.digests : { group_number: digests.groups, hash: digests.hash },
    audit: readProvenAudit(proof.totals) ?? before.audit,
  };
}

/** The beginning, and the end of every proof in order. */
export async function readBoundaries(tx: Queryable): Promise<[Boundary, ...Boundary[]]> {
  const boundaries: [Boundary, ...Boundary[]] = [BEGINNING];
  for (const proof of await readProofEnds(tx)) {
    boundaries.push(boundaryAfter(boundaries.at(-1) ?? BEGINNING, proof));
  }
  return boundaries;
}
