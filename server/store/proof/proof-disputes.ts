// Checks of the proof on disputes: against their trades, the ledger and the events about them.

import type { EntryAct } from '../../domain/ledger/ledger.ts';
import { DISPUTE_TOPICS } from '../../domain/record/dispute-record.ts';
import { oneOf } from '../connection/word-list.ts';
import { ENTRY_LEGS } from '../ledger/entry-postings.ts';

/** What remains of a pay-in's credit once this part of its amount was taken, as in share-of.ts. */
const creditAfter = (recalled: string): string => `(t.settlement_amount_cents - case
  when ${recalled} = 0 then 0
  when t.currency = t.settlement_currency then ${recalled}
    - div(2 * t.fee_cents::numeric * ${recalled} + t.amount_cents, 2 * t.amount_cents)
  else div(t.settlement_amount_cents::numeric * ${recalled} + t.amount_cents - 1,
    t.amount_cents) end)::bigint`;

export const CREDIT_LEFT = creditAfter('t.recalled_amount_cents');

const DISPUTE_ACTS: readonly EntryAct[] = ['payin_disputed', 'payin_dispute_won'];

const DISPUTE_EVENTS = DISPUTE_TOPICS.map((topic) => `dispute.${topic}`);

/** Each query returns no rows if the books are correct; each row describes one problem. */
export const DISPUTE_GAPS = {
  // A trade is disputed because of one dispute that is not carried out yet.
  disputed: `
    select format('trade %s is %s, and %s disputes bind it', coalesce(t.trade_id, d.trade_id),
      coalesce(t.state, 'gone'), coalesce(d.disputes, 0)) as problem
    from (select merchant_id, trade_id, state from trades where state = 'disputed') t
    full join (
      select merchant_id, trade_id, count(*) as disputes from disputes
      where executed_at is null group by 1, 2
    ) d using (merchant_id, trade_id)
    where t.trade_id is null or d.disputes is distinct from 1`,
  // What a dispute blocks is what the entries of its trade have blocked.
  blocked: `
    select format('dispute of trade %s blocks %s, its entries block %s', trade_id,
      coalesce(d.blocked_cents, 0), coalesce(e.amount, 0)) as problem
    from (
      select merchant_id, trade_id, blocked_cents from disputes where executed_at is null
    ) d full join (
      select e.merchant_id, e.trade_id, sum(leg.amount) as amount
      from ledger_entries e ${ENTRY_LEGS}
      where e.act in ${oneOf(DISPUTE_ACTS)} and leg.account = 'blocked' group by 1, 2
    ) e using (merchant_id, trade_id)
    where coalesce(d.blocked_cents, 0) <> coalesce(e.amount, 0)`,
  // The contested part of a credit is there, and is blocked.
  contested: `
    select format('dispute %s contests %s of %s and blocks %s', d.dispute_id, c.amount_cents,
      t.amount_cents - t.recalled_amount_cents, d.blocked_cents) as problem
    from disputes d join trades t using (merchant_id, trade_id) cross join lateral (
      -- Of a pay-in without a credit, an appeal may take what the first decision gave.
      select case when d.contested_from = 'completed' then d.amount_cents
        else least(coalesce(d.awarded_cents, 0), t.amount_cents - t.recalled_amount_cents)
        end as amount_cents
    ) c
    where d.executed_at is null and t.direction = 'payin' and t.disputed_from = 'completed'
      and (c.amount_cents > t.amount_cents - t.recalled_amount_cents or d.blocked_cents
        < ${CREDIT_LEFT} - ${creditAfter('(t.recalled_amount_cents + c.amount_cents)')})`,
  // Every event about a dispute has the dispute as it was.
  dispute_events: `
    select format('event %s of merchant %s: it is %s, and its dispute is gone', e.number,
      e.merchant_id, e.type) as problem
    from events e left join dispute_events d using (merchant_id, trade_id, sequence)
    where e.act = 'update_dispute'
      and (d.dispute_id is null or e.type not in ${oneOf(DISPUTE_EVENTS)})`,
} as const satisfies Readonly<Record<string, string>>;
