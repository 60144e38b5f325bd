// What the proof of the books asks the database: money that is not where its trade or line says.
import type { Queryable } from './database.ts';

/** Each query finds nothing in sound books; a row is a sentence about what is wrong. */
const GAPS: Readonly<Record<string, string>> = {
  // Every open pay-out has its sum on hold, and so has every disputed credit; nothing else is.
  holds: `
    with held as (
      select merchant_id, settlement_currency as currency, sum(settlement_amount_cents) as amount
      from trades
      where (direction = 'payout' and state in ('created', 'processing'))
        or (direction = 'payin' and state = 'disputed' and disputed_from = 'completed')
      group by 1, 2
    )
    select format('%s: %s %s on hold by trades, %s in the ledger', merchant_id,
      coalesce(h.amount, 0), currency, coalesce(a.balance_cents, 0)) as problem
    from held h full join (
      select merchant_id, currency, balance_cents from ledger_accounts where account = 'blocked'
    ) a using (merchant_id, currency)
    where coalesce(h.amount, 0) <> coalesce(a.balance_cents, 0)`,
  // Every bank line has its place, and every matched line a trade that counts it.
  received: `
    select format('trade %s: received %s, its bank lines say %s', t.trade_id,
      t.received_amount_cents, coalesce(l.amount, 0)) as problem
    from trades t left join (
      select o.merchant_id, o.trade_id, sum(b.amount_cents) as amount
      from bank_line_outcomes o join bank_lines b using (bank_line_id)
      where o.status = 'matched' group by 1, 2
    ) l using (merchant_id, trade_id)
    where t.received_amount_cents <> coalesce(l.amount, 0)`,
  placeless: `
    select format('bank line %s has no outcome', b.bank_line_id) as problem
    from bank_lines b left join bank_line_outcomes o using (bank_line_id)
    where o.bank_line_id is null`,
  suspense: `
    select format('%s: %s in suspense by the lines, %s in the ledger', account,
      coalesce(l.amount, 0), coalesce(a.balance_cents, 0)) as problem
    from (
      select 'suspense:' || b.receiving_account_id as account, b.currency,
        sum(b.amount_cents) as amount
      from bank_lines b join bank_line_outcomes o using (bank_line_id)
      where o.status = 'suspense' group by 1, 2
    ) l full join (
      select account, currency, balance_cents from ledger_accounts
      where account like 'suspense:%'
    ) a using (account, currency)
    where coalesce(l.amount, 0) <> coalesce(a.balance_cents, 0)`,
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
};

export async function proofGaps(tx: Queryable): Promise<string[]> {
  const problems: string[] = [];
  for (const [name, text] of Object.entries(GAPS)) {
    const rows = await tx.query<{ problem: string }>(`proof-${name}`, `${text} limit 100`, []);
    problems.push(...rows.map((row) => row.problem));
  }
  return problems;
}
