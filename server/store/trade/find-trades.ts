// Finds trades by what else names them: the reference in a transfer, and the id of a payment.
import type { Trade, TradeKey } from '../../domain/record/trade.ts';
import type { Queryable } from '../connection/database.ts';
import type { Cipher } from '../encryption/encryption.ts';
import { readTrades } from './trades.ts';

/** Only of one merchant, if it is given. */
type Named = { text: string; merchant_id: string | null; limit: number };

async function found(db: Queryable, cipher: Cipher, name: string, text: string, named: Named) {
  const { merchant_id, limit } = named;
  const keys = await db.query<TradeKey>(name, text, [named.text, merchant_id, limit]);
  return await readTrades(db, cipher, keys);
}

/** As long as a pay-in's reservation is kept. */
export const findByReference = (db: Queryable, cipher: Cipher, named: Named): Promise<Trade[]> =>
  found(
    db,
    cipher,
    'find-by-reference',
    `select merchant_id, trade_id from reservations
     where reference = $1 and ($2::uuid is null or merchant_id = $2)
     order by trade_id desc limit $3`,
    named,
  );

export const findByEndToEndId = (db: Queryable, cipher: Cipher, named: Named): Promise<Trade[]> =>
  found(
    db,
    cipher,
    'find-by-end-to-end-id',
    `select merchant_id, trade_id from payout_attempts
     where end_to_end_id = $1 and ($2::uuid is null or merchant_id = $2)
     order by trade_id desc limit $3`,
    named,
  );

/** The UTR of an attempt to pay, also of one that failed. */
export const findByAttemptUtr = (db: Queryable, cipher: Cipher, named: Named): Promise<Trade[]> =>
  found(
    db,
    cipher,
    'find-by-attempt-utr',
    `select merchant_id, trade_id from payout_attempts
     where utr = $1 and ($2::uuid is null or merchant_id = $2)
     group by merchant_id, trade_id order by trade_id desc limit $3`,
    named,
  );

/** The last digits of the UTR of a trade, or of an attempt to pay; at least four. */
export const findByUtrEnding = (db: Queryable, cipher: Cipher, named: Named): Promise<Trade[]> =>
  found(
    db,
    cipher,
    'find-by-utr-ending',
    `select merchant_id, trade_id from (
       (select merchant_id, trade_id from trades
        where utr is not null and right(utr, 4) = right($1, 4)
          and right(utr, length($1)) = $1 and ($2::uuid is null or merchant_id = $2)
        order by trade_id desc limit $3)
       union
       (select merchant_id, trade_id from payout_attempts
        where utr is not null and right(utr, 4) = right($1, 4)
          and right(utr, length($1)) = $1 and ($2::uuid is null or merchant_id = $2)
        order by trade_id desc limit $3)
     ) as t order by trade_id desc limit $3`,
    named,
  );
