// Stores signed proofs and their keys.
import type { BookHead } from '../../domain/ledger/ledger.ts';
import { PART_LEAVES } from '../../domain/proof/proof-tree.ts';
import { type Queryable, type Transaction, timestamp } from '../connection/database.ts';
import { insertRows } from '../connection/rows.ts';
import type { Cipher } from '../encryption/encryption.ts';

/** An Ed25519 key: the public 32 bytes, and the encrypted private key. */
export type ProofKey = {
  key_id: number;
  public_key: Buffer;
  private_key: Buffer;
  created_at: number;
};

const KEY_PLACE = (key_id: number) => `proof_keys/private_key/${key_id}`;

export async function readProofKeys(db: Queryable): Promise<ProofKey[]> {
  return await db.query<ProofKey>(
    'read-proof-keys',
    'select key_id, public_key, private_key, created_at from proof_keys order by key_id',
    [],
  );
}

/** The private key, as PKCS #8. */
export function openPrivateKey(cipher: Cipher, key: ProofKey): Buffer {
  return Buffer.from(cipher.open(key.private_key, KEY_PLACE(key.key_id)), 'base64');
}

export function sealPrivateKey(cipher: Cipher, key_id: number, pkcs8: Buffer): Buffer {
  return cipher.seal(pkcs8.toString('base64'), KEY_PLACE(key_id));
}

/** False if another process has stored a key of this number, which is kept. */
export async function insertProofKey(db: Queryable, key: ProofKey): Promise<boolean> {
  const made = await db.query(
    'insert-proof-key',
    `insert into proof_keys (key_id, public_key, private_key, created_at)
     values ($1, $2, $3, $4) on conflict (key_id) do nothing returning 1 as made`,
    [key.key_id, key.public_key, key.private_key, timestamp(key.created_at)],
  );
  return made.length > 0;
}

export type ProofRow = {
  proof_number: bigint;
  day: string;
  key_id: number;
  statement: string;
  proof_hash: Buffer;
  signature: Buffer;
  totals: string;
  leaves: Buffer;
  made_at: number;
};

const COLUMNS = `p.proof_number, p.day::text as day, p.key_id, p.statement, p.proof_hash,
  p.signature, p.totals, p.leaves, p.made_at`;

/** In order, after the given number. */
export async function readProofs(db: Queryable, after: bigint, limit: number): Promise<ProofRow[]> {
  return await db.query<ProofRow>(
    'read-proofs',
    `select ${COLUMNS} from proofs p where p.proof_number > $1 order by p.proof_number limit $2`,
    [after, limit],
  );
}

export type ProofEnd = Pick<ProofRow, 'proof_number' | 'day' | 'proof_hash' | 'totals'>;

/** What every proof ends with, in order. */
export async function readProofEnds(db: Queryable): Promise<ProofEnd[]> {
  return await db.query<ProofEnd>(
    'read-proof-totals',
    'select proof_number, day::text as day, proof_hash, totals from proofs order by proof_number',
    [],
  );
}

/** Newest first, before the given number; if a book is given, only proofs that contain it. */
export async function selectProofs(
  db: Queryable,
  filter: { book: string | null; before: bigint | null; limit: number },
): Promise<Pick<ProofRow, 'proof_number' | 'day' | 'proof_hash' | 'made_at'>[]> {
  return await db.query(
    'list-proofs',
    `select p.proof_number, p.day::text as day, p.proof_hash, p.made_at from proofs p
     where ($1::bigint is null or p.proof_number < $1)
       and ($2::uuid is null or exists (
         select from proof_heads h
         where h.merchant_id = $2 and h.proof_number = p.proof_number))
     order by p.proof_number desc limit $3`,
    [filter.before, filter.book, filter.limit],
  );
}

/** Without a day, the newest. */
export async function readProofOfDay(db: Queryable, day: string | null): Promise<ProofRow | null> {
  const rows = await db.query<ProofRow>(
    'read-proof-of-day',
    `select ${COLUMNS} from proofs p
     where ($1::date is null or p.day = $1) order by p.proof_number desc limit 1`,
    [day],
  );
  return rows[0] ?? null;
}

/** The head of a book in a proof: up to which entry, and its text with the balances. */
export type SignedHead = { day: string; book_number: bigint; head: string };

