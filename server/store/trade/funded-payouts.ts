// Finds the pay-outs that pay-ins funded and that may not have been sent: refunds, and payments of
// settlements.
import { WAITING_SETTLEMENT_STATES } from '../../domain/record/settlement-record.ts';
import { HELD_PAYOUT_STATES } from '../../domain/record/state-sets.ts';
import type { TradeKey } from '../../domain/record/trade.ts';
import type { Queryable } from '../connection/database.ts';
import { plainArray } from '../connection/rows.ts';
import { oneOf } from '../connection/word-list.ts';

/** Those of these pay-ins, and the settlements of their merchants. Not locked. */
export async function readFundedPayouts(
  db: Queryable,
  payins: readonly TradeKey[],
): Promise<TradeKey[]> {
  if (payins.length === 0) return [];
  const merchants = [...new Set(payins.map(({ merchant_id }) => merchant_id))];
  return await db.query<TradeKey>(
    'read-funded-payouts',
    `select t.merchant_id, t.trade_id
     from unnest($1::uuid[], $2::uuid[]) as k(merchant_id, payin_id)
     join trades t on t.merchant_id = k.merchant_id and t.refund_of = k.payin_id
     where t.state in ${oneOf(HELD_PAYOUT_STATES)}
     union
     select s.merchant_id, s.trade_id from settlements s
     where s.merchant_id = any($3::uuid[]) and s.trade_id is not null
       and s.state in ${oneOf(WAITING_SETTLEMENT_STATES)}`,
    [
      plainArray(payins.map(({ merchant_id }) => merchant_id)),
      plainArray(payins.map(({ trade_id }) => trade_id)),
      plainArray(merchants),
    ],
  );
}
