// Writes the staged trades with everything that the service adds: events, reservations, claims,
// counters and the ledger.

import type pg from 'pg';
import { HOUSE_BOOK } from '../../server/domain/ledger/ledger.ts';
import { LIMITS } from '../../server/domain/service/limits.ts';
import { SLOT_MS } from '../../server/domain/trade/trade-measures.ts';
import { DAY_MS } from '../../server/lib/durations.ts';
import { finalMs, PERCENT } from './stage.ts';

const at = (milliseconds: string) => `to_timestamp((${milliseconds}) / 1000.0)`;

/** As large as a sealed customer; no key opens them, which SQL cannot do. */
const CLIENT = `'\\x00000000'::bytea || sha256(convert_to('client ' || n, 'UTF8'))
  || '\\x000000000000000000'::bytea`;
const CLIENT_HASH = `sha256(convert_to(merchant_id || '/customer-' || n % 100000, 'UTF8'))`;

const WRITE_TRADES = `
  insert into trades (merchant_id, trade_id, order_id, direction, type, currency,
    requested_amount_cents, percent, exchange_rate, settlement_currency, client_id, client_hash,
    page_key_id, fingerprint, created_at, state, state_reason, sequence, amount_cents,
    received_amount_cents, refunded_amount_cents, fee_cents, settlement_amount_cents,
    receiving_account_id, exclusive, utr, utr_claims, expires_at, closed_at, completed_at, final_at,
    changed_at, last_command_id)
  select merchant_id, trade_id, 'fill-' || n, 'payin', 'account', 'INR', amount_cents, ${PERCENT},
    1, 'INR', ${CLIENT}, ${CLIENT_HASH},
    (select max(key_id) from encryption_keys where purpose = 'page'),
    sha256(convert_to('fingerprint ' || n, 'UTF8')), ${at('created_ms')}, state,
    case state when 'expired' then 'timeout' end,
    1 + (claimed_ms is not null)::int + (ended_ms is not null)::int, amount_cents, 0, 0, fee_cents,
    amount_cents - fee_cents, receiving_account_id, exclusive, utr, (utr is not null)::int,
    ${at('expires_ms')}, ${at('ended_ms')},
    case state when 'completed' then ${at('ended_ms')} end, ${at(finalMs('state'))},
    ${at('coalesce(ended_ms, claimed_ms, created_ms)')}, md5('command ' || n)::uuid
  from fill_trades order by n`;

/** Zeros and fields without a value are null, as in the service. */
const STANDING = {
  state: 's.state',
  state_reason: `case s.state when 'expired' then 'timeout' end`,
  amount_cents: 'amount_cents',
  fee_cents: 'nullif(fee_cents, 0)',
  settlement_amount_cents: 'amount_cents - fee_cents',
  receiving_account_id: 'receiving_account_id',
  exclusive: 'nullif(exclusive, false)',
  utr: 'case when sequence > 1 then utr end',
  utr_claims: 'case when sequence > 1 and utr is not null then 1 end',
  expires_at: at('expires_ms'),
  closed_at: `case when is_end then ${at('ended_ms')} end`,
  completed_at: `case when is_end and s.state = 'completed' then ${at('ended_ms')} end`,
  final_at: `case when is_end then ${at(finalMs('t.state'))} end`,
};

/** Numbers events as the service does: per merchant, without gaps, after its last event. */
const WRITE_EVENTS = `
  insert into events (merchant_id, trade_id, sequence, number, type, act, actor_role, happened_at,
    ${Object.keys(STANDING).join(', ')})
  select merchant_id, t.trade_id, s.sequence, coalesce(h.last_number, 0)
      + row_number() over (partition by merchant_id order by s.at_ms, t.n, s.sequence),
    'deposit.' || s.state, s.act, s.actor_role, ${at('s.at_ms')},
    ${Object.values(STANDING).join(', ')}
  from fill_trades t cross join lateral (
    select 1 as sequence, 'create' as act, 'pending' as state, 'merchant' as actor_role,
      t.created_ms as at_ms, false as is_end
    union all
    select 2, 'attach_utr', 'verifying', 'merchant', t.claimed_ms, false
    where t.claimed_ms is not null
    union all
    select 2 + (t.claimed_ms is not null)::int,
      case t.state when 'expired' then 'expire' else 'confirm' end, t.state,
      case t.state when 'expired' then 'service' else 'operator' end, t.ended_ms, true
    where t.ended_ms is not null
  ) s left join event_heads h using (merchant_id)`;

