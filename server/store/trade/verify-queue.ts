// The pay-ins whose evidence a person has to judge, longest waiting first.
import type { Trade, TradeKey } from '../../domain/record/trade.ts';
import { type Queryable, timestamp } from '../connection/database.ts';
import { plainArray } from '../connection/rows.ts';
import type { Cipher } from '../encryption/encryption.ts';
import { readTrades } from './trades.ts';

export type VerifyFilter = {
  merchant_id: string | null;
  receiving_account_id: string | null;
  state_reason: string | null;
  /** The last pay-in of the page before. */
  after: { changed_at: number; trade_id: string } | null;
  limit: number;
};

/** Reads only the pay-ins that wait, through their index. */
export async function readVerifyQueue(
  db: Queryable,
  cipher: Cipher,
  { merchant_id, receiving_account_id, state_reason, after, limit }: VerifyFilter,
): Promise<Trade[]> {
  const keys = await db.query<TradeKey>(
    'read-verify-queue',
    `select merchant_id, trade_id from trades
     where state = 'verifying' and direction = 'payin'
       and ($1::uuid is null or merchant_id = $1)
       and ($2::uuid is null or receiving_account_id = $2)
       and ($3::text is null or state_reason = $3)
       and ($4::timestamptz is null or (changed_at, trade_id) > ($4, $5::uuid))
     order by changed_at, trade_id limit $6`,
    [
      merchant_id,
      receiving_account_id,
      state_reason,
      timestamp(after?.changed_at ?? null),
      after?.trade_id ?? null,
      limit,
    ],
  );
  const trades = await readTrades(db, cipher, keys);
  const places = new Map(keys.map(({ trade_id }, place) => [trade_id, place]));
  const placeOf = ({ trade_id }: Trade) => places.get(trade_id) ?? 0;
  return trades.toSorted((a, b) => placeOf(a) - placeOf(b));
}

export type PayerEvidence = TradeKey & { receipts: number; said_at: number | null };

/** How many files each payer sent that are still there, and whether they said that they paid. */
export async function readPayerEvidence(
  db: Queryable,
  keys: readonly TradeKey[],
): Promise<PayerEvidence[]> {
  if (keys.length === 0) return [];
  return await db.query<PayerEvidence>(
    'read-payer-evidence',
    `select k.merchant_id, k.trade_id, n.said_at, (
       select count(*)::int from receipts r where r.merchant_id = k.merchant_id
         and r.trade_id = k.trade_id and r.removed_at is null
     ) as receipts
     from unnest($1::uuid[], $2::uuid[]) as k(merchant_id, trade_id)
     left join paid_notices n on n.merchant_id = k.merchant_id and n.trade_id = k.trade_id`,
    [
      plainArray(keys.map(({ merchant_id }) => merchant_id)),
      plainArray(keys.map(({ trade_id }) => trade_id)),
    ],
  );
}
