// Checks of the proof on removed months: what cannot be computed from rows any more is what the
// audit trail has, and what is compared with removed rows takes the sums of their months.
import { HOUSE_BOOK } from '../../domain/ledger/ledger.ts';
import type { AuditAction } from '../../domain/record/audit.ts';
import { oneOf } from '../connection/word-list.ts';
import { ENTRY_LEGS } from '../ledger/entry-postings.ts';
import { COUNTERS } from '../trade/event-steps.ts';

const TOLD_ACTIONS = ['month_behind', 'month_removed'] as const satisfies readonly AuditAction[];

/** The last proof of the months whose rows have gone, or go; 0: none has. */
export const REMOVED_PROOF = `(
  select coalesce(max(proof_number), 0) from archived_months where stage <> 'noted')`;

/** The head of each book there, as `gone`: up to which entry rows may be gone. */
export const joinRemovedHeads = (book: string): string => `left join proof_heads gone
  on gone.merchant_id = ${book} and gone.proof_number = ${REMOVED_PROOF}`;

const dayOfProof = (made_at: string) => `floor(extract(epoch from ${made_at}) / 86400)::integer`;

/** The last day on which an event may have gone; none has: before all days. */
export const REMOVED_DAY = `coalesce((
  select ${dayOfProof('p.made_at')} from proofs p where p.proof_number = ${REMOVED_PROOF}), -1)`;

/** What the removed entries moved on each account of the house. */
export const REMOVED_HOUSE = `
  select account, currency, sum(amount)::numeric as amount from (
    select c.account, c.currency, c.amount_cents as amount
    from archived_sums c join archived_months m using (proof_number)
    where m.stage <> 'noted' and c.merchant_id = '${HOUSE_BOOK}'
    union all
    select leg.account, leg.currency, -leg.amount
    from proof_heads h join ledger_entries e on e.merchant_id = h.merchant_id
      and e.entry_number <= h.book_number
    ${ENTRY_LEGS}
    where h.merchant_id = '${HOUSE_BOOK}' and h.proof_number = ${REMOVED_PROOF}
  ) r group by 1, 2`;

const hashOf = (rows: string) => `encode(sha256(convert_to(coalesce(${rows}, ''), 'UTF8')), 'hex')`;

export const REMOVED_DAYS_HASH = `(select ${hashOf(`string_agg(
  d.receiving_account_id || ' ' || to_char(d.last_day, 'YYYY-MM-DD'), E'\\n'
  order by d.receiving_account_id)`)} from removed_days d)`;

export const REMOVED_EVENTS_HASH = `(select ${hashOf(`string_agg(
  d.merchant_id || ' ' || d.last_number, E'\\n' order by d.merchant_id)`)} from removed_events d)`;

const ROW = `concat_ws(' ', c.direction, c.currency, c.type, ${COUNTERS.map(
  (name) => `coalesce(c.${name}::text, '-')`,
).join(', ')})`;

/** Of each merchant first, because all rows of a month would be one long text. */
const ofTable = (table: string, time: string, day: string) => `
  select c.merchant_id || ' ${table} ' || encode(sha256(convert_to(string_agg(
    c.${time} || ' ' || ${ROW}, E'\\n'
    order by c.${time}, c.direction, c.currency, c.type), 'UTF8')), 'hex') as line
  from ${table} c where ${day} > m.after_day and ${day} <= m.to_day group by c.merchant_id`;

/** Of the counters of the days of month `m`. */
export const COUNTERS_HASH = `(select ${hashOf(`string_agg(x.line, E'\\n' order by x.line)`)} from (
    ${ofTable('trade_days', 'day', 'c.day')}
    union all
    ${ofTable('trade_slots', 'slot', 'c.slot / 96')}
  ) x)`;

/** The months with the hash of the counters of their days. */
export const counterHashesText = (months: string, hash: string): string => `
  select m.*, ${hash} as counters_sha256 from (
    select a.*, ${dayOfProof('p.made_at')} as to_day,
      coalesce(${dayOfProof('b.made_at')}, -1) as after_day
    from ${months} a join proofs p on p.proof_number = a.proof_number
    left join proofs b on b.proof_number = a.after_proof
  ) m`;

/** Each query returns no rows if the months are correct; each row describes one problem. */
export const REMOVAL_GAPS = {
  removed_months: `
    with told as (
      select detail->>'month' as month, action, detail from audit_entries
      where action in ${oneOf(TOLD_ACTIONS)}
    ), behind as (
      select * from told where action = 'month_behind'
    ), removed as (
      select * from told where action = 'month_removed'
    )
    select format('the removal of %s: %s not what the audit trail has', month,
      concat_ws(', ',
        case when is_stage_wrong then 'the stage is' end,
        case when is_file_wrong then 'the file is' end,
        case when is_counters_wrong then 'the counters of its days are' end)) as problem
    from (
      select coalesce(m.month, b.month, r.month) as month,
        (m.stage is distinct from 'noted') is distinct from (b.month is not null)
          or (m.stage is not distinct from 'removed') is distinct from (r.month is not null)
          as is_stage_wrong,
        b.month is not null and b.detail->>'file_sha256'
          is distinct from encode(m.file_hash, 'hex') as is_file_wrong,
        b.month is not null and b.detail->>'counters_sha256' is distinct from m.counters_sha256
          as is_counters_wrong
      from (${counterHashesText(
        'archived_months',
        `case when m.stage <> 'noted' then ${COUNTERS_HASH} end`,
      )}) m
      full join behind b on b.month = m.month
      full join removed r on r.month = coalesce(m.month, b.month)
    ) w where is_stage_wrong or is_file_wrong or is_counters_wrong
    union all
    select format('the removed days of accounts, or the removed events of merchants, are not '
      'what the audit trail has')
    from (
      select detail from audit_entries where action = 'month_behind' order by number desc limit 1
    ) l
    where l.detail->>'days_sha256' is distinct from ${REMOVED_DAYS_HASH}
      or l.detail->>'events_sha256' is distinct from ${REMOVED_EVENTS_HASH}
    union all
    select 'days or events are removed, and the audit trail has no removal'
    where not exists (select from audit_entries where action = 'month_behind')
      and (exists (select from removed_days) or exists (select from removed_events))`,
  // What owners have allowed is in the trail, with the file and what went.
  removals: `
    select format('the removal of %s is not what the audit trail has', r.month) as problem
    from removals r
    left join audit_entries a on a.action = 'removal_allowed' and a.detail->>'month' = r.month
    left join audit_entries d on d.action = 'month_removed' and d.detail->>'month' = r.month
    where (r.allowed_at is null) is distinct from (a.number is null)
      or a.number is not null and (
        a.detail->>'file_sha256' is distinct from encode(r.file_hash, 'hex')
        or a.detail->>'copy' is distinct from r.copy
        or a.detail->>'trades' is distinct from r.plan->'removed'->>'trades'
        or a.detail->'stays' is distinct from r.plan->'stays')
      or (r.ended_at is null) is distinct from (d.number is null)
      or d.number is not null and d.detail->'removed' is distinct from r.removed`,
} as const;
