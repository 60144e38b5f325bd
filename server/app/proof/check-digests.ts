// Checks the records beside the ledger against their digests, and the chain of the digests against
// the signed proofs.
import { EMPTY_HASH } from '../../domain/ledger/ledger.ts';
import { readProvenDigests } from '../../domain/proof/proof-document.ts';
import { compareDigests, digestGroupHash, readDigests } from '../../domain/proof/record-digest.ts';
import type { Queryable } from '../../store/connection/database.ts';
import type { Cipher } from '../../store/encryption/encryption.ts';
import { readDigestGroups, type StoredGroup } from '../../store/proof/digest-groups.ts';
import { readProofTotals } from '../../store/proof/proof-rows.ts';
import { readRecords } from '../../store/proof/record-sources.ts';
import { sha256Hex } from '../process/ids.ts';
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
const follows = (group: StoredGroup, before: { number: bigint; hash: string }): boolean =>
  group.group_number === before.number + 1n &&
  digestGroupHash(group, group.group_number, before.hash, sha256Hex) === group.hash;

/** What proofs have signed of the chain: proof number and hash, by group number. */
type ProvenHeads = Map<bigint, { proof_number: bigint; hash: string }>;

async function provenHeads(tx: Queryable): Promise<ProvenHeads> {
  const proofs = await readProofTotals(tx);
  return new Map(
    proofs.flatMap(({ proof_number, totals }) => {
      const proven = readProvenDigests(totals);
      return proven === null ? [] : [[proven.groups, { proof_number, hash: proven.hash }] as const];
    }),
  );
}

/** A group is checked against the one before it, and against the proof that ends with it. */
function chainProblems(
  group: StoredGroup,
  before: { number: bigint; hash: string },
  proven: ProvenHeads,
): string[] {
  const { group_number, hash } = group;
  const signed = proven.get(group_number);
  proven.delete(group_number);
  const rules: [holds: boolean, problem: string][] = [
    [follows(group, before), `digests ${group_number}: the chain is broken`],
    [
      signed === undefined || signed.hash === hash,
      `proof ${signed?.proof_number}: the digests differ from the signed ones`,
    ],
  ];
  return rules.filter(([holds]) => !holds).map(([, problem]) => problem);
}

/** Adds problems to the list; `tell` is called after each few groups. */
export async function checkDigests(
  tx: Queryable,
  cipher: Cipher,
  problems: string[],
  tell: (groups: number) => void,
): Promise<void> {
  const proven = await provenHeads(tx);
  // The same record may hang on several numbers.
  const found = new Set<string>();
  let before = { number: 0n, hash: EMPTY_HASH };
  for (;;) {
    const groups = await readDigestGroups(tx, before.number, GROUPS_READ);
    for (const group of groups) {
      const own = chainProblems(group, before, proven);
      own.push(...(await recordProblems(tx, cipher, group)));
      if (found.size < MOST_PROBLEMS) for (const problem of own) found.add(problem);
      before = { number: group.group_number, hash: group.hash };
    }
    tell(Number(before.number));
    if (groups.length < GROUPS_READ) break;
  }
  const gone = [...proven].filter(([groups]) => groups > 0n);
  for (const [groups, { proof_number }] of gone) {
    found.add(`proof ${proof_number}: of ${groups} digests the last are gone`);
  }
  problems.push(...found);
}
