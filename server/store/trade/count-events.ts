// Adds new events to the counters of trades. Counters are not written with each order: counted in
// the batches they took a quarter of PostgreSQL's time for a create, and later they take a
// twentieth.
import { HOUSE_BOOK } from '../../domain/ledger/ledger.ts';
import type { Database, Queryable, Transaction } from '../connection/database.ts';
import { plainArray } from '../connection/rows.ts';
import {
  COUNTERS,
  COUNTERS_OF_STEPS,
  STATES_OF_STEPS,
  STEP_COLUMNS,
  standingFields,
} from './event-steps.ts';

const ADDED = COUNTERS.map(
  (name) => `${name} = case when excluded.${name} is null then c.${name}
    else coalesce(c.${name}, 0) + excluded.${name} end`,
).join(', ');

/** Adds rows of the same name; in key order, because all of them meet at those of the house. */
const addTo = (table: string, rows: string, time: string) => `
    insert into ${table} as c
      (merchant_id, ${time}, direction, currency, type, ${COUNTERS.join(', ')})
    select merchant_id, ${time}, direction, currency, type, ${COUNTERS.join(', ')}
    from ${rows} order by 1, 2, 3, 4, 5
    on conflict (merchant_id, ${time}, direction, currency, type) do update set ${ADDED}`;

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
    ${standingFields('e.standing', 'n')}
    ${standingFields('o.standing', 'b')}
  ), ${COUNTERS_OF_STEPS}, states as (
    insert into trade_counts as c
      (merchant_id, direction, currency, state, trade_count, amount_cents)
    ${STATES_OF_STEPS}
    on conflict (merchant_id, direction, currency, state) do update
    set trade_count = c.trade_count + excluded.trade_count,
      amount_cents = c.amount_cents + excluded.amount_cents
  ), added_slots as (
    ${addTo('trade_slots', 'slots', 'slot')}
  ), added_days as (
    ${addTo('trade_days', 'days', 'day')}
  )
  update trade_count_heads h set counted_number = p.upto
  from part p where h.merchant_id = p.merchant_id`;

type Behind = { merchant_id: string; counted_number: bigint; last_number: bigint };

/** Merchants with events that are not counted. */
const BEHIND = `
  select h.merchant_id from event_heads h left join trade_count_heads c using (merchant_id)
  where h.last_number > coalesce(c.counted_number, 0)
  order by h.merchant_id limit $1`;

/**
 * Locks the heads of the counters in key order, and reads how far events have come since. The
 * house's head is the first one: its counters are those of all merchants.
 */
async function lockHeads(tx: Queryable, merchants: number): Promise<Behind[]> {
  const found = await tx.query<{ merchant_id: string }>('find-uncounted', BEHIND, [merchants]);
  if (found.length === 0) return [];
  const ids = plainArray([HOUSE_BOOK, ...found.map((row) => row.merchant_id)]);
  await tx.query(
    'insert-count-heads',
    `insert into trade_count_heads (merchant_id, counted_number)
     select id, 0 from unnest($1::uuid[]) as id order by id on conflict (merchant_id) do nothing`,
    [ids],
  );
  await tx.query(
    'lock-count-heads',
    `select 1 as locked from trade_count_heads where merchant_id = any($1::uuid[])
     order by merchant_id for update`,
    [ids],
  );
  return await tx.query<Behind>(
    'read-count-heads',
    `select c.merchant_id, c.counted_number, h.last_number
     from trade_count_heads c join event_heads h using (merchant_id)
     where c.merchant_id = any($1::uuid[]) order by c.merchant_id`,
    [ids],
  );
}

type Part = { merchant_id: string; after: bigint; upto: bigint };

/** As many events as fit, merchant after merchant. */
function shareOut(behind: readonly Behind[], most: number): Part[] {
  let left = BigInt(most);
  return behind.flatMap(({ merchant_id, counted_number: after, last_number }) => {
    const waiting = last_number - after;
    const taken = waiting < left ? waiting : left;
    if (taken <= 0n) return [];
    left -= taken;
    return [{ merchant_id, after, upto: after + taken }];
  });
}

async function countParts(tx: Transaction, parts: readonly Part[]): Promise<void> {
  // A few thousand rows are looked up in tables of any size: reading a table would take seconds.
  await tx.query('look-up-only', 'set local enable_hashjoin = off', []);
  await tx.query('look-up-rows', 'set local enable_mergejoin = off', []);
  await tx.query('count-events', COUNT, [
    plainArray(parts.map((part) => part.merchant_id)),
    plainArray(parts.map((part) => part.after)),
    plainArray(parts.map((part) => part.upto)),
  ]);
}

/** Some tens of milliseconds. */
const AT_ONCE = { events: 4_000, merchants: 1_000 };

/** Counts some of the events that are not counted yet; true if more may be left. */
export async function countNewEvents(db: Database, most = AT_ONCE): Promise<boolean> {
  return await db.transaction(async (tx) => {
    const behind = await lockHeads(tx, most.merchants);
    const parts = shareOut(behind, most.events);
    if (parts.length === 0) return false;
    await countParts(tx, parts);
    const counted = parts.reduce((sum, { after, upto }) => sum + upto - after, 0n);
    return behind.length === most.merchants || counted === BigInt(most.events);
  });
}
