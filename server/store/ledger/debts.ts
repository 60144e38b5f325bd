// Debts: the balances of merchants below zero, since when, and the refunds that were sent although
// the credit of their pay-in was taken back.

import {
  HELD_PAYOUT_STATES,
  PAID_PAYIN_STATES,
  PAID_PAYOUT_STATES,
} from '../../domain/record/state-sets.ts';
import type { State } from '../../domain/record/trade.ts';
import type { Queryable } from '../connection/database.ts';
import { oneOf } from '../connection/word-list.ts';
import { ENTRY_LEGS } from './entry-postings.ts';

export type DebtRow = {
  merchant_id: string;
  merchant_name: string;
  currency: string;
  owed_cents: bigint;
  since_at: number;
};

/** Refunds that are on their way or were paid. */
const SENT_OR_HELD: readonly State[] = [...HELD_PAYOUT_STATES, ...PAID_PAYOUT_STATES];

/** The start of a debt is looked for among so many entries; before them: at least so long. */
const MOST_ENTRIES = 5_000;

/** The largest first. */
export async function selectDebts(db: Queryable, limit: number): Promise<DebtRow[]> {
  return await db.query<DebtRow>(
    'list-debts',
    `select a.merchant_id, m.name as merchant_name, a.currency, -a.balance_cents as owed_cents,
       s.since_at
     from ledger_accounts a join merchants m using (merchant_id) cross join lateral (
       select coalesce(min(r.entered_at) filter (where r.is_since), min(r.entered_at)) as since_at
       from (
         select x.entered_at,
           x.entry_number > coalesce(max(x.entry_number) filter (where x.balance >= 0) over (), -1)
             as is_since
         from (
           select e.entry_number, e.entered_at, a.balance_cents - coalesce(sum(leg.amount) over (
             order by e.entry_number desc rows between unbounded preceding and 1 preceding), 0)
             as balance
           from (
             select * from ledger_entries
             where merchant_id = a.merchant_id order by entry_number desc limit ${MOST_ENTRIES}
           ) e ${ENTRY_LEGS}
           where leg.account = 'available' and leg.currency = a.currency
         ) x
       ) r
     ) s
     where a.account = 'available' and a.balance_cents < 0
     order by a.balance_cents, a.merchant_id limit $1`,
    [limit],
  );
}

export type SentRefund = {
  merchant_id: string;
  trade_id: string;
  payin_id: string;
  amount_cents: bigint;
  currency: string;
  state: State;
};

/** Refunds of these merchants that were taken or paid, and whose pay-in lost the credit. */
export async function readSentRefunds(
  db: Queryable,
  merchants: readonly string[],
): Promise<SentRefund[]> {
  if (merchants.length === 0) return [];
  return await db.query<SentRefund>(
    'list-sent-refunds',
    `select r.merchant_id, r.trade_id, r.refund_of as payin_id, r.amount_cents, r.currency, r.state
     from unnest($1::uuid[]) as k(merchant_id) cross join lateral (
       select t.* from trades t join trades p
         on p.merchant_id = t.merchant_id and p.trade_id = t.refund_of
       where t.merchant_id = k.merchant_id and t.refund_of is not null
         and t.state in ${oneOf(SENT_OR_HELD)}
         and p.refunded_amount_cents > case
           when p.state in ${oneOf(PAID_PAYIN_STATES)}
             then p.amount_cents - p.recalled_amount_cents else 0 end
       order by t.trade_id desc limit 20
     ) r order by r.merchant_id, r.trade_id`,
    [merchants],
  );
}

export type DebtTotal = {
  currency: string;
  merchants: number;
  owed_cents: bigint;
};

/** By currency, of all merchants. */
export async function readDebtTotals(db: Queryable): Promise<DebtTotal[]> {
  return await db.query<DebtTotal>(
    'read-debt-totals',
    `select a.currency, count(*)::int as merchants, -sum(a.balance_cents)::bigint as owed_cents
     from ledger_accounts a where a.account = 'available' and a.balance_cents < 0
     group by 1 order by 1`,
    [],
  );
}
