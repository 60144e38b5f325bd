// What the open payment pages need to know of their trades, read for all pages of a process at
// once.
import type { State, Trade, TradeKey } from '../../domain/record/trade.ts';
import type { Queryable } from '../connection/database.ts';
import { plainArray } from '../connection/rows.ts';

/** The fields of a trade that tell a page whether it is out of date. */
export type TradeMoment = Pick<
  Trade,
  'merchant_id' | 'trade_id' | 'state' | 'sequence' | 'expires_at'
>;

/** The last event number of each merchant: if it is unchanged, none of its trades has changed. */
export async function readEventHeads(
  db: Queryable,
  merchant_ids: readonly string[],
): Promise<Map<string, bigint>> {
  const rows = await db.query<{ merchant_id: string; last_number: bigint }>(
    'read-event-heads',
    'select merchant_id, last_number from event_heads where merchant_id = any($1::uuid[])',
    [plainArray(merchant_ids)],
  );
  return new Map(rows.map((row) => [row.merchant_id, row.last_number]));
}

export type EventRange = { merchant_id: string; after: bigint; upto: bigint };

/** The trades that the events of these ranges belong to. */
export async function readTradesOfEvents(
  db: Queryable,
  ranges: readonly EventRange[],
): Promise<TradeKey[]> {
  return await db.query<TradeKey>(
    'read-trades-of-events',
    `select distinct e.merchant_id, e.trade_id
     from unnest($1::uuid[], $2::bigint[], $3::bigint[]) as r (merchant_id, after, upto)
     join events e
       on e.merchant_id = r.merchant_id and e.number > r.after and e.number <= r.upto`,
    [
      plainArray(ranges.map((range) => range.merchant_id)),
      plainArray(ranges.map((range) => range.after)),
      plainArray(ranges.map((range) => range.upto)),
    ],
  );
}

export async function readTradeMoments(
  db: Queryable,
  keys: readonly TradeKey[],
): Promise<TradeMoment[]> {
  return await db.query<TradeMoment & { state: State }>(
    'read-trade-moments',
    `select t.merchant_id, t.trade_id, t.state, t.sequence, t.expires_at
     from unnest($1::uuid[], $2::uuid[]) as k (merchant_id, trade_id)
     join trades t on t.merchant_id = k.merchant_id and t.trade_id = k.trade_id`,
    [plainArray(keys.map((key) => key.merchant_id)), plainArray(keys.map((key) => key.trade_id))],
  );
}