/** The first proof whose head of the book has this entry behind it. */
export async function readHeadHolding(
  db: Queryable,
  book: string,
  entry_number: bigint,
): Promise<SignedHead | undefined> {
  const rows = await db.query<SignedHead>(
    'read-head-holding',
    `select p.day::text as day, h.book_number, h.head
     from proof_heads h join proofs p using (proof_number)
     where h.merchant_id = $1 and h.book_number >= $2 order by h.proof_number limit 1`,
    [book, entry_number],
  );
  return rows[0];
}

export type HeadRow = {
  merchant_id: string;
  position: number;
  book_number: bigint;
  book_hash: Buffer;
  head: string;
};

const HEAD_COLUMNS = 'merchant_id, position, book_number, book_hash, head';

/** The books of a proof in the order of its leaves, after the given position. */
export async function readHeads(
  db: Queryable,
  proof_number: bigint,
  after: number,
  limit: number,
): Promise<HeadRow[]> {
  return await db.query<HeadRow>(
    'read-proof-heads',
    `select ${HEAD_COLUMNS} from proof_heads
     where proof_number = $1 and position > $2 order by position limit $3`,
    [proof_number, after, limit],
  );
}

export const HASH_BYTES = 32;

type Signed = Pick<ProofRow, 'proof_number' | 'day' | 'key_id' | 'statement' | 'signature'>;

/** A proof with the position of one book in it and the leaves of that book's part of the tree. */
export type OwnProofRow = Signed &
  (
    | { head: string; position: number; part: Buffer }
    /** The book was created after the proof. */
    | { head: null; position: null; part: null }
  );

/**
 * Null if there is no such proof; without a day, the newest. Only one part of the leaves is read:
 * there are many.
 */
export async function readOwnProof(
  db: Queryable,
  book: string,
  day: string | null,
): Promise<OwnProofRow | null> {
  const rows = await db.query<OwnProofRow>(
    'read-own-proof',
    `select p.proof_number, p.day::text as day, p.key_id, p.statement, p.signature, h.head,
       h.position,
       substring(p.leaves from h.position / $3 * $3 * $4 + 1 for $3 * $4) as part
     from proofs p
     left join proof_heads h on h.merchant_id = $1 and h.proof_number = p.proof_number
     where ($2::date is null or p.day = $2) order by p.proof_number desc limit 1`,
    [book, day, PART_LEAVES, HASH_BYTES],
  );
  return rows[0] ?? null;
}

/** The hashes of all leaves, concatenated. */
export async function readLeaves(db: Queryable, proof_number: bigint): Promise<Buffer> {
  const [row] = await db.query<Pick<ProofRow, 'leaves'>>(
    'read-proof-leaves',
    'select leaves from proofs where proof_number = $1',
    [proof_number],
  );
  if (row === undefined) throw new Error(`Proof ${proof_number} does not exist`);
  return row.leaves;
}

/** The leaf's position is one higher than the index here: the first leaf holds the totals. */
export type NewHead = { head: BookHead; text: string };

/** False if a proof of this number or day exists already. */
export async function insertProof(
  tx: Transaction,
  proof: ProofRow,
  heads: readonly NewHead[],
): Promise<boolean> {
  const made = await tx.query(
    'insert-proof',
    `insert into proofs (proof_number, day, key_id, statement, proof_hash, signature, totals,
       leaves, made_at)
     values ($1, $2, $3, $4, $5, $6, $7, $8, $9) on conflict do nothing returning 1 as made`,
    [
      proof.proof_number,
      proof.day,
      proof.key_id,
      proof.statement,
      proof.proof_hash,
      proof.signature,
      proof.totals,
      proof.leaves,
      timestamp(proof.made_at),
    ],
  );
  if (made.length === 0) return false;
  const rows = heads.map((row, index) => ({ ...row, position: index + 1 }));
  await insertRows<(typeof rows)[number]>(
    tx,
    'proof_heads',
    [
      { name: 'merchant_id', value: ({ head }) => head.book },
      { name: 'proof_number', value: () => proof.proof_number },
      { name: 'position', value: (row) => row.position },
      { name: 'book_number', value: ({ head }) => head.number },
      { name: 'book_hash', value: ({ head }) => Buffer.from(head.hash, 'hex') },
      { name: 'head', value: (row) => row.text },
    ],
    rows,
  );
  return true;
}
