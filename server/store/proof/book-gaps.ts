// Checks of the proof that are SQL queries: money that is not where its trade or bank line says.

import { BALANCE_ACCOUNTS, type EntryAct } from '../../domain/ledger/ledger.ts';
import { DIFFERENCE_ACTS } from '../../domain/ledger/posting-rules.ts';
import { settlementStateOf } from '../../domain/record/settlement-record.ts';
import {
  HELD_PAYOUT_STATES,
  PAID_PAYOUT_STATES,
  PAYOUT_STATES_WITHOUT_MONEY,
} from '../../domain/record/state-sets.ts';
import { STATES } from '../../domain/record/trade.ts';
import { SUM_OF } from '../../domain/settlement/settlement-line.ts';
import type { Queryable } from '../connection/database.ts';
import { caseOf, oneOf } from '../connection/word-list.ts';
import { ENTRY_ACCOUNTS, ENTRY_LAYOUT, ENTRY_LEGS } from '../ledger/entry-postings.ts';
import { ARCHIVE_GAPS } from './proof-archives.ts';
import { COUNT_GAPS } from './proof-counts.ts';
import { CREDIT_LEFT, DISPUTE_GAPS } from './proof-disputes.ts';
import { LINE_GAPS } from './proof-lines.ts';
import { PAYOUT_GAPS } from './proof-payouts.ts';
import { joinRemovedHeads, REMOVAL_GAPS } from './proof-removals.ts';
import { TERM_GAPS } from './proof-terms.ts';
import { TOLD_GAPS } from './proof-told.ts';

const RECALL_ACTS: readonly EntryAct[] = [
  'payin_recalled',
  'payin_recall_undone',
  'payin_charged_back',
];

const HOLD_ACTS: readonly EntryAct[] = ['hold_placed', 'hold_released'];

/** The state of a settlement that follows from its pay-out's state. */
const SETTLEMENT_STATE = caseOf(
  't.state',
  Object.fromEntries(STATES.map((state) => [state, `'${settlementStateOf(state)}'`])),
);

const SUMS = Object.entries(SUM_OF)
  .map(([kind, sum]) => `coalesce(sum(gross_cents) filter (where kind = '${kind}'), 0) as ${sum}`)
  .join(', ');

const sumsOf = (table: string) =>
  [...Object.values(SUM_OF), 'fees_cents', 'paid_cents'].map((sum) => `${table}.${sum}`).join(', ');