const MOVE_EVENT_HEADS = `
  insert into event_heads (merchant_id, last_number)
  select merchant_id, sum(1 + (claimed_ms is not null)::int + (ended_ms is not null)::int)
  from fill_trades group by merchant_id
  on conflict (merchant_id) do update
  set last_number = event_heads.last_number + excluded.last_number`;

/** If all earlier events of a merchant are counted, these are, too. */
const MOVE_COUNT_HEADS = `
  insert into trade_count_heads (merchant_id, counted_number)
  select merchant_id, sum(1 + (claimed_ms is not null)::int + (ended_ms is not null)::int)
  from fill_trades group by merchant_id
  on conflict (merchant_id) do update
  set counted_number = trade_count_heads.counted_number + excluded.counted_number`;

const COUNT_STATES = `
  insert into trade_counts (merchant_id, direction, currency, state, trade_count, amount_cents)
  select merchant_id, 'payin', 'INR', state, count(*), sum(amount_cents)
  from fill_trades group by 1, 2, 3, 4
  on conflict (merchant_id, direction, currency, state) do update
  set trade_count = trade_counts.trade_count + excluded.trade_count,
    amount_cents = trade_counts.amount_cents + excluded.amount_cents`;

/** Every completed trade was confirmed by a person, some minutes after it was created. */
const COUNTED = {
  created_count: 'count(*) filter (where m.is_create)',
  created_total: 'sum(amount_cents) filter (where m.is_create)',
  expired_count: 'count(*) filter (where m.expires)',
  expired_total: 'sum(amount_cents) filter (where m.expires)',
  completed_count: 'count(*) filter (where m.completes)',
  completed_total: 'sum(amount_cents) filter (where m.completes)',
  fees_count: 'count(*) filter (where m.completes)',
  fees_total: 'sum(fee_cents) filter (where m.completes)',
  duration_count: 'count(*) filter (where m.completes)',
  duration_total: 'sum(ended_ms - created_ms) filter (where m.completes)',
  within_15m_count: 'count(*) filter (where m.completes and ended_ms - created_ms <= 900000)',
  within_15m_total:
    'sum(amount_cents) filter (where m.completes and ended_ms - created_ms <= 900000)',
  within_1h_count: 'count(*) filter (where m.completes)',
  within_1h_total: 'sum(amount_cents) filter (where m.completes)',
  within_1d_count: 'count(*) filter (where m.completes)',
  within_1d_total: 'sum(amount_cents) filter (where m.completes)',
};

const NAMES = Object.keys(COUNTED).join(', ');

/** As the service: of a part of the time, for each merchant and for all of them together. */
const countTimes = (table: string, time: string, part_ms: number) => `
  insert into ${table} as c (merchant_id, ${time}, direction, currency, type, ${NAMES})
  select case grouping(merchant_id) when 0 then merchant_id else '${HOUSE_BOOK}' end,
    m.at_ms / ${part_ms}, 'payin', 'INR', 'account',
    ${Object.entries(COUNTED).map(([name, value]) =>
      name.endsWith('count') ? `nullif(${value}, 0)` : value,
    )}
  from fill_trades t cross join lateral (values
    (created_ms, true, false, false),
    (ended_ms, false, state = 'completed', state = 'expired')
  ) as m(at_ms, is_create, completes, expires)
  where m.at_ms is not null
  group by grouping sets ((merchant_id, m.at_ms / ${part_ms}), (m.at_ms / ${part_ms}))
  on conflict (merchant_id, ${time}, direction, currency, type) do update
  set ${Object.keys(COUNTED).map(
    (name) => `${name} = case when excluded.${name} is null then c.${name}
      else coalesce(c.${name}, 0) + excluded.${name} end`,
  )}`;

const HOUSE_HEAD = `
  insert into trade_count_heads (merchant_id, counted_number) values ('${HOUSE_BOOK}', 0)
  on conflict (merchant_id) do nothing`;

