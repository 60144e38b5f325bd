// Moves trades of an archived month to the past trades: what is left of them when their events,
// entries and lines go.
import { ENDED_STATES } from '../../domain/record/state-sets.ts';
import type { TradeKey } from '../../domain/record/trade.ts';
import { type Transaction, timestamp } from '../connection/database.ts';
import { plainArray } from '../connection/rows.ts';
import { oneOf } from '../connection/word-list.ts';
import { asOwnerOf } from '../schema/owned-table.ts';
import { TRADE_COLUMN_NAMES } from '../trade/trades.ts';

const COLUMNS = TRADE_COLUMN_NAMES.join(', ');
const MOVED = TRADE_COLUMN_NAMES.map((name) => `t.${name}`).join(', ');

/** The UTRs of the lines that are matched to the trade. */
const LINE_UTRS = `
  select coalesce(array_agg(distinct l.utr), '{}') as utrs
  from bank_line_outcomes o join bank_lines l using (bank_line_id)
  where o.merchant_id = t.merchant_id and o.trade_id = t.trade_id and o.status = 'matched'
    and l.utr is not null`;

const OF_KEYS = 'from unnest($1::uuid[], $2::uuid[]) as k(merchant_id, trade_id)';

const valuesOf = (keys: readonly TradeKey[]) => [
  plainArray(keys.map(({ merchant_id }) => merchant_id)),
  plainArray(keys.map(({ trade_id }) => trade_id)),
];

/**
 * Those of these trades that may move now, locked: they are final, and nothing among the trades
 * needs them. A pay-in stays while a refund of it may change, and a refund as long as its pay-in;
 * any trade with an open hold or dispute. What somebody else has locked is left out.
 */
async function lockMovable(
  tx: Transaction,
  keys: readonly TradeKey[],
  now: number,
): Promise<TradeKey[]> {
  return await tx.query<TradeKey>(
    'lock-movable-trades',
    `select t.merchant_id, t.trade_id ${OF_KEYS}
     join trades t on t.merchant_id = k.merchant_id and t.trade_id = k.trade_id
     where t.final_at <= $3 and t.state in ${oneOf(ENDED_STATES)}
       and not exists (select from trades r where r.merchant_id = t.merchant_id
         and r.refund_of = t.trade_id and (r.final_at is null or r.final_at > $3))
       and not exists (select from trades p where p.merchant_id = t.merchant_id
         and p.trade_id = t.refund_of)
       and not exists (select from holds h where h.merchant_id = t.merchant_id
         and h.trade_id = t.trade_id and h.released_at is null)
       and not exists (select from disputes d where d.merchant_id = t.merchant_id
         and d.trade_id = t.trade_id and d.closed_at is null)
     order by t.merchant_id, t.trade_id for update of t skip locked`,
    [...valuesOf(keys), timestamp(now)],
  );
}

/**
 * Moves those of these trades that may, and returns their keys; only the owner of the tables can.
 * Their bank lines have to be there still. Until the transaction commits everybody else finds each
 * of them among the trades, and afterwards among the past trades.
 */
export async function moveTrades(
  tx: Transaction,
  month: string,
  keys: readonly TradeKey[],
  now: number,
): Promise<TradeKey[]> {
  const moved = await lockMovable(tx, keys, now);
  if (moved.length === 0) return [];
  const values = valuesOf(moved);
  const write = () =>
    tx.query(
      'insert-past-trades',
      `insert into past_trades (${COLUMNS}, archived_month, line_utrs)
       select ${MOVED}, $3,
         case when l.utrs <> array_remove(array[t.utr], null) then l.utrs end
       ${OF_KEYS}
       join trades t on t.merchant_id = k.merchant_id and t.trade_id = k.trade_id
       cross join lateral (${LINE_UTRS}) l`,
      [...values, month],
    );
  await asOwnerOf(tx, 'past_trades', write, 'insert');
  await tx.query(
    'delete-moved-trades',
    `delete from trades t using unnest($1::uuid[], $2::uuid[]) as k(merchant_id, trade_id)
     where t.merchant_id = k.merchant_id and t.trade_id = k.trade_id`,
    values,
  );
  return moved;
}
