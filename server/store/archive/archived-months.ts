// The months that have an archive, and what each act moved on each account in them.
import type { MonthStage } from '../../domain/archive/month-stage.ts';
import { type Queryable, type Transaction, timestamp } from '../connection/database.ts';
import { insertRows } from '../connection/rows.ts';
import { monthSumsText, SUMS_HASH } from '../proof/proof-archives.ts';
import { type ProofRange, streamRows } from '../proof/proof-entries.ts';

export type ArchivedMonth = {
  readonly month: string;
  readonly after_proof: bigint;
  readonly proof_number: bigint;
  readonly file_hash: string;
};

/** The last proof of the months whose rows have gone, or go; 0: none has. */
export async function readRemovedProof(db: Queryable): Promise<bigint> {
  const [row] = await db.query<{ proof_number: bigint }>(
    'read-removed-proof',
    `select coalesce(max(proof_number), 0)::bigint as proof_number from archived_months
     where stage <> 'noted'`,
    [],
  );
  return row?.proof_number ?? 0n;
}

/** The archived months with how far each has come, in their order. */
export async function readMonthStages(
  db: Queryable,
): Promise<(ArchivedMonth & { readonly stage: MonthStage })[]> {
  return await db.query<ArchivedMonth & { stage: MonthStage }>(
    'read-month-stages',
    `select month, after_proof, proof_number, encode(file_hash, 'hex') as file_hash, stage
     from archived_months order by proof_number`,
    [],
  );
}

/** What is kept of a month. */
export async function readArchivedSums(db: Queryable, proof_number: bigint) {
  return await db.query<ArchivedSum>(
    'read-archived-sums',
    `select merchant_id as book, account, currency, act, entries, amount_cents
     from archived_sums where proof_number = $1`,
    [proof_number],
  );
}

/** In their order. */
export async function readArchivedMonths(db: Queryable): Promise<ArchivedMonth[]> {
  return await db.query<ArchivedMonth>(
    'read-archived-months',
    `select month, after_proof, proof_number, encode(file_hash, 'hex') as file_hash
     from archived_months order by proof_number`,
    [],
  );
}

/** The newest month whose rows may have begun to go; null: none has. */
export async function readArchivedUntil(db: Queryable): Promise<string | null> {
  const [row] = await db.query<{ month: string | null }>(
    'read-archived-until',
    `select max(month) as month from archived_months where stage <> 'noted'`,
    [],
  );
  return row?.month ?? null;
}

export type ArchivedSum = {
  readonly book: string;
  readonly account: string;
  readonly currency: string;
  readonly act: string;
  readonly entries: bigint;
  readonly amount_cents: bigint;
};

/** From the entries between two proofs. */
export async function readMonthMoved(tx: Queryable, range: ProofRange): Promise<ArchivedSum[]> {
  const months = `(select ${range.after} as after_proof, ${range.to} as proof_number)`;
  const text = `select merchant_id as book, account, currency, act, entries, amount_cents
    from (${monthSumsText(months)}) s`;
  const sums: ArchivedSum[] = [];
  for await (const rows of streamRows<ArchivedSum>(tx, 'month_sums', text)) sums.push(...rows);
  return sums;
}

export async function insertArchivedSums(
  tx: Transaction,
  proof_number: bigint,
  sums: readonly ArchivedSum[],
): Promise<void> {
  await insertRows<ArchivedSum>(
    tx,
    'archived_sums',
    [
      { name: 'merchant_id', value: ({ book }) => book },
      { name: 'proof_number', value: () => proof_number },
      { name: 'account', value: ({ account }) => account },
      { name: 'currency', value: ({ currency }) => currency },
      { name: 'act', value: ({ act }) => act },
      { name: 'entries', value: ({ entries }) => entries },
      { name: 'amount_cents', value: ({ amount_cents }) => amount_cents },
    ],
    sums,
  );
}

export type NewMonth = ArchivedMonth & { readonly manifest_hash: string };

/** After its sums; returns their hash. */
export async function insertArchivedMonth(
  tx: Queryable,
  { month, after_proof, proof_number, file_hash, manifest_hash }: NewMonth,
  at: number,
): Promise<string> {
  const [sums] = await tx.query<{ hash: string }>(
    'hash-archived-sums',
    `select encode(${SUMS_HASH}, 'hex') as hash from archived_sums c where c.proof_number = $1`,
    [proof_number],
  );
  if (sums === undefined) throw new Error(`The sums of the month ${month} have no hash`);
  await tx.query(
    'insert-archived-month',
    `insert into archived_months (month, after_proof, proof_number, file_hash, manifest_hash,
       sums_hash, noted_at) values ($1, $2, $3, $4, $5, $6, $7)`,
    [
      month,
      after_proof,
      proof_number,
      Buffer.from(file_hash, 'hex'),
      Buffer.from(manifest_hash, 'hex'),
      Buffer.from(sums.hash, 'hex'),
      timestamp(at),
    ],
  );
  return sums.hash;
}

/**
 * One at a time: each begins with the proof that the one before ended with. The row leads the lock
 * to the machine that has the rows: all who note an archive meet there.
 */
export async function lockArchivedMonths(tx: Queryable): Promise<void> {
  await tx.query(
    'lock-archived-months',
    `select pg_advisory_xact_lock(7091205120) from settings_versions where name = 'settings'`,
    [],
  );
}

export type RemovedMoment = { readonly month: string };

/** The month of a moment whose rows went; null: they are there. */
export async function readRemovedMoment(db: Queryable, at: number): Promise<RemovedMoment | null> {
  const [row] = await db.query<RemovedMoment>(
    'read-removed-moment',
    `select m.month from archived_months m join proofs p using (proof_number)
     where m.stage <> 'noted' and p.made_at > $1 order by m.proof_number limit 1`,
    [timestamp(at)],
  );
  return row ?? null;
}

/** Of each removed month: the entries of a book that lay in it. */
export type RemovedRun = { readonly month: string; readonly first: bigint; readonly next: bigint };

export async function readRemovedRuns(db: Queryable, book: string): Promise<RemovedRun[]> {
  return await db.query<RemovedRun>(
    'read-removed-runs',
    `select m.month, coalesce(a.book_number, 0) + 1 as first, h.book_number + 1 as next
     from archived_months m
     join proof_heads h on h.merchant_id = $1 and h.proof_number = m.proof_number
     left join proof_heads a on a.merchant_id = $1 and a.proof_number = m.after_proof
     where m.stage <> 'noted' order by m.proof_number`,
    [book],
  );
}
