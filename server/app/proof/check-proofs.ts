// Checks every signed proof: its signature, its link to the one before, and that its root matches
// the stored heads of the books.
import type { ProofStatement } from '../../domain/proof/proof-document.ts';
import { leafHash, treeRoot } from '../../domain/proof/proof-tree.ts';
import type { Queryable } from '../../store/connection/database.ts';
import {
  type HeadRow,
  type ProofRow,
  readHeads,
  readProofs,
} from '../../store/proof/proof-rows.ts';
import { sha256Hex } from '../process/ids.ts';
import { leavesOf } from '../process/proof-trees.ts';
import type { Verifier } from './proof-keys.ts';

const PROOFS_READ = 50;
const HEADS_READ = 2_000;

type Before = { number: bigint; hash: string };

/** The hash of the proof before, as the statement says it; nothing, if it cannot be read. */
function linkOf({ statement }: ProofRow): string {
  const [, hash = ''] = /"previous_hash":"([0-9a-f]{64})"/.exec(statement) ?? [];
  return hash;
}

function statementProblems(proof: ProofRow, before: Before, verifier: Verifier): string[] {
  const { proof_number, statement, key_id } = proof;
  const says: ProofStatement = JSON.parse(statement);
  const rules: [holds: boolean, problem: string][] = [
    [proof_number === before.number + 1n, 'a proof is missing before it'],
    [verifier.verify(key_id, statement, proof.signature), 'the signature was not made by its key'],
    [
      !verifier.hadEnded(key_id, Date.parse(says.taken_at)),
      'its key had ended before it was signed',
    ],
    [sha256Hex(statement) === proof.proof_hash.toString('hex'), 'its hash is wrong'],
    [says.previous_hash === before.hash, 'it does not follow from the proof before'],
    [
      says.number === Number(proof_number) && says.day === proof.day && says.key_id === key_id,
      'the row differs from what was signed',
    ],
    [says.root === treeRoot(leavesOf(proof), sha256Hex), 'its root does not match its leaves'],
  ];
  return rules.filter(([holds]) => !holds).map(([, problem]) => problem);
}

function headProblems(row: HeadRow, leaves: readonly string[]): string[] {
  const { number, hash } = JSON.parse(row.head) as { number: number; hash: string };
  const is_leaf = leafHash(row.head, sha256Hex) === leaves[row.position];
  const is_row = BigInt(number) === row.book_number && hash === row.book_hash.toString('hex');
  return is_leaf && is_row ? [] : [`the head of ${row.merchant_id} differs from the signed one`];
}

async function checkLeaves(tx: Queryable, proof: ProofRow): Promise<string[]> {
  const leaves = leavesOf(proof);
  const problems: string[] = [];
  if (leafHash(proof.totals, sha256Hex) !== leaves[0]) {
    problems.push('the totals differ from the signed ones');
  }
  let last = 0;
  let count = 0;
  for (;;) {
    const rows = await readHeads(tx, proof.proof_number, last, HEADS_READ);
    problems.push(...rows.flatMap((row) => headProblems(row, leaves)));
    count += rows.length;
    if (rows.length < HEADS_READ) break;
    last = rows.at(-1)?.position ?? last;
  }
  if (count !== leaves.length - 1) {
    problems.push(`${leaves.length - 1} heads were signed, ${count} are stored`);
  }
  return problems;
}

/** A proof that cannot even be read counts as damage, not as a bug. */
async function checkProof(
  tx: Queryable,
  proof: ProofRow,
  before: Before,
  verifier: Verifier,
): Promise<string[]> {
  try {
    return [...statementProblems(proof, before, verifier), ...(await checkLeaves(tx, proof))];
  } catch (error) {
    if (!(error instanceof SyntaxError)) throw error;
    return ['it cannot be read'];
  }
}

const named = ({ proof_number }: ProofRow, problems: readonly string[]) =>
  problems.map((problem) => `proof ${proof_number}: ${problem}`);

/** The proof as the last of a chain, whatever is before it. */
export async function checkLastProof(
  tx: Queryable,
  proof: ProofRow,
  verifier: Verifier,
): Promise<string[]> {
  const before = { number: proof.proof_number - 1n, hash: linkOf(proof) };
  return named(proof, await checkProof(tx, proof, before, verifier));
}

/** Checks the proofs after a number, up to another if it is given; returns how many there are. */
export async function checkProofs(
  tx: Queryable,
  verifier: Verifier,
  from: Before,
  problems: string[],
  to_number: bigint | null = null,
): Promise<number> {
  let before = from;
  let count = 0;
  for (;;) {
    const read = await readProofs(tx, before.number, PROOFS_READ);
    const proofs = read.filter((one) => to_number === null || one.proof_number <= to_number);
    for (const proof of proofs) {
      problems.push(...named(proof, await checkProof(tx, proof, before, verifier)));
      before = { number: proof.proof_number, hash: sha256Hex(proof.statement) };
    }
    count += proofs.length;
    if (proofs.length < PROOFS_READ) return count;
  }
}
