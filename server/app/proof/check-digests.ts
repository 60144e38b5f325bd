// Checks the records beside the ledger against their digests, and the chain of the digests against
// the signed proofs.
import { compareDigests, digestGroupHash, readDigests } from '../../domain/proof/record-digest.ts';
import type { Queryable } from '../../store/connection/database.ts';
import type { Cipher } from '../../store/encryption/encryption.ts';
import {
  type DigestHead,
  readDigestGroups,
  type StoredGroup,
} from '../../store/proof/digest-groups.ts';
import { readRecords } from '../../store/proof/record-sources.ts';
import { sha256Hex } from '../process/ids.ts';
import type { Boundary } from './proof-boundaries.ts';
import { digested } from './record-digests.ts';

const GROUPS_READ = 50;
/** More problems of one kind say nothing new, and would only use memory. */
const MOST_PROBLEMS = 1_000;

const SEQUENCES = { audit: 'audit entry', entries: 'entry', events: 'event' } as const;

async function recordProblems(
  tx: Queryable,
  cipher: Cipher,
  group: StoredGroup,
): Promise<string[]> {
  const records = await readRecords(tx, cipher, group);
  const found = records.map((record) => digested(cipher, record));
  const stored = readDigests(group.after_number, group.digests);
  return compareDigests(stored, found, `${SEQUENCES[group.stream]} of ${group.book}`);
}

/** Whether a group continues the one before, and its hash is that of its content. */
const follows = (group: StoredGroup, before: DigestHead): boolean =>
  group.group_number === before.group_number + 1n &&
  digestGroupHash(group, group.group_number, before.hash, sha256Hex) === group.hash;

/** What proofs have signed of the chain: proof number and hash, by group number. */
export type ProvenHeads = Map<bigint, { proof_number: bigint; hash: string }>;

/** Of the proofs that end after one boundary, up to another. */
export const provenHeads = (boundaries: readonly Boundary[]): ProvenHeads =>
  new Map(
    boundaries.map(({ number, digests }) => [
      digests.group_number,
      { proof_number: number, hash: digests.hash },
    ]),
  );

const otherThanSigned = (proof_number: bigint) =>
  `proof ${proof_number}: the digests differ from the signed ones`;

/** A group is checked against the one before it, and against the proof that ends with it. */
function chainProblems(group: StoredGroup, before: DigestHead, proven: ProvenHeads): string[] {
  const { group_number, hash } = group;
  const signed = proven.get(group_number);
  proven.delete(group_number);
  const rules: [holds: boolean, problem: string][] = [
    [follows(group, before), `digests ${group_number}: the chain is broken`],
    [signed === undefined || signed.hash === hash, otherThanSigned(signed?.proof_number ?? 0n)],
  ];
  return rules.filter(([holds]) => !holds).map(([, problem]) => problem);
}

export type DigestRun = {
  readonly from: DigestHead;
  /** The last group to read; null: all. */
  readonly to_number: bigint | null;
  readonly proven: ProvenHeads;
};

/** A proof without new groups has signed the same head as the one before. */
function signedAgain({ from, proven }: DigestRun): string[] {
  const signed = proven.get(from.group_number);
  proven.delete(from.group_number);
  return signed === undefined || signed.hash === from.hash
    ? []
    : [otherThanSigned(signed.proof_number)];
}

/** Adds problems to the list; `tell` is called after each few groups. */
export async function checkDigests(
  tx: Queryable,
  cipher: Cipher,
  run: DigestRun,
  problems: string[],
  tell: (group_number: bigint) => void = () => undefined,
): Promise<void> {
  const { proven, to_number } = run;
  // The same record may hang on several numbers.
  const found = new Set<string>(signedAgain(run));
  let before = run.from;
  for (;;) {
    const read = await readDigestGroups(tx, before.group_number, GROUPS_READ);
    const groups = read.filter((one) => to_number === null || one.group_number <= to_number);
    for (const group of groups) {
      const own = chainProblems(group, before, proven);
      own.push(...(await recordProblems(tx, cipher, group)));
      if (found.size < MOST_PROBLEMS) for (const problem of own) found.add(problem);
      before = { group_number: group.group_number, hash: group.hash };
    }
    tell(before.group_number);
    if (groups.length < GROUPS_READ) break;
  }
  for (const [groups, { proof_number }] of proven) {
    found.add(`proof ${proof_number}: of ${groups} digests the last are gone`);
  }
  problems.push(...found);
}
