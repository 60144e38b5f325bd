-- One pay-out per transaction, in separate statements: the driver's rows and checks for pgbench.
-- Books and their chain are sound; the payee is random bytes of the right size.
\set merchant random(1, :merchants)
\set amount random(100, 100000)
\set fee (:amount * 5 + 500) / 1000
\set hold :amount + :fee
\set order random(1, 9000000000000000)
\set customer random(1, 10000)
begin;
select m.id as merchant_id, uuidv7() as trade_id, uuidv7() as command_id,
  to_hex(:order::bigint) as order_id,
  floor(extract(epoch from clock_timestamp()) * 1000)::bigint as now_ms,
  (select count(*) from trades t
    where t.merchant_id = m.id and t.order_id = to_hex(:order::bigint)) as found
from yardstick.merchants m where m.number = :merchant \gset
select last_number + 1 as entry_number, encode(last_hash, 'hex') as last_hash
from ledger_books where merchant_id = :merchant_id for update \gset
select balance_cents as available from ledger_accounts
where merchant_id = :merchant_id and account = 'available' and currency = 'INR' \gset
\if :found > 0 or :available < :hold
rollback;
\else
insert into trades (merchant_id, trade_id, order_id, direction, type, currency,
  requested_amount_cents, percent, exchange_rate, rate_source, rate_at, settlement_currency,
  client_id, client_hash, callback_url, return_url, description, metadata,
  metadata_hashes, payee, number_hash, page_key_id,
  fingerprint, refund_of, settlement_id, created_at, state, state_reason, sequence, amount_cents,
  received_amount_cents,
  refunded_amount_cents, fee_cents, settlement_amount_cents, receiving_account_id, exclusive, utr,
  utr_claims, disputed_from, expires_at, closed_at, completed_at, final_at, changed_at,
  last_command_id, order_id_as_sent, account_day, recalled_amount_cents, trace_context)
values (:merchant_id, :trade_id, :order_id, 'payout', 'account', 'INR',
  :amount, 0.5, 1, null, null, 'INR',
  sha256(uuid_send(gen_random_uuid())) || '\x00000000000000000000000000'::bytea,
  sha256(int4send(:customer)), null, null, null, null, null,
  sha256(uuid_send(gen_random_uuid())) || sha256(uuid_send(gen_random_uuid()))
    || sha256(uuid_send(gen_random_uuid())) || '\x000000000000000000'::bytea,
  sha256(int4send(:customer)), 3,
  uuid_send(gen_random_uuid()) || uuid_send(gen_random_uuid()), null,
  null, now(), 'created', null, 1, :amount, 0,
  0, :fee, :hold, null, false, null,
  0, null, null, null, null, null, now(),
  :command_id, null, null, 0, null);
insert into ledger_entries (merchant_id, entry_number, act, trade_id, bank_line_id, adjustment_id,
  accounts, currencies, amounts, entered_at, hash, layout)
values (:merchant_id, :entry_number, 'payout_held', :trade_id, null, null,
  null, null, array[-:hold::bigint, :hold],
  to_timestamp(:now_ms::numeric / 1000),
  sha256(convert_to(format(
    '["%s","%s","%s","payout_held","%s",null,null,%s,[["available","INR","%s"],["blocked","INR","%s"]]]',
    :last_hash::text, :merchant_id::text, :entry_number::text, :trade_id::text, :now_ms::text,
    -:hold::bigint, :hold::bigint), 'UTF8')), :layout)
returning encode(hash, 'hex') as hash \gset
update ledger_books set last_number = :entry_number, last_hash = decode(:hash, 'hex')
where merchant_id = :merchant_id;
update ledger_accounts
set balance_cents = balance_cents + case account when 'available' then -:hold::bigint else :hold end
where merchant_id = :merchant_id and currency = 'INR' and account in ('available', 'blocked');
insert into event_heads (merchant_id, last_number, open_payins) values (:merchant_id, 1, 0)
on conflict (merchant_id) do update
set last_number = event_heads.last_number + excluded.last_number,
  open_payins = event_heads.open_payins + excluded.open_payins
returning last_number as event_number \gset
insert into events (merchant_id, trade_id, sequence, number, type, act, actor_role, actor_id, note,
  standing, happened_at, amount_cents, received_amount_cents, refunded_amount_cents,
  recalled_amount_cents, fee_cents, settlement_amount_cents, expires_at, closed_at, completed_at,
  final_at, utr_claims, receiving_account_id, exclusive, state, state_reason, utr, disputed_from)
values (:merchant_id, :trade_id, 1, :event_number, 'withdrawal.created', 'create', 'merchant',
  :merchant_id, null,
  null, now(), :amount, null, null,
  null, :fee, :hold, null, null, null,
  null, null, null, null, 'created', null, null, null);
commit;
\endif
