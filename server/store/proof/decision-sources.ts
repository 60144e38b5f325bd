// Reads statements to merchants, batches, closed days, proposals and past trades, which hang on
// audit entries.
import { hashedTrade } from './open-record.ts';
import { contentSql } from './record-columns.ts';

/** The SHA-256 of a JSON list as hex. */
export const hashed = (content: string) =>
  `encode(sha256(convert_to(${content}::text, 'UTF8')), 'hex')`;

/** The trail has no book: $1 is the house. */
export const AUDIT = '$1::uuid is not null and e.number > $2 and e.number <= $3';

export const DECISION_SOURCES = {
  // A statement with its lines, which are deleted if the draft is discarded.
  settlement: {
    stream: 'audit',
    text: `select e.number, split_part(e.target, '/', 3) as name, null::bytea as sealed,
        case when s.settlement_id is not null then ${hashed(`${contentSql('settlements', 's')} || (
          select coalesce(jsonb_agg(${contentSql('settlement_lines', 'l')}
            order by l.entry_number), '[]')
          from settlement_lines l
          where l.merchant_id = s.merchant_id and l.settlement_id = s.settlement_id)`)} end
          as content,
        exists (
          select from audit_entries l where l.target = e.target and l.number > e.number
            and l.action = 'settlement_discarded') as is_replaced
      from audit_entries e left join settlements s
        on s.merchant_id = split_part(e.target, '/', 2)::uuid
        and s.settlement_id = split_part(e.target, '/', 3)::uuid
      where ${AUDIT} and e.action = 'settlement_drafted' order by e.number`,
  },
  'pay-out batch': {
    stream: 'audit',
    text: `select e.number, substring(e.target from 16) as name, null::bytea as sealed,
        case when b.payout_batch_id is not null
          then ${hashed(contentSql('payout_batches', 'b'))} end as content
      from audit_entries e
      left join payout_batches b on b.payout_batch_id = substring(e.target from 16)::uuid
      where ${AUDIT} and e.action = 'payout_batch_created' order by e.number`,
  },
  'closing of account day': {
    stream: 'audit',
    text: `select e.number, split_part(e.target, '/', 2) || ' ' || split_part(e.target, '/', 4)
          || ' revision ' || (e.detail ->> 'revision') as name, null::bytea as sealed,
        case when c.day is not null
          then ${hashed(contentSql('account_day_closings', 'c'))} end as content
      from audit_entries e left join account_day_closings c
        on c.receiving_account_id = split_part(e.target, '/', 2)::uuid
        and c.day = split_part(e.target, '/', 4)::date
        and c.revision = (e.detail ->> 'revision')::integer
      where ${AUDIT} and e.action = 'account_day_closed' order by e.number`,
  },
  proposal: {
    stream: 'audit',
    text: `select e.number, p.proposal_id::text as name, null::bytea as sealed,
        ${hashed(contentSql('proposals', 'p'))} as content
      from audit_entries e
      join proposals p on p.proposal_id::text = substring(e.target from 11)
      where ${AUDIT} and e.action = 'proposal_made' order by e.number`,
  },
  // An entry names the first and the last of some trades of a removed month, by their key.
  'past trade': {
    stream: 'audit',
    text: `select e.number, t.trade_id::text as name, t.client_id, t.payee as sealed,
        t.callback_url, t.return_url, t.description, t.metadata,
        ${hashed(contentSql('past_trades', 't'))} as content
      from audit_entries e join past_trades t on t.archived_month = e.detail ->> 'month'
        and (t.merchant_id, t.trade_id) >= ((e.detail ->> 'first_merchant')::uuid,
          (e.detail ->> 'first_trade')::uuid)
        and (t.merchant_id, t.trade_id) <= ((e.detail ->> 'last_merchant')::uuid,
          (e.detail ->> 'last_trade')::uuid)
      where ${AUDIT} and e.action = 'past_trades_kept'
      order by e.number, t.merchant_id, t.trade_id`,
    open: hashedTrade,
  },
} as const;
