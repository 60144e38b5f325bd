-- Order ids are compared in canonical form (NFC), and shown as they were sent first; and no ledger
-- account may pass the sum that is promised to be exact on the wire.

alter table trades add column order_id_as_sent text;

-- Two orders that are there already may differ by nothing but the spelling. Both stay: the one that
-- has the canonical form, else the first of them, is found by it. The others carry their own id
-- behind it, and go on being shown as they were sent.
update trades t set order_id = s.key, order_id_as_sent = s.sent
from (
  select merchant_id, trade_id, order_id as sent,
    case when row_number() over spelled = 1 and not bool_or(order_id is nfc normalized) over same
      then normalize(order_id, nfc)
      else normalize(order_id, nfc) || '#' || trade_id end as key
  from trades
  where octet_length(order_id) > char_length(order_id)
  window same as (partition by merchant_id, normalize(order_id, nfc)),
    spelled as (partition by merchant_id, normalize(order_id, nfc) order by trade_id)
) s
where t.merchant_id = s.merchant_id and t.trade_id = s.trade_id
  and t.order_id is not nfc normalized;

update trades set client_id = normalize(client_id, nfc)
where octet_length(client_id) > char_length(client_id) and client_id is not nfc normalized;

insert into clients (merchant_id, client_id)
select distinct merchant_id, normalize(client_id, nfc) from client_payins
where octet_length(client_id) > char_length(client_id) and client_id is not nfc normalized
on conflict (merchant_id, client_id) do nothing;

update client_payins set client_id = normalize(client_id, nfc)
where octet_length(client_id) > char_length(client_id) and client_id is not nfc normalized;

-- ASCII has one form: of nearly all orders only the lengths are compared.
alter table trades add constraint trades_order_id_canonical check (
  octet_length(order_id) = char_length(order_id) or order_id is nfc normalized
);

-- What a merchant has leaves as numbers that every reader of JSON knows exactly (below 2^53); every
-- other account stays inside bigint.
alter table ledger_accounts add constraint ledger_accounts_bound check (
  case when account in ('available', 'blocked')
    then balance_cents between -9000000000000000 and 9000000000000000
    else balance_cents between -9000000000000000000 and 9000000000000000000
  end
);
