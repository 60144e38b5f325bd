// Makes the proof of a day: checks all entries since the last one, and signs the heads of all books
// only if there is no damage.

import { EMPTY_HASH } from '../../domain/ledger/ledger.ts';
import {
  addToKinds,
  headText,
  proofStatementText,
  totalsText,
} from '../../domain/proof/proof-document.ts';
import { leafHash, treeRoot } from '../../domain/proof/proof-tree.ts';
import type { AccountBalance } from '../../domain/proof/walk-book.ts';
import type { Actor } from '../../domain/record/origin.ts';
import { dayBefore } from '../../domain/values/day.ts';
import { readAuditHead } from '../../store/access/audit.ts';
import { aheadMs, now } from '../../store/batch/store.ts';
import type { Queryable } from '../../store/connection/database.ts';
import { LONG_WORK } from '../../store/connection/statement-limits.ts';
import { recordBooksCheck } from '../../store/proof/book-checks.ts';
import { readDigestHead } from '../../store/proof/digest-groups.ts';
import { type BookRecord, streamBooks } from '../../store/proof/proof-books.ts';
import { streamEntries } from '../../store/proof/proof-entries.ts';
import {
  insertProof,
  type NewHead,
  type ProofRow,
  readProofOfDay,
} from '../../store/proof/proof-rows.ts';
import type { App } from '../process/app.ts';
import { sha256Hex } from '../process/ids.ts';
import { leavesOf } from '../process/proof-trees.ts';
import { serviceTime } from '../process/service-time.ts';
import { auditIn } from '../request/audit.ts';
import { iso } from '../request/views.ts';
import { checkLastProof } from './check-proofs.ts';
import { newestKeyId, openSigner, openVerifier, type Signer } from './proof-keys.ts';
import { recordDigests } from './record-digests.ts';
import { openProven, walkBooks } from './walk-books.ts';

export type MadeProof =
  | { kind: 'made' | 'found'; proof: ProofRow }
  /** Nothing was signed: the books do not follow from the last proof. */
  | { kind: 'refused'; problems: string[] };

type Gathered = { heads: NewHead[]; totals: string; problems: string[] };

/** The newest proof must itself be valid before another is based on it. */
async function checkBefore(tx: Queryable, app: App, before: ProofRow | null): Promise<string[]> {
  if (before === null) return [];
  const verifier = await openVerifier(tx, app.store.cipher);
  return [...verifier.problems, ...(await checkLastProof(tx, before, verifier))];
}

async function gather(
  tx: Queryable,
  before: ProofRow | null,
  pace: () => Promise<void>,
): Promise<Gathered> {
  const heads: NewHead[] = [];
  const kinds = new Map<string, AccountBalance>();
  let entries = 0n;
  let proven = 0;
  const closed = (record: BookRecord) => {
    heads.push({ head: record.head, text: headText(record.head, record.accounts) });
    addToKinds(kinds, record.accounts);
    entries += record.head.number;
    if (record.proven !== null) proven += 1;
  };
  const since = before?.proof_number ?? 0n;
  const entries_since = paced(streamEntries(tx, since), pace);
  const walked = await walkBooks(streamBooks(tx, since), entries_since, {
    open: openProven,
    closed,
  });
  const { problems, books } = walked;
  const known = before === null ? 0 : leavesOf(before).length - 1;
  if (proven < known) problems.push(`${known - proven} books of the proof before are missing`);
  const audit = await readAuditHead(tx);
  const head = await readDigestHead(tx);
  const digests = { groups: head?.group_number ?? 0n, hash: head?.hash ?? EMPTY_HASH };
  const totals = totalsText({ books, entries, balances: [...kinds.values()], audit, digests });
  return { heads, totals, problems };
}

/** Pauses between two pages, so that the service can answer requests. */
async function* paced<Page>(pages: AsyncIterable<Page>, pace: () => Promise<void>) {
  for await (const page of pages) {
    yield page;
    await pace();
  }
}