/** Each query returns no rows if the books are correct; each row describes one problem. */
const BOOK_GAPS = {
  // The blocked balance is the sum of open pay-outs, disputed credits, and the parts of credits
  // that are held for some days.
  holds: `
    with held as (
      select merchant_id, settlement_currency as currency, settlement_amount_cents as amount
      from trades
      where direction = 'payout' and state in ${oneOf(HELD_PAYOUT_STATES)}
      union all
      select merchant_id, settlement_currency, blocked_cents from disputes
      where executed_at is null
      union all
      select merchant_id, currency, remaining_cents from holds where not suspended
    )
    select format('%s: %s %s on hold by trades, %s in the ledger', merchant_id,
      coalesce(h.amount, 0), currency, coalesce(a.balance_cents, 0)) as problem
    from (
      select merchant_id, currency, sum(amount) as amount from held group by 1, 2
    ) h full join (
      select merchant_id, currency, balance_cents from ledger_accounts where account = 'blocked'
    ) a using (merchant_id, currency)
    where coalesce(h.amount, 0) <> coalesce(a.balance_cents, 0)`,
  // Each hold agrees with the entries of its pay-in.
  held: `
    select format('trade %s: its holds say %s, its entries hold %s', trade_id,
      coalesce(h.amount, 0), coalesce(e.amount, 0)) as problem
    from (
      select merchant_id, trade_id,
        sum(remaining_cents) filter (where not suspended) as amount
      from holds group by 1, 2
    ) h full join (
      select e.merchant_id, e.trade_id, sum(leg.amount) as amount
      from ledger_entries e ${ENTRY_LEGS}
      where e.act in ${oneOf(HOLD_ACTS)} and leg.account = 'blocked' group by 1, 2
    ) e using (merchant_id, trade_id)
    where coalesce(h.amount, 0) <> coalesce(e.amount, 0)
    union all
    select format('trade %s: of %s on hold %s are left and %s were used', trade_id, amount_cents,
      remaining_cents, used_cents)
    from holds where remaining_cents > 0 and remaining_cents + used_cents <> amount_cents`,
  // The UTR of a pay-in is the one claimed for it last.
  claims: `
    select format('trade %s has UTR %s, its claim says %s', coalesce(t.trade_id, c.trade_id),
      coalesce(t.utr, 'none'), coalesce(c.utr, 'none')) as problem
    from (
      select merchant_id, trade_id, utr from trades
      where direction = 'payin' and utr_claims > 0
    ) t full join (
      select merchant_id, trade_id, utr from utr_claims where active
    ) c using (merchant_id, trade_id)
    where t.utr is distinct from c.utr`,
  // The refunded amount of a pay-in is the sum of its refunds, without unsuccessful ones.
  refunded: `
    select format('trade %s: refunded %s, its refunds say %s', t.trade_id,
      t.refunded_amount_cents, coalesce(r.amount, 0)) as problem
    from trades t left join (
      select merchant_id, refund_of as trade_id, sum(amount_cents) as amount from trades
      where refund_of is not null and (state not in ${oneOf(PAYOUT_STATES_WITHOUT_MONEY)}
        -- Its money left all the same.
        or exists (
          select from payout_attempts a where a.merchant_id = trades.merchant_id
            and a.trade_id = trades.trade_id and a.charged_cents is not null))
      group by 1, 2
    ) r using (merchant_id, trade_id)
    where t.refunded_amount_cents <> coalesce(r.amount, 0)`,
  // The recalled amount of a pay-in is the sum of its entries, until it is reversed.
  recalled: `
    select format('trade %s: recalled %s, its entries took %s', t.trade_id,
      t.recalled_amount_cents, coalesce(l.amount, 0)) as problem
    from trades t left join (
      select e.merchant_id, e.trade_id, sum(leg.amount) as amount
      from ledger_entries e ${ENTRY_LEGS}
      where e.act in ${oneOf(RECALL_ACTS)} and leg.account like 'clearing:%' group by 1, 2
    ) l using (merchant_id, trade_id)
    where t.state <> 'reversed' and t.recalled_amount_cents <> coalesce(l.amount, 0)`,
  // A settlement's state follows its pay-out's state, and the approved amount was paid.
  settlements: `
    select format('settlement %s: it is %s with %s approved, its pay-out %s is %s with %s',
      s.settlement_id, s.state, s.approved_cents, s.trade_id, t.state, t.amount_cents) as problem
    from settlements s left join (
      select merchant_id, trade_id, settlement_id, state, amount_cents from trades
      union all
      select merchant_id, trade_id, settlement_id, state, amount_cents from past_trades
    ) t on t.merchant_id = s.merchant_id and t.trade_id = s.trade_id
    where s.trade_id is not null and (t.settlement_id is distinct from s.settlement_id
      or t.amount_cents is distinct from s.approved_cents
      or s.state is distinct from ${SETTLEMENT_STATE})`,
  // A statement is the sum of its lines, and its lines agree with the ledger entries.
  statements: `
    select format('settlement %s: its sums moved %s in %s lines, its lines %s in %s',
      s.settlement_id, s.closing_cents - s.opening_cents, s.line_count, coalesce(l.net, 0),
      coalesce(l.lines, 0)) as problem
    from settlements s left join (
      select merchant_id, settlement_id, sum(net_cents) as net, count(*) as lines
      from settlement_lines group by 1, 2
    ) l using (merchant_id, settlement_id)
    where s.state <> 'discarded' and (s.closing_cents - s.opening_cents <> coalesce(l.net, 0)
      or s.line_count <> coalesce(l.lines, 0))`,
  // Each sum in a statement equals the sum of its lines of that kind.
  sums: `
    select format('settlement %s: its sums are not those of its lines', s.settlement_id) as problem
    from settlements s join (
      select merchant_id, settlement_id,
        ${SUMS},
        coalesce(sum(fee_cents) filter (where kind <> 'settlement'), 0) as fees_cents,
        coalesce(sum(net_cents) filter (where kind = 'settlement' and net_cents < 0), 0)
          as paid_cents
      from settlement_lines group by 1, 2
    ) l using (merchant_id, settlement_id)
    where s.state <> 'discarded' and (${sumsOf('s')}) is distinct from (${sumsOf('l')})`,
  // Each statement opens with the closing balance of the one before.
  openings: `
    select format('settlement %s opens with %s from entry %s, the one before left %s at %s',
      settlement_id, opening_cents, first_entry_number, before, last) as problem
    from (
      select settlement_id, opening_cents, first_entry_number,
        lag(closing_cents, 1, 0::bigint) over w as before,
        lag(last_entry_number, 1, 0::bigint) over w as last
      from settlements where state <> 'discarded'
      window w as (partition by merchant_id order by number)
    ) s where opening_cents <> before or first_entry_number <> last + 1`,
  // A pay-out that pays a statement is named by that statement.
  payers: `
    select format('trade %s says that it pays settlement %s, which names %s', t.trade_id,
      t.settlement_id, coalesce(s.trade_id::text, 'none')) as problem
    from trades t left join settlements s
      on s.merchant_id = t.merchant_id and s.settlement_id = t.settlement_id
    where t.settlement_id is not null and s.trade_id is distinct from t.trade_id`,
  settled_entries: `
    select format('entry %s of %s moved %s, its settlement line says %s', l.entry_number,
      l.merchant_id, coalesce(m.moved, 0), l.net_cents) as problem
    from settlement_lines l left join ledger_entries e using (merchant_id, entry_number)
    ${joinRemovedHeads('l.merchant_id')}
    ${ENTRY_LAYOUT} left join lateral (
      select sum(leg.amount) as moved
      from unnest(${ENTRY_ACCOUNTS}, e.amounts) as leg(account, amount)
      where leg.account = 'available') m on true
    where l.net_cents is distinct from m.moved
      -- A statement had it, and it was removed with its month.
      and (e.entry_number is not null or l.entry_number > coalesce(gone.book_number, 0))`,
  // Every change of a trade has an event: no gaps in the sequence, and no event without a trade.
  sequences: `
    select format('trade %s: sequence %s, events %s', trade_id, t.sequence, e.events) as problem
    from trades t full join (
      select merchant_id, trade_id, count(*) as events, max(sequence) as last
      from events group by 1, 2
    ) e using (merchant_id, trade_id)
    where t.sequence is distinct from e.events or t.sequence is distinct from e.last`,
  // The amount credited to or debited from the balance for a trade follows from its state.
  credited: `
    select format('trade %s: its entries moved %s, its state says %s', t.trade_id,
      coalesce(l.amount, 0), s.amount) as problem
    from trades t left join (
      select merchant_id, trade_id, sum(charged_cents) as charged
      from payout_attempts where charged_cents is not null group by 1, 2
    ) c using (merchant_id, trade_id) cross join lateral (
      select case
        when t.direction = 'payout' and t.state in ${oneOf(PAID_PAYOUT_STATES)}
          then -t.settlement_amount_cents
        when t.direction = 'payin'
          and (t.state = 'completed' or (t.state = 'disputed' and t.disputed_from = 'completed'))
          then ${CREDIT_LEFT}
        else -coalesce(c.charged, 0) end as amount
    ) s left join (
      select e.merchant_id, e.trade_id, sum(leg.amount) as amount
      from ledger_entries e ${ENTRY_LEGS}
      where e.trade_id is not null and e.act not in ${oneOf(DIFFERENCE_ACTS)}
        and leg.account in ${oneOf(BALANCE_ACCOUNTS)} group by 1, 2
    ) l using (merchant_id, trade_id)
    where coalesce(l.amount, 0) <> s.amount`,
  // Only unsuccessful pay-outs are charged: by the amount that a reversal gave back, otherwise by
  // the amount without a fee.
  charged: `
    select format('pay-out %s: it is %s, and %s is charged for it', t.trade_id, t.state,
      coalesce(a.charged_cents::text, 'nothing')) as problem
    from payout_attempts a join trades t using (merchant_id, trade_id)
    where a.charged_cents is not null and case
        when t.state = 'reversed' then a.charged_cents <> t.settlement_amount_cents
        when t.state not in ${oneOf(PAYOUT_STATES_WITHOUT_MONEY)} then true
        when t.currency = t.settlement_currency then a.charged_cents <> t.amount_cents
        else a.charged_cents > t.settlement_amount_cents end
      or a.charged_cents is null and a.state = 'paid'
        and t.state in ${oneOf(PAYOUT_STATES_WITHOUT_MONEY)}`,
  // The event feed has no gaps: after what was removed, numbers run to the head's number.
  numbers: `
    select format('%s: events are numbered to %s, %s have a number after %s, the head says %s',
      coalesce(e.merchant_id, h.merchant_id), e.last, e.numbered, coalesce(r.last_number, 0),
      h.last_number) as problem
    from (
      select e.merchant_id, count(e.number) as numbered, max(e.number) as last from events e
      left join removed_events r using (merchant_id)
      where e.number > coalesce(r.last_number, 0) group by 1
    ) e full join event_heads h using (merchant_id) left join removed_events r using (merchant_id)
    where coalesce(e.numbered, 0) is distinct from h.last_number - coalesce(r.last_number, 0)
      or coalesce(e.last, r.last_number, 0) is distinct from h.last_number`,
  // Every merchant has a book, and every entry belongs to an existing book.
  books: `
    select format('%s has no book', merchant_id) as problem
    from (
      select merchant_id from merchants
      union select merchant_id from ledger_accounts
      union select merchant_id from ledger_entries
      union select '00000000-0000-0000-0000-000000000000'
    ) m left join ledger_books b using (merchant_id)
    where b.merchant_id is null`,
  // Signed heads agree with the present books: history was not rewritten or truncated.
  signed: `
    select format('%s: proof %s was signed over entry %s, which is now %s',
      case h.merchant_id when '00000000-0000-0000-0000-000000000000' then 'house'
        else h.merchant_id::text end,
      h.proof_number, h.book_number, case when e.hash is null then 'gone' else 'another' end)
      as problem
    from proof_heads h left join ledger_entries e
      on e.merchant_id = h.merchant_id and e.entry_number = h.book_number
    ${joinRemovedHeads('h.merchant_id')}
    where h.book_number > 0 and e.hash is distinct from h.book_hash
      and (e.hash is not null or h.book_number > coalesce(gone.book_number, 0))`,
} as const satisfies Readonly<Record<string, string>>;

