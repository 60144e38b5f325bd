-- One pay-in per transaction, in separate statements: the driver's rows and checks for pgbench.
-- yardstick.merchants and yardstick.accounts number the merchants and accounts to choose from.
\set merchant random(1, :merchants)
\set account random(1, :accounts)
\set shard random(1, 8)
\set amount random(100, 10000000)
\set fee (:amount * 15 + 500) / 1000
\set net :amount - :fee
\set order random(1, 9000000000000000)
\set customer random(1, 10000)
begin;
select m.id as merchant_id, i.trade_id, uuidv7() as command_id, to_hex(:order::bigint) as order_id,
  upper(substr(i.trade_id, 6, 3) || substr(i.trade_id, 10, 4) || right(i.trade_id, 3)) as reference,
  (select count(*) from trades t
    where t.merchant_id = m.id and t.order_id = to_hex(:order::bigint)) as found
from (select uuidv7()::text as trade_id) i, yardstick.merchants m
where m.number = :merchant \gset
select a.id as account_id,
  (exists (select from reservations r where r.receiving_account_id = a.id
      and r.amount_cents = :amount and r.exclusive)
    or exists (select from reservations r where r.receiving_account_id = a.id
      and r.amount_cents = :amount and not r.exclusive
      and (r.free_at is null or r.free_at > now())))::integer as taken
from yardstick.accounts a where a.number = :account \gset
\if :found + :taken > 0
rollback;
\else
insert into reservations (receiving_account_id, amount_cents, trade_id, merchant_id, reference,
  exclusive, free_at, until)
values (:account_id, :amount, :trade_id, :merchant_id, :reference, true, null, null)
on conflict (receiving_account_id, amount_cents) where exclusive do nothing returning 1;
insert into trades (merchant_id, trade_id, order_id, direction, type, currency,
  requested_amount_cents, percent, exchange_rate, rate_source, rate_at, settlement_currency,
  client_id, client_hash, callback_url, return_url, description, metadata,
  metadata_hashes, payee, number_hash, page_key_id,
  fingerprint, refund_of, settlement_id, created_at, state, state_reason, sequence, amount_cents,
  received_amount_cents,
  refunded_amount_cents, fee_cents, settlement_amount_cents, receiving_account_id, exclusive, utr,
  utr_claims, disputed_from, expires_at, closed_at, completed_at, final_at, changed_at,
  last_command_id, order_id_as_sent, account_day, recalled_amount_cents, trace_context)
values (:merchant_id, :trade_id, :order_id, 'payin', 'account', 'INR',
  :amount, 1.5, 1, null, null, 'INR',
  sha256(uuid_send(gen_random_uuid())) || '\x00000000000000000000000000'::bytea,
  sha256(int4send(:customer)), null, null, null, null, null, null, null, 3,
  uuid_send(gen_random_uuid()) || uuid_send(gen_random_uuid()), null,
  null, now(), 'pending', null, 1, :amount, 0,
  0, :fee, :net, :account_id, true, null,
  0, null, date_trunc('milliseconds', now()) + interval '1 day', null, null, null, now(),
  :command_id, null, null, 0, null);
insert into account_days (receiving_account_id, day, shard, payin_count, amount_cents)
values (:account_id, floor(extract(epoch from now()) / 86400)::integer, :shard, 1, :amount)
on conflict (receiving_account_id, day, shard) do update
set payin_count = account_days.payin_count + excluded.payin_count,
  amount_cents = account_days.amount_cents + excluded.amount_cents;
insert into event_heads (merchant_id, last_number, open_payins) values (:merchant_id, 1, 1)
on conflict (merchant_id) do update
set last_number = event_heads.last_number + excluded.last_number,
  open_payins = event_heads.open_payins + excluded.open_payins
returning last_number as event_number \gset
insert into events (merchant_id, trade_id, sequence, number, type, act, actor_role, actor_id, note,
  standing, happened_at, amount_cents, received_amount_cents, refunded_amount_cents,
  recalled_amount_cents, fee_cents, settlement_amount_cents, expires_at, closed_at, completed_at,
  final_at, utr_claims, receiving_account_id, exclusive, state, state_reason, utr, disputed_from)
values (:merchant_id, :trade_id, 1, :event_number, 'deposit.pending', 'create', 'merchant',
  :merchant_id, null,
  null, now(), :amount, null, null,
  null, :fee, :net, date_trunc('milliseconds', now()) + interval '1 day', null, null,
  null, null, :account_id, true, 'pending', null, null, null);
commit;
\endif
