// Keys of payment pages that an earlier version drew at random. Only a keyed hash of each is kept:
// the address still opens the page, but nobody can derive the address from the hash.
import type { TradeKey } from '../../domain/record/trade.ts';
import type { Database, Queryable } from '../connection/database.ts';
import { plainArray } from '../connection/rows.ts';
import type { Cipher } from '../encryption/encryption.ts';

export function pageKeyHash(cipher: Cipher, page_key: Buffer): Buffer {
  return cipher.lookup(`trades/page_key/${page_key.toString('hex')}`);
}

/** Null for a trade whose key was never random. */
export async function readFormerPageHash(db: Queryable, key: TradeKey): Promise<Buffer | null> {
  const [row] = await db.query<{ former_page_hash: Buffer | null }>(
    'read-former-page-hash',
    'select former_page_hash from trades where merchant_id = $1 and trade_id = $2',
    [key.merchant_id, key.trade_id],
  );
  return row?.former_page_hash ?? null;
}

/** Hashes some of the keys that an earlier version stored in plain text; returns how many. */
export async function hashPageKeys(db: Database, cipher: Cipher, limit: number): Promise<number> {
  return await db.transaction(async (tx) => {
    const rows = await tx.query<TradeKey & { page_key: Buffer }>(
      'read-clear-page-keys',
      `select merchant_id, trade_id, page_key from trades where page_key is not null
       order by merchant_id, trade_id limit $1 for update`,
      [limit],
    );
    if (rows.length === 0) return 0;
    await tx.query(
      'hash-page-keys',
      `update trades t
       set page_key = null, former_page_hash = k.hash, page_key_id = $4
       from unnest($1::uuid[], $2::uuid[], $3::bytea[]) as k(merchant_id, trade_id, hash)
       where t.merchant_id = k.merchant_id and t.trade_id = k.trade_id`,
      [
        plainArray(rows.map((row) => row.merchant_id)),
        plainArray(rows.map((row) => row.trade_id)),
        rows.map((row) => pageKeyHash(cipher, row.page_key)),
        cipher.page_key_id,
      ],
    );
    return rows.length;
  });
}