const GROUPS = [
  LINE_GAPS,
  PAYOUT_GAPS,
  TERM_GAPS,
  TOLD_GAPS,
  COUNT_GAPS,
  DISPUTE_GAPS,
  ARCHIVE_GAPS,
  REMOVAL_GAPS,
  BOOK_GAPS,
] as const;

type KeysOf<Group> = Group extends unknown ? keyof Group : never;
export type GapName = KeysOf<(typeof GROUPS)[number]>;

/** Two queries of one name would be one, and verify would not see what the other one finds. */
function together(): ReadonlyMap<GapName, string> {
  const entries = GROUPS.flatMap((group) => Object.entries(group) as [GapName, string][]);
  const gaps = new Map(entries);
  if (gaps.size < entries.length) throw new Error('Two checks of the books have one name');
  return gaps;
}

const GAPS = together();

export const GAP_NAMES: readonly GapName[] = [...GAPS.keys()];

/** At most a hundred rows of one kind: more would add nothing. */
export const gapText = (name: GapName): string => `${GAPS.get(name)} limit 100`;
export async function findGaps(tx: Queryable, name: GapName): Promise<string[]> {
  const rows = await tx.query<{ problem: string }>(`proof-${name}`, gapText(name), []);
  return rows.map((row) => row.problem);
}
