// Batches of pay-outs: their rows, the states of their attempts, and the exported files.
import type {
  Debtor,
  PayoutAttemptState,
  PayoutBatch,
  RailName,
} from '../../domain/record/payout-attempt.ts';
import { type Queryable, timestamp } from '../connection/database.ts';
import type { Cipher } from '../encryption/encryption.ts';
import { isErased } from '../encryption/erased-bytes.ts';

type BatchRow = Omit<PayoutBatch, 'debtor'> & { debtor: Buffer | null };

const COLUMNS = `b.payout_batch_id, b.rail, b.receiving_account_id, b.currency, b.message_id,
  b.request_key, b.note, b.created_at, b.exported_at, b.handed_at, b.debtor, b.payout_count,
  b.total_cents`;

const debtorPlace = (id: string) => `payout_batches/debtor/${id}`;
export const payoutFilePlace = (id: string, format: string) =>
  `payout_files/content/${id}/${format}`;

function batchOf(cipher: Cipher, row: BatchRow): PayoutBatch {
  const { debtor: sealed, ...batch } = row;
  if (sealed === null) return { ...batch, debtor: null };
  const opened = cipher.tryOpen(sealed, debtorPlace(row.payout_batch_id));
  if (opened === null) return { ...batch, debtor: null, is_damaged: true };
  const debtor: Debtor = JSON.parse(opened);
  return { ...batch, debtor };
}

/** Inserts a draft; false if this request has created one before. */
export async function insertPayoutBatch(db: Queryable, batch: PayoutBatch): Promise<boolean> {
  const rows = await db.query(
    'insert-payout-batch',
    `insert into payout_batches (payout_batch_id, rail, receiving_account_id, currency, message_id,
       note, created_at, request_key)
     values ($1, $2, $3, $4, $5, $6, $7, $8) on conflict (request_key) do nothing
     returning 1 as inserted`,
    [
      batch.payout_batch_id,
      batch.rail,
      batch.receiving_account_id,
      batch.currency,
      batch.message_id,
      batch.note,
      timestamp(batch.created_at),
      batch.request_key,
    ],
  );
  return rows.length > 0;
}

/**
 * Locks batches before everything else: nothing is added to a batch during its export, and two
 * requests that fill it together cannot exceed the size of a file.
 */
export async function lockPayoutBatches(
  tx: Queryable,
  cipher: Cipher,
  ids: readonly string[],
): Promise<PayoutBatch[]> {
  if (ids.length === 0) return [];
  const rows = await tx.query<BatchRow>(
    'lock-payout-batches',
    `select ${COLUMNS} from payout_batches b where b.payout_batch_id = any($1::uuid[])
     order by b.payout_batch_id for update of b`,
    [[...new Set(ids)]],
  );
  return rows.map((row) => batchOf(cipher, row));
}

/** The number of pay-outs in each of these batches, without those that were put back. */
export async function countPayouts(
  tx: Queryable,
  ids: readonly string[],
): Promise<{ payout_batch_id: string; count: number }[]> {
  if (ids.length === 0) return [];
  return await tx.query<{ payout_batch_id: string; count: number }>(
    'count-payouts',
    `select b.payout_batch_id, (
       select count(*)::int from payout_attempts a
       where a.payout_batch_id = b.payout_batch_id and a.state <> 'released'
     ) as count
     from unnest($1::uuid[]) as b(payout_batch_id)`,
    [[...new Set(ids)]],
  );
}

export async function updateExported(
  tx: Queryable,
  cipher: Cipher,
  batch: PayoutBatch,
): Promise<void> {
  const { payout_batch_id, debtor } = batch;
  if (debtor === null) throw new Error('An exported batch needs a debtor');
  const rows = await tx.query(
    'export-payout-batch',
    `update payout_batches set exported_at = $2, debtor = $3, payout_count = $4, total_cents = $5,
       handed_at = $6
     where payout_batch_id = $1 and exported_at is null returning 1 as exported`,
    [
      payout_batch_id,
      timestamp(batch.exported_at),
      cipher.seal(JSON.stringify(debtor), debtorPlace(payout_batch_id)),
      batch.payout_count,
      batch.total_cents,
      timestamp(batch.handed_at),
    ],
  );
  if (rows.length !== 1) throw new Error('The batch was exported already');
}

/** Notes when the whole file of a batch left the service for the first time. */
export async function noteHanded(tx: Queryable, payout_batch_id: string, at: number) {
  await tx.query(
    'note-batch-handed',
    'update payout_batches set handed_at = $2 where payout_batch_id = $1 and handed_at is null',
    [payout_batch_id, timestamp(at)],
  );
}

