// What the proof of the books asks the database: money that is not where its trade or line says.
import type { Queryable } from './database.ts';
import { LINE_GAPS } from './proof-lines.ts';

/** Each query finds nothing in sound books; a row is a sentence about what is wrong. */
const GAPS = {
  ...LINE_GAPS,
  // Every open pay-out has its sum on hold, and so has every disputed credit, and what is kept back
  // of a credit for some days; nothing else is.
  holds: `
    with held as (
      select merchant_id, settlement_currency as currency, settlement_amount_cents as amount
      from trades
      where (direction = 'payout' and state in ('created', 'processing'))
        or (direction = 'payin' and state = 'disputed' and disputed_from = 'completed')
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
  // What was refunded of a pay-in is what its refunds say that have not come to nothing.
  refunded: `
    select format('trade %s: refunded %s, its refunds say %s', t.trade_id,
      t.refunded_amount_cents, coalesce(r.amount, 0)) as problem
    from trades t left join (
      select merchant_id, refund_of as trade_id, sum(amount_cents) as amount from trades
      where refund_of is not null and state not in ('failed', 'canceled', 'reversed')
      group by 1, 2
    ) r using (merchant_id, trade_id)
    where t.refunded_amount_cents <> coalesce(r.amount, 0)`,
  // A settlement stands where its pay-out stands, and has been paid what was approved.
  settlements: `
    select format('settlement %s: it is %s with %s approved, its pay-out %s is %s with %s',
      s.settlement_id, s.state, s.approved_cents, s.trade_id, t.state, t.amount_cents) as problem
    from settlements s left join trades t
      on t.merchant_id = s.merchant_id and t.trade_id = s.trade_id
    where s.trade_id is not null and (t.settlement_id is distinct from s.settlement_id
      or t.amount_cents is distinct from s.approved_cents
      or s.state is distinct from case t.state when 'created' then 'approved'
        when 'processing' then 'sent' when 'completed' then 'settled'
        when 'disputed' then 'settled' else 'returned' end)`,
  // A statement is what its lines add up to, and its lines are what the entries did.
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
  settled_entries: `
    select format('entry %s of %s moved %s, its settlement line says %s', l.entry_number,
      l.merchant_id, coalesce(m.moved, 0), l.net_cents) as problem
    from settlement_lines l left join ledger_entries e using (merchant_id, entry_number)
    left join lateral (
      select sum(leg.amount) as moved from unnest(e.accounts, e.amounts) as leg(account, amount)
      where leg.account = 'available'
    ) m on true
    where l.net_cents is distinct from m.moved`,
  // Every change of a trade has its event: sequences without gaps.
  sequences: `
    select format('trade %s: sequence %s, events %s', t.trade_id, t.sequence, e.events) as problem
    from trades t left join (
      select merchant_id, trade_id, count(*) as events, max(sequence) as last
      from events group by 1, 2
    ) e using (merchant_id, trade_id)
    where t.sequence is distinct from e.events or t.sequence is distinct from e.last`,
  // What a trade did to its merchant's balance is what its state says.
  credited: `
    select format('trade %s: its entries moved %s, its state says %s', t.trade_id,
      coalesce(l.amount, 0), s.amount) as problem
    from trades t cross join lateral (
      select case
        when t.direction = 'payout' and t.state in ('completed', 'disputed')
          then -t.settlement_amount_cents
        when t.direction = 'payin'
          and (t.state = 'completed' or (t.state = 'disputed' and t.disputed_from = 'completed'))
          then t.settlement_amount_cents
        else 0 end as amount
    ) s left join (
      select e.merchant_id, e.trade_id, sum(leg.amount) as amount
      from ledger_entries e cross join lateral unnest(e.accounts, e.amounts) as leg(account, amount)
      where e.trade_id is not null and leg.account in ('available', 'blocked') group by 1, 2
    ) l using (merchant_id, trade_id)
    where coalesce(l.amount, 0) <> s.amount`,
  // The feed has no gaps: numbers run from 1 to the head's.
  numbers: `
    select format('%s: events are numbered to %s, %s have a number, the head says %s',
      coalesce(e.merchant_id, h.merchant_id), e.last, e.numbered, h.last_number) as problem
    from (
      select merchant_id, count(number) as numbered, max(number) as last from events
      where number is not null group by 1
    ) e full join event_heads h using (merchant_id)
    where e.numbered is distinct from e.last
      or coalesce(e.last, 0) is distinct from h.last_number`,
  // Every merchant has a book, and nothing stands in a book that is not there.
  books: `
    select format('%s has no book', merchant_id) as problem
    from (
      select merchant_id from merchants
      union select merchant_id from ledger_accounts
      union select merchant_id from ledger_entries
      union select '00000000-0000-0000-0000-000000000000'
    ) m left join ledger_books b using (merchant_id)
    where b.merchant_id is null`,
  // What was signed is still what the books say: a history that was written anew, or cut, is not.
  signed: `
    select format('%s: proof %s was signed over entry %s, which is now %s',
      case h.merchant_id when '00000000-0000-0000-0000-000000000000' then 'house'
        else h.merchant_id::text end,
      h.proof_number, h.book_number, case when e.hash is null then 'gone' else 'another' end)
      as problem
    from proof_heads h left join ledger_entries e
      on e.merchant_id = h.merchant_id and e.entry_number = h.book_number
    where h.book_number > 0 and e.hash is distinct from h.book_hash`,
  // The trail says which proofs were signed.
  published: `
    select format('proof %s was signed on record, and is gone', a.detail->>'number') as problem
    from audit_entries a left join proofs p
      on p.proof_number = (a.detail->>'number')::bigint
        and encode(p.proof_hash, 'hex') = a.detail->>'hash'
    where a.action = 'proof_signed' and p.proof_number is null`,
} as const satisfies Readonly<Record<string, string>>;

type GapName = keyof typeof GAPS;

export const GAP_NAMES = Object.keys(GAPS) as readonly GapName[];

/** At most a hundred of one kind: more say nothing new. */
export async function findGaps(tx: Queryable, name: GapName): Promise<string[]> {
  const text = `${GAPS[name]} limit 100`;
  const rows = await tx.query<{ problem: string }>(`proof-${name}`, text, []);
  return rows.map((row) => row.problem);
}
