// Adds new events to the counters of trades. Counters are not written with each order: counted in
// the batches they took a quarter of PostgreSQL's time for a create, and later they take a
// twentieth.
import { HOUSE_BOOK } from '../../domain/ledger/ledger.ts';
import type { Database } from '../connection/database.ts';
import {
  type EventHeads,
  isAllOf,
  lockEventHeads,
  lookUpOnly,
  shareOutEvents,
  valuesOfParts,
} from './event-progress.ts';
import {
  COUNTERS,
  COUNTERS_OF_STEPS,
  STATES_OF_STEPS,
  STEP_COLUMNS,
  standingFields,
} from './event-steps.ts';

const added = (table: string): string =>
  COUNTERS.map(
    (name) => `${name} = case when excluded.${name} is null then ${table}.${name}
    else coalesce(${table}.${name}, 0) + excluded.${name} end`,
  ).join(', ');

/** Adds rows of the same name; in key order, because all of them meet at those of the house. */
const addTo = (table: string, rows: string, time: string) => `
    insert into ${table}
      (merchant_id, ${time}, direction, currency, type, ${COUNTERS.join(', ')})
    select merchant_id, ${time}, direction, currency, type, ${COUNTERS.join(', ')}
    from ${rows} order by 1, 2, 3, 4, 5
    on conflict (merchant_id, ${time}, direction, currency, type) do update set ${added(table)}`;

/** Parameters: merchants, their last counted event, and the last one to count now. */
const COUNT = `
  with part as (
    select * from unnest($1::uuid[], $2::bigint[], $3::bigint[]) as p(merchant_id, after, upto)
  ), steps as materialized (
    select ${STEP_COLUMNS}, b.state as state_before, b.amount_cents as amount_before,
      b.completed_at as completed_before, b.disputed_from
    from part p
    join events e on e.merchant_id = p.merchant_id and e.number > p.after and e.number <= p.upto
    join trades t on t.merchant_id = e.merchant_id and t.trade_id = e.trade_id
    left join events o on o.merchant_id = e.merchant_id and o.trade_id = e.trade_id
      and o.sequence = e.sequence - 1
    ${standingFields('e', 'n')}
    ${standingFields('o', 'b')}
  ), ${COUNTERS_OF_STEPS}, states as (
    insert into trade_counts
      (merchant_id, direction, currency, state, trade_count, amount_cents)
    ${STATES_OF_STEPS}
    on conflict (merchant_id, direction, currency, state) do update
    set trade_count = trade_counts.trade_count + excluded.trade_count,
      amount_cents = trade_counts.amount_cents + excluded.amount_cents
  ), added_slots as (
    ${addTo('trade_slots', 'slots', 'slot')}
  ), added_days as (
    ${addTo('trade_days', 'days', 'day')}
  )
  update trade_count_heads h set counted_number = p.upto
  from part p where h.merchant_id = p.merchant_id`;

const HEADS: EventHeads = { name: 'counts', table: 'trade_count_heads', column: 'counted_number' };

/** Some tens of milliseconds. */
const AT_ONCE = { events: 4_000, merchants: 1_000 };

/** Counts some of the events that are not counted yet; true if more may be left. */
export async function countNewEvents(db: Database, most = AT_ONCE): Promise<boolean> {
  return await db.transaction(async (tx) => {
    // The house's head is the first one: its counters are those of all merchants.
    const of = { merchants: most.merchants, first: HOUSE_BOOK };
    const behind = await lockEventHeads(tx, HEADS, of);
    const parts = shareOutEvents(behind, most.events);
    if (parts.length === 0) return false;
    await lookUpOnly(tx);
    await tx.query('count-events', COUNT, valuesOfParts(parts));
    return behind.length >= most.merchants || !isAllOf(behind, parts);
  });
}