function signed(
  { heads, totals }: Gathered,
  before: ProofRow | null,
  signer: Signer,
  at: number,
): ProofRow {
  const leaves = [totals, ...heads.map((head) => head.text)].map((text) =>
    leafHash(text, sha256Hex),
  );
  const proof_number = (before?.proof_number ?? 0n) + 1n;
  const day = dayBefore(at);
  const statement = proofStatementText({
    number: Number(proof_number),
    day,
    taken_at: iso(at),
    root: treeRoot(leaves, sha256Hex),
    previous_hash: before?.proof_hash.toString('hex') ?? EMPTY_HASH,
    key_id: signer.key_id,
  });
  return {
    proof_number,
    day,
    key_id: signer.key_id,
    statement,
    proof_hash: Buffer.from(sha256Hex(statement), 'hex'),
    signature: signer.sign(statement),
    totals,
    leaves: Buffer.from(leaves.join(''), 'hex'),
    made_at: at,
  };
}

/** Thrown to roll back if the signing key has ended meanwhile. */
class KeyHasEnded extends Error {}

/** False if another process was faster. */
async function write(app: App, actor: Actor, proof: ProofRow, heads: readonly NewHead[]) {
  return await app.store.db.transaction(async (tx) => {
    if (!(await insertProof(tx, proof, heads))) return false;
    await auditIn(tx, actor, 'proof_signed', `proofs/${proof.proof_number}`, {
      number: Number(proof.proof_number),
      day: proof.day,
      hash: proof.proof_hash.toString('hex'),
    });
    // The audit trail's lock, held since the audit record, prevents a key from ending before the
    // commit.
    if ((await newestKeyId(tx)) !== proof.key_id) throw new KeyHasEnded();
    return true;
  });
}

/** Signs with the newest key, again with the next one if it ends at that very moment. */
async function signAndWrite(
  app: App,
  actor: Actor,
  gathered: Gathered,
  before: ProofRow | null,
  at: number,
): Promise<MadeProof> {
  const proof = signed(gathered, before, await openSigner(app), at);
  try {
    if (await write(app, actor, proof, gathered.heads)) return { kind: 'made', proof };
  } catch (error) {
    if (!(error instanceof KeyHasEnded)) throw error;
    return await signAndWrite(app, actor, gathered, before, at);
  }
  const other = await readProofOfDay(app.store.db, proof.day);
  if (other === null) throw new Error(`Proof ${proof.proof_number} is of another day`);
  return { kind: 'found', proof: other };
}

/** Reads one snapshot, then writes in a separate, short transaction. */
export async function makeProof(
  app: App,
  actor: Actor,
  pace: () => Promise<void> = () => Promise.resolve(),
): Promise<MadeProof> {
  const { db } = app.store;
  const at = await now(app.store);
  const day = dayBefore(at);
  const known = await readProofOfDay(db, day);
  if (known !== null) return { kind: 'found', proof: known };
  // A signed proof is final, so one clock that is ahead must not decide that a day is over.
  if (dayBefore(Date.now() + aheadMs(app.store)) < day) {
    const problem = `${day} is not over by this machine's clock: set it, or the database's`;
    return { kind: 'refused', problems: [problem] };
  }
  await recordDigests(app, pace);
  const read = await db.transaction(async (tx) => {
    await tx.query('snapshot', 'set transaction isolation level repeatable read, read only', []);
    const before = await readProofOfDay(tx, null);
    const problems = await checkBefore(tx, app, before);
    const gathered = await gather(tx, before, pace);
    return { before, gathered, problems: [...problems, ...gathered.problems] };
  }, LONG_WORK);
  const problem_count = read.problems.length;
  await recordBooksCheck(db, 'proof', { problem_count, is_whole: true }, serviceTime(app));
  if (read.problems.length > 0) return { kind: 'refused', problems: read.problems };
  return await signAndWrite(app, actor, read.gathered, read.before, at);
}
