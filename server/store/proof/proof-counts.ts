// Checks of the proof on counters: they equal a count of the events up to the one that each
// merchant's counters have reached.
import { DAY_MEASURES } from '../../domain/trade/trade-measures.ts';
import { standingText } from '../callback/event-standing.ts';
import { COUNTERS_OF_STEPS, STEP_COLUMNS, standingFields } from '../trade/event-steps.ts';
import { REMOVED_DAY } from './proof-removals.ts';

/** Every counted event beside the one before it: read in order, because it is all of them. */
const STEPS = `
  steps as (
    select ${STEP_COLUMNS}, lag(n.state) over w as state_before,
      lag(n.completed_at) over w as completed_before, lag(n.disputed_from) over w as disputed_from
    from trade_count_heads h
    join events e on e.merchant_id = h.merchant_id and e.number <= h.counted_number
    join trades t on t.merchant_id = e.merchant_id and t.trade_id = e.trade_id
    ${standingFields('e', 'n')}
    window w as (partition by e.merchant_id, e.trade_id order by e.sequence)
  )`;

const DIFFERING = `concat_ws(', ', ${DAY_MEASURES.map(
  (name) => `case when c.${name}_count is distinct from e.${name}_count
    or c.${name}_total is distinct from e.${name}_total then '${name}' end`,
).join(', ')})`;

const timeGaps = (table: string, rows: string, time: string, shown: string) => `
  select format('%s: %s, %s of %s in %s: its events say otherwise about %s', merchant_id, ${shown},
    direction, type, currency, ${DIFFERING}) as problem
  from ${rows} e
  full join ${table} c using (merchant_id, ${time}, direction, currency, type)
  where ${DIFFERING} <> '' and ${time}${time === 'slot' ? ' / 96' : ''} > ${REMOVED_DAY}`;

const SLOT_SHOWN = `timestamp '1970-01-01' + slot * interval '15 minutes'`;

/**
 * Each query returns no rows if the counters are correct; each row describes one problem. Of days
 * with removed events the audit trail has a hash (proof-removals.ts).
 */
export const COUNT_GAPS = {
  counted: `
    select format('%s: %s events are counted, there are %s', c.merchant_id, c.counted_number,
      coalesce(h.last_number, 0)) as problem
    from trade_count_heads c left join event_heads h using (merchant_id)
    where c.counted_number > coalesce(h.last_number, 0)`,
  trade_counts: `
    select format('%s: %s %s in %s: %s of %s counted, there are %s of %s', merchant_id, direction,
      state, currency, coalesce(c.trade_count, 0), coalesce(c.amount_cents, 0),
      coalesce(t.trades, 0), coalesce(t.amount, 0)) as problem
    from (
      select merchant_id, direction, currency, state, count(*) as trades,
        sum(amount_cents) as amount
      from (
      -- Past trades are in the state of their last event, and all of theirs are counted.
      select merchant_id, direction, currency, state, amount_cents from past_trades
      union all
      select l.merchant_id, t.direction, t.currency, l.state, l.amount_cents
      from (
        select distinct on (e.merchant_id, e.trade_id) e.merchant_id, e.trade_id,
          ${standingText('e', 'state')} as state,
          coalesce((${standingText('e', 'amount_cents')})::numeric, 0) as amount_cents
        from events e join trade_count_heads h using (merchant_id)
        where e.number <= h.counted_number
        order by e.merchant_id, e.trade_id, e.sequence desc
      ) l join trades t using (merchant_id, trade_id)
      ) t group by 1, 2, 3, 4
    ) t full join (
      select * from trade_counts where trade_count <> 0 or amount_cents <> 0
    ) c using (merchant_id, direction, currency, state)
    where c.trade_count is distinct from t.trades or c.amount_cents is distinct from t.amount`,
  trade_slots: `with ${STEPS}, ${COUNTERS_OF_STEPS}
    ${timeGaps('trade_slots', 'slots', 'slot', SLOT_SHOWN)}
    union all
    ${timeGaps('trade_days', 'days', 'day', `date '1970-01-01' + day`)}`,
} as const satisfies Readonly<Record<string, string>>;
