// Checks of the proof on the terms of trades, on events, adjustments and acts, against other rows:
// they find what was changed before the first digest.

import { HELD_PAYOUT_STATES } from '../../domain/record/state-sets.ts';
import { standingText } from '../callback/event-standing.ts';
import { oneOf } from '../connection/word-list.ts';
import {
  ENTRY_ACCOUNTS,
  ENTRY_CURRENCIES,
  ENTRY_LAYOUT,
  ENTRY_LEGS,
} from '../ledger/entry-postings.ts';

/** Each query returns no rows if the books are correct; each row describes one problem. */
export const TERM_GAPS = {
  // Each posting of an entry has an account, a currency and an amount: what is too much would
  // belong to none.
  legs: `
    select format('entry %s of %s has %s accounts, %s currencies and %s amounts', e.entry_number,
      e.merchant_id, coalesce(cardinality(${ENTRY_ACCOUNTS}), 0),
      coalesce(cardinality(${ENTRY_CURRENCIES}), 0), cardinality(e.amounts)) as problem
    from ledger_entries e ${ENTRY_LAYOUT}
    where cardinality(${ENTRY_ACCOUNTS}) is distinct from cardinality(${ENTRY_CURRENCIES})
      or cardinality(${ENTRY_ACCOUNTS}) is distinct from cardinality(e.amounts)`,
  // An adjustment and its entry name each other, with the same amount.
  adjusted: `
    select format('adjustment %s: %s %s, its entry says %s',
      coalesce(a.adjustment_id, e.adjustment_id), coalesce(a.amount_cents::text, 'gone'),
      a.currency, coalesce(e.moved, 'nothing')) as problem
    from adjustments a full join (
      select e.merchant_id, e.adjustment_id, leg.amount || ' ' || leg.currency as moved
      from ledger_entries e ${ENTRY_LEGS}
      where e.adjustment_id is not null and leg.account = 'available'
    ) e using (merchant_id, adjustment_id)
    where e.moved is distinct from a.amount_cents || ' ' || a.currency`,
  // The type of an event follows from the direction and the state in it.
  typed: `
    select format('event %s of merchant %s: it is %s, its trade was %s', e.number, e.merchant_id,
      e.type, ${standingText('e', 'state')}) as problem
    from events e join trades t using (merchant_id, trade_id)
    where e.act <> 'update_dispute' and e.type <> case t.direction
      when 'payin' then 'deposit.' else 'withdrawal.' end || (${standingText('e', 'state')})`,
  // The first event has the amount and fee with which the trade was created.
  terms: `
    select format('trade %s: %s at %s percent was requested, its first event says %s with fee %s',
      t.trade_id, t.requested_amount_cents, t.percent, e.amount, e.fee) as problem
    from trades t join (
      select f.merchant_id, f.trade_id,
        coalesce((${standingText('f', 'amount_cents')})::bigint, 0) as amount,
        coalesce((${standingText('f', 'fee_cents')})::bigint, 0) as fee
      from events f where f.sequence = 1
    ) e using (merchant_id, trade_id)
    where e.fee <> round(e.amount * t.percent / 100)
      or e.amount - t.requested_amount_cents not between 0
        and case t.direction when 'payin' then 99 else 0 end`,
  // A pay-out whose money may have left has an attempt.
  untried: `
    select format('pay-out %s is %s, and its attempts are gone', t.trade_id, t.state) as problem
    from trades t
    where t.direction = 'payout' and t.state in ${oneOf(HELD_PAYOUT_STATES)} and exists (
        select from events e where e.merchant_id = t.merchant_id and e.trade_id = t.trade_id
          and e.act = 'take')
      and not exists (
        select from payout_attempts a
        where a.merchant_id = t.merchant_id and a.trade_id = t.trade_id)`,
  // Every act of a person on a bank line that the audit trail has is recorded with the line, unless
  // both were removed.
  acted: `
    select format('bank line %s: its act %s of audit entry %s is gone', substring(w.target from 12),
      w.action, w.number) as problem
    from audit_entries w
    where w.action like 'bank\\_line\\_%' and w.target like 'bank\\_lines/%' and not exists (
      select from bank_line_acts a
      where a.bank_line_id = substring(w.target from 12)::uuid
        and 'bank_line_' || a.act = w.action)
      and (exists (
          select from bank_lines b where b.bank_line_id = substring(w.target from 12)::uuid)
        or w.number > coalesce((
          select max(number) from audit_entries where action = 'month_behind'), 0))`,
} as const satisfies Readonly<Record<string, string>>;