/** The attempts of a batch: the number and the sum in each state. */
export type PayoutBatchSummary = {
  batch: PayoutBatch;
  counts: Partial<Record<PayoutAttemptState, number>>;
  sums: Partial<Record<PayoutAttemptState, bigint>>;
};

type CountRow = { payout_batch_id: string; state: PayoutAttemptState; count: bigint; sum: bigint };

async function summarise(db: Queryable, batches: PayoutBatch[]): Promise<PayoutBatchSummary[]> {
  const rows = await db.query<CountRow>(
    'count-payout-attempts',
    `select payout_batch_id, state, count(*) as count, sum(amount_cents)::bigint as sum
     from payout_attempts where payout_batch_id = any($1::uuid[]) group by payout_batch_id, state`,
    [batches.map((batch) => batch.payout_batch_id)],
  );
  return batches.map((batch) => {
    const own = rows.filter((row) => row.payout_batch_id === batch.payout_batch_id);
    return {
      batch,
      counts: Object.fromEntries(own.map((row) => [row.state, Number(row.count)])),
      sums: Object.fromEntries(own.map((row) => [row.state, row.sum])),
    };
  });
}

export async function readPayoutBatches(
  db: Queryable,
  cipher: Cipher,
  ids: readonly string[],
): Promise<PayoutBatchSummary[]> {
  const rows = await db.query<BatchRow>(
    'read-payout-batches',
    `select ${COLUMNS} from payout_batches b where b.payout_batch_id = any($1::uuid[])`,
    [ids],
  );
  return await summarise(
    db,
    rows.map((row) => batchOf(cipher, row)),
  );
}

export async function readPayoutBatchOfRequest(
  db: Queryable,
  cipher: Cipher,
  request_key: string,
): Promise<PayoutBatch | null> {
  const [row] = await db.query<BatchRow>(
    'read-batch-of-request',
    `select ${COLUMNS} from payout_batches b where b.request_key = $1`,
    [request_key],
  );
  return row === undefined ? null : batchOf(cipher, row);
}

export async function readPayoutBatchesByMessage(
  db: Queryable,
  cipher: Cipher,
  message_ids: readonly string[],
): Promise<PayoutBatch[]> {
  const rows = await db.query<BatchRow>(
    'read-batches-by-message',
    `select ${COLUMNS} from payout_batches b where b.message_id = any($1::text[])`,
    [message_ids],
  );
  return rows.map((row) => batchOf(cipher, row));
}

/** Newest first. */
export async function selectPayoutBatches(
  db: Queryable,
  cipher: Cipher,
  filter: {
    receiving_account_id: string | null;
    rail: RailName | null;
    exported: boolean | null;
    before: string | null;
    limit: number;
  },
): Promise<PayoutBatchSummary[]> {
  const rows = await db.query<BatchRow>(
    'list-payout-batches',
    `select ${COLUMNS} from payout_batches b
     where ($1::uuid is null or b.receiving_account_id = $1) and ($2::text is null or b.rail = $2)
       and ($3::boolean is null or (b.exported_at is not null) = $3)
       and ($4::uuid is null or b.payout_batch_id < $4)
     order by b.payout_batch_id desc limit $5`,
    [filter.receiving_account_id, filter.rail, filter.exported, filter.before, filter.limit],
  );
  return await summarise(
    db,
    rows.map((row) => batchOf(cipher, row)),
  );
}

export type PayoutFile = { content: string; hash: string };

/** The data of a payee in it were erased, and so the whole file. */
export type ErasedFile = { is_erased: true };

/** The first stored file is kept; a later one for the same batch and format is ignored. */
export async function keepPayoutFile(
  db: Queryable,
  cipher: Cipher,
  file: { payout_batch_id: string; format: string; content: string; hash: string; at: number },
): Promise<void> {
  await db.query(
    'insert-payout-file',
    `insert into payout_files (payout_batch_id, format, content, hash, made_at)
     values ($1, $2, $3, $4, $5) on conflict (payout_batch_id, format) do nothing`,
    [
      file.payout_batch_id,
      file.format,
      cipher.seal(file.content, payoutFilePlace(file.payout_batch_id, file.format)),
      Buffer.from(file.hash, 'hex'),
      timestamp(file.at),
    ],
  );
}

export async function readPayoutFile(
  db: Queryable,
  cipher: Cipher,
  payout_batch_id: string,
  format: string,
): Promise<PayoutFile | ErasedFile | null> {
  const [row] = await db.query<{ content: Buffer; hash: Buffer }>(
    'read-payout-file',
    'select content, hash from payout_files where payout_batch_id = $1 and format = $2',
    [payout_batch_id, format],
  );
  if (row === undefined) return null;
  if (isErased(row.content)) return { is_erased: true };
  const content = cipher.open(row.content, payoutFilePlace(payout_batch_id, format));
  return { content, hash: row.hash.toString('hex') };
}
