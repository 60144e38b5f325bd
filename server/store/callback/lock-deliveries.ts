// Locks the deliveries of trades before more of theirs are inserted.
import type { Transaction } from '../connection/database.ts';
import { plainArray } from '../connection/rows.ts';

type OfTrade = { merchant_id: string; trade_id: string };

/** None of them ends or is sent again before the ones that are inserted now are stored. */
export async function lockDeliveriesOf(tx: Transaction, trades: readonly OfTrade[]): Promise<void> {
  if (trades.length === 0) return;
  await tx.query(
    'lock-earlier-deliveries',
    `select 1 as locked from deliveries d
     where (d.merchant_id, d.trade_id) in (select * from unnest($1::uuid[], $2::uuid[]))
     order by d.merchant_id, d.trade_id, d.sequence, d.endpoint_number for share`,
    [
      plainArray(trades.map((trade) => trade.merchant_id)),
      plainArray(trades.map((trade) => trade.trade_id)),
    ],
  );
}
