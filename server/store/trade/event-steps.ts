// SQL that counts trades from their events: what each event adds to the counters, given the event
// before it of the same trade.
import { HOUSE_BOOK } from '../../domain/ledger/ledger.ts';
import {
  DAY_MEASURES,
  type DayMeasure,
  MATCHING_ACTS,
  REACHED,
  SLOT_MS,
  SLOTS_PER_DAY,
  SPEEDS,
} from '../../domain/trade/trade-measures.ts';
import { readStanding } from '../callback/event-standing.ts';
import { oneOf } from '../connection/word-list.ts';

const COMPLETES = 'completed_at is not null and completed_before is null';
const TOOK_MS = 'round(extract(epoch from happened_at - created_at) * 1000)';

/** When an event counts, and what it adds to the sum. */
type Counting = readonly [when: string, adds: string];

const SPEEDY = Object.entries(SPEEDS).map(([speed, most_ms]): [string, Counting] => [
  speed,
  [`${COMPLETES} and ${TOOK_MS} <= ${most_ms}`, 'amount_cents'],
]);

/** A dispute that ends where it began has brought the trade to no new state. */
const REACHING = Object.entries(REACHED).flatMap(([state, measure]): [string, Counting][] => {
  const is_new = `state = '${state}' and state_before is distinct from state`;
  const is_back = `(state_before = 'disputed' and disputed_from = state) is true`;
  return measure === null ? [] : [[measure, [`${is_new} and not ${is_back}`, 'amount_cents']]];
});

const COUNTINGS: ReadonlyMap<string, Counting> = new Map([
  ['created', ['state_before is null', 'amount_cents']],
  ['completed', [COMPLETES, 'amount_cents']],
  ['matched', [`${COMPLETES} and is_matched`, 'amount_cents']],
  ['fees', [COMPLETES, 'fee_cents']],
  ['duration', [COMPLETES, TOOK_MS]],
  ...SPEEDY,
  ...REACHING,
]);

function countingOf(measure: DayMeasure): Counting {
  const counting = COUNTINGS.get(measure);
  if (counting === undefined) throw new Error(`Nothing says how ${measure} is counted`);
  return counting;
}

/** The fields of a standing that counters need; zeros and nulls are left out there. */
export const standingFields = (event: string, name: string): string =>
  readStanding(event, name, [
    'state',
    'amount_cents',
    'fee_cents',
    'completed_at',
    'disputed_from',
  ]);

/** A person's decision about the line has the time of the event that follows from it. */
const IS_MATCHED = `e.act in ${oneOf(MATCHING_ACTS)} and not exists (
  select from bank_line_acts a where a.merchant_id = e.merchant_id and a.trade_id = e.trade_id
    and a.acted_at = e.happened_at)`;

/** Of the event `e` with the standing `n`, and of its trade `t`. */
export const STEP_COLUMNS = `e.merchant_id, t.direction, t.currency, t.type, t.created_at,
  e.happened_at, n.state, n.amount_cents, coalesce(n.fee_cents, 0) as fee_cents, n.completed_at,
  ${IS_MATCHED} as is_matched`;

export const COUNTERS: readonly string[] = DAY_MEASURES.flatMap((measure) => [
  `${measure}_count`,
  `${measure}_total`,
]);

/** Null instead of zero: most rows have few of the measures. */
const counted = DAY_MEASURES.map((measure) => {
  const [when, adds] = countingOf(measure);
  return `nullif(count(*) filter (where ${when}), 0) as ${measure}_count,
    sum(${adds}) filter (where ${when}) as ${measure}_total`;
}).join(', ');

const counts_any = DAY_MEASURES.map((measure) => `(${countingOf(measure)[0]})`).join(' or ');

const added_up: string = DAY_MEASURES.map(
  (measure) => `sum(${measure}_count)::bigint as ${measure}_count,
    sum(${measure}_total) as ${measure}_total`,
).join(', ');

/**
 * Queries of a `with`: from `steps` the rows of trade_slots as `slots` and of trade_days as `days`,
 * each with those of all merchants together.
 */
export const COUNTERS_OF_STEPS = `
  merchants_slots as materialized (
    select merchant_id, floor(extract(epoch from happened_at) * 1000 / ${SLOT_MS})::integer as slot,
      direction, currency, type, ${counted}
    from steps group by 1, 2, 3, 4, 5 having count(*) filter (where ${counts_any}) > 0
  ), slots as materialized (
    select * from merchants_slots
    union all
    select '${HOUSE_BOOK}', slot, direction, currency, type, ${added_up}
    from merchants_slots group by 2, 3, 4, 5
  ), days as materialized (
    select merchant_id, slot / ${SLOTS_PER_DAY} as day, direction, currency, type, ${added_up}
    from slots group by 1, 2, 3, 4, 5
  )`;

/** Rows of trade_counts, from `steps`: each adds its state and removes the one before. */
export const STATES_OF_STEPS = `
  select merchant_id, direction, currency, state, sum(by)::bigint as trade_count,
    sum(by * amount_cents) as amount_cents
  from (
    select merchant_id, direction, currency, state, 1 as by, amount_cents from steps
    union all
    select merchant_id, direction, currency, state_before, -1, amount_before from steps
    where state_before is not null
  ) s group by 1, 2, 3, 4 having sum(by) <> 0 or sum(by * amount_cents) <> 0`;