/** Skips the rows that the clean job would have removed by now. */
const WRITE_RESERVATIONS = `
  insert into reservations (receiving_account_id, amount_cents, trade_id, merchant_id, reference,
    exclusive, free_at, until)
  select receiving_account_id, amount_cents, trade_id, merchant_id, reference, exclusive,
    ${at(`ended_ms + ${LIMITS.reservation_hold_ms}`)},
    ${at(`ended_ms + ${LIMITS.late_evidence_max_ms}`)}
  from fill_trades
  where ended_ms is null or ${at(`ended_ms + ${LIMITS.late_evidence_max_ms}`)} > now()
  order by receiving_account_id, amount_cents`;

const WRITE_CLAIMS = `
  insert into utr_claims (utr, trade_id, merchant_id, active, claimed_at)
  select utr, trade_id, merchant_id, true, ${at('claimed_ms')} from fill_trades
  where utr is not null order by n`;

const COUNT_DAYS = `
  insert into account_days (receiving_account_id, day, payin_count, amount_cents)
  select receiving_account_id, created_ms / 86400000, count(*), sum(amount_cents)
  from fill_trades group by 1, 2
  on conflict (receiving_account_id, day, shard) do update
  set payin_count = account_days.payin_count + excluded.payin_count,
    amount_cents = account_days.amount_cents + excluded.amount_cents`;

/** The text that `canonicalEntry` hashes, without the hash before it. */
const CONTENT = `format('"%s","%s","payin_completed","%s",null,null,%s,'
  '[["clearing:%s","INR","%s"],["fees","INR","%s"],["available","INR","%s"]]]', e.merchant_id,
  e.number, e.trade_id, e.ended_ms, e.receiving_account_id, -e.amount_cents, e.fee_cents,
  e.amount_cents - e.fee_cents)`;

const WRITE_ENTRIES = `
  with completed as (
    select t.*, encode(b.last_hash, 'hex') as head, b.last_number
      + row_number() over (partition by merchant_id order by ended_ms, n) as number
    from fill_trades t join ledger_books b using (merchant_id) where state = 'completed'
  ), written as (
    insert into ledger_entries (merchant_id, entry_number, act, trade_id, accounts, currencies,
      amounts, entered_at, hash)
    select merchant_id, number, 'payin_completed', trade_id,
      array['clearing:' || receiving_account_id, 'fees', 'available'], array['INR', 'INR', 'INR'],
      array[-amount_cents, fee_cents, amount_cents - fee_cents], ${at('ended_ms')},
      decode(pg_temp.chain_entries(head, ${CONTENT})
        over (partition by merchant_id order by number), 'hex')
    from completed e
    returning merchant_id, entry_number, hash
  )
  update ledger_books b set last_number = w.entry_number, last_hash = w.hash
  from (
    select distinct on (merchant_id) merchant_id, entry_number, hash from written
    order by merchant_id, entry_number desc
  ) w
  where b.merchant_id = w.merchant_id`;

const MOVE_BALANCES = `
  insert into ledger_accounts (merchant_id, account, currency, balance_cents, overdraft_cents)
  select merchant_id, l.account, 'INR', sum(l.amount), min(l.overdraft)
  from fill_trades t cross join lateral (values
    ('clearing:' || t.receiving_account_id, -t.amount_cents, null::bigint),
    ('fees', t.fee_cents, null), ('available', t.amount_cents - t.fee_cents, 0)
  ) as l(account, amount, overdraft)
  where t.state = 'completed' group by 1, 2
  on conflict (merchant_id, account, currency) do update
  set balance_cents = ledger_accounts.balance_cents + excluded.balance_cents`;

/** Writes the whole stage inside the caller's transaction. */
export async function writeStage(client: pg.ClientBase): Promise<void> {
  for (const statement of [
    WRITE_TRADES,
    WRITE_EVENTS,
    MOVE_EVENT_HEADS,
    MOVE_COUNT_HEADS,
    COUNT_STATES,
    HOUSE_HEAD,
    countTimes('trade_slots', 'slot', SLOT_MS),
    countTimes('trade_days', 'day', DAY_MS),
    WRITE_RESERVATIONS,
    WRITE_CLAIMS,
    COUNT_DAYS,
    WRITE_ENTRIES,
    MOVE_BALANCES,
  ]) {
    await client.query(statement);
  }
}
