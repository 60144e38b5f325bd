// The queue of pay-outs of all merchants: those that nobody has taken yet.

import { QUEUED_PAYOUT_STATES } from '../../domain/record/state-sets.ts';
import type { Trade, TradeKey } from '../../domain/record/trade.ts';
import type { Queryable } from '../connection/database.ts';
import { oneOf } from '../connection/word-list.ts';
import type { Cipher } from '../encryption/encryption.ts';
import { readTrades } from '../trade/trades.ts';

export type QueueFilter = {
  currency: string | null;
  merchant_id: string | null;
  type: string | null;
  max_amount_cents: bigint | null;
  after: string | null;
  limit: number;
};

/** Oldest first. */
export async function readPayoutQueue(
  db: Queryable,
  cipher: Cipher,
  filter: QueueFilter,
): Promise<Trade[]> {
  const keys = await db.query<TradeKey>(
    'read-payout-queue',
    `select merchant_id, trade_id from trades
     where direction = 'payout' and state in ${oneOf(QUEUED_PAYOUT_STATES)}
       and ($1::text is null or currency = $1)
       and ($2::uuid is null or merchant_id = $2) and ($3::text is null or type = $3)
       and ($4::bigint is null or amount_cents <= $4) and ($5::uuid is null or trade_id > $5)
     order by trade_id limit $6`,
    [
      filter.currency,
      filter.merchant_id,
      filter.type,
      filter.max_amount_cents,
      filter.after,
      filter.limit,
    ],
  );
  const trades = await readTrades(db, cipher, keys);
  return trades.toSorted((a, b) => (a.trade_id < b.trade_id ? -1 : 1));
}
