// Payers' receipts: the facts about each, and the encrypted files in a table of their own.
import type { TradeKey } from '../../domain/record/trade.ts';
import type { PictureType } from '../../lib/picture/picture-content.ts';
import { type Queryable, timestamp } from '../connection/database.ts';
import type { Cipher } from '../encryption/encryption.ts';

export type ReceiptRow = TradeKey & {
  receipt_id: string;
  file_type: PictureType;
  size_bytes: number;
  given_at: number;
  removed_at: number | null;
};

export type NewReceipt = Omit<ReceiptRow, 'removed_at'> & {
  content: Uint8Array;
  /** Equal files have equal hashes; only the service can compute them. */
  content_hash: Uint8Array;
};

const COLUMNS = 'merchant_id, trade_id, receipt_id, file_type, size_bytes, given_at, removed_at';

const placeOf = (receipt_id: string) => `receipt_files/content/${receipt_id}`;

/** `met`: a concurrent upload took the slot; try again. */
export type Added = 'added' | 'known' | 'full' | 'met';

export async function addReceipt(
  tx: Queryable,
  cipher: Cipher,
  receipt: NewReceipt,
  most: number,
): Promise<Added> {
  const { merchant_id, trade_id, receipt_id, content } = receipt;
  const rows = await tx.query(
    'add-receipt',
    `insert into receipts (merchant_id, trade_id, receipt_id, slot, file_type, size_bytes,
       content_hash, given_at)
     select $1, $2, $3, coalesce(max(slot), 0) + 1, $4, $5, $6, $7 from receipts
     where merchant_id = $1 and trade_id = $2 having coalesce(max(slot), 0) < $8
     on conflict do nothing returning slot`,
    [
      merchant_id,
      trade_id,
      receipt_id,
      receipt.file_type,
      receipt.size_bytes,
      receipt.content_hash,
      timestamp(receipt.given_at),
      most,
    ],
  );
  if (rows.length === 0) return await whyNotAdded(tx, receipt, most);
  await tx.query(
    'add-receipt-file',
    'insert into receipt_files (merchant_id, receipt_id, content) values ($1, $2, $3)',
    [merchant_id, receipt_id, cipher.sealBytes(content, placeOf(receipt_id))],
  );
  return 'added';
}

async function whyNotAdded(tx: Queryable, receipt: NewReceipt, most: number): Promise<Added> {
  const [row] = await tx.query<{ is_known: boolean; count: bigint }>(
    'why-no-receipt',
    `select coalesce(bool_or(content_hash = $3), false) as is_known, count(*) as count
     from receipts where merchant_id = $1 and trade_id = $2`,
    [receipt.merchant_id, receipt.trade_id, receipt.content_hash],
  );
  if (row?.is_known === true) return 'known';
  return Number(row?.count ?? 0) >= most ? 'full' : 'met';
}

export type ReceiptFilter = {
  merchant_id: string | null;
  trade_id: string | null;
  /** The last receipt on the page before. */
  before: string | null;
  limit: number;
};

/** Newest first: their ids are ordered by time. */
export async function selectReceipts(db: Queryable, filter: ReceiptFilter): Promise<ReceiptRow[]> {
  return await db.query<ReceiptRow>(
    'list-receipts',
    `select ${COLUMNS} from receipts
     where ($1::uuid is null or merchant_id = $1) and ($2::uuid is null or trade_id = $2)
       and ($3::uuid is null or receipt_id < $3)
     order by receipt_id desc limit $4`,
    [filter.merchant_id, filter.trade_id, filter.before, filter.limit],
  );
}

export type ReceiptKey = { merchant_id: string; receipt_id: string };

export async function readReceiptRow(db: Queryable, key: ReceiptKey): Promise<ReceiptRow | null> {
  const rows = await db.query<ReceiptRow>(
    'read-receipt',
    `select ${COLUMNS} from receipts where merchant_id = $1 and receipt_id = $2`,
    [key.merchant_id, key.receipt_id],
  );
  return rows[0] ?? null;
}

/** Null if the file was removed. */
export async function readReceiptFile(
  db: Queryable,
  cipher: Cipher,
  { merchant_id, receipt_id }: ReceiptKey,
): Promise<Uint8Array | null> {
  const rows = await db.query<{ content: Buffer }>(
    'read-receipt-file',
    'select content from receipt_files where merchant_id = $1 and receipt_id = $2',
    [merchant_id, receipt_id],
  );
  const sealed = rows[0]?.content;
  return sealed === undefined ? null : cipher.openBytes(sealed, placeOf(receipt_id));
}

/** Deletes the file and keeps the row. False if the file is gone already. */
export async function deleteReceiptFile(
  tx: Queryable,
  key: ReceiptKey,
  at: number,
): Promise<boolean> {
  const rows = await tx.query(
    'remove-receipt',
    `with gone as (
       delete from receipt_files where merchant_id = $1 and receipt_id = $2 returning 1
     )
     update receipts set removed_at = $3
     where merchant_id = $1 and receipt_id = $2 and removed_at is null returning 1 as removed`,
    [key.merchant_id, key.receipt_id, timestamp(at)],
  );
  return rows.length > 0;
}

/** Removes files uploaded before a moment, oldest first; returns how many. */
export async function removeOldReceipts(
  tx: Queryable,
  given_before: number,
  at: number,
  most: number,
): Promise<number> {
  const rows = await tx.query(
    'remove-old-receipts',
    `with old as (
       select merchant_id, receipt_id from receipts
       where removed_at is null and given_at < $1 order by given_at limit $3
       for update skip locked
     ), gone as (
       delete from receipt_files f using old
       where f.merchant_id = old.merchant_id and f.receipt_id = old.receipt_id returning 1
     )
     update receipts r set removed_at = $2 from old
     where r.merchant_id = old.merchant_id and r.receipt_id = old.receipt_id
     returning 1 as removed`,
    [timestamp(given_before), timestamp(at), most],
  );
  return rows.length;
}
