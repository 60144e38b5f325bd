-- Trades: pay-ins and pay-outs, with what a payer says or gives as evidence.

-- First the terms that the request gave, then the standing, which every act moves on.
create table trades (
  merchant_id uuid not null,
  trade_id uuid not null,
  order_id text not null,
  direction text not null,
  type text not null,
  currency text not null,
  requested_amount_cents bigint not null,
  percent numeric(7, 4) not null,
  exchange_rate numeric(23, 8) not null,
  rate_source text,
  rate_at timestamptz,
  settlement_currency text not null,
  -- The merchant's name for its customer, encrypted, and its keyed hash, by which it is found.
  client_id bytea not null,
  client_hash bytea not null,
  callback_url text,
  return_url text,
  -- What the customer pays for, in the merchant's words; encrypted, because it tells of a person.
  description text,
  payee bytea,
  number_hash bytea,
  fingerprint bytea not null,
  refund_of uuid,
  created_at timestamptz not null,
  state text not null,
  state_reason text,
  sequence integer not null,
  amount_cents bigint not null,
  received_amount_cents bigint not null,
  refunded_amount_cents bigint not null,
  fee_cents bigint not null,
  settlement_amount_cents bigint not null,
  receiving_account_id uuid,
  exclusive boolean not null,
  utr text,
  utr_claims smallint not null,
  disputed_from text,
  expires_at timestamptz,
  closed_at timestamptz,
  completed_at timestamptz,
  final_at timestamptz,
  changed_at timestamptz not null,
  last_command_id uuid not null,
  -- The settlement that a pay-out pays; null on all other trades.
  settlement_id uuid,
  -- order_id has the canonical form (NFC), by which it is compared; null: it was sent like that.
  order_id_as_sent text,
  -- The encryption key that the page's address is computed with.
  page_key_id smallint not null,
  -- The day on which a pay-in got its account, if that is not the day on which it was made.
  account_day integer,
  -- What the bank has taken back of a credited pay-in.
  recalled_amount_cents bigint not null default 0,
  constraint trades_pk primary key (merchant_id, trade_id),
  constraint trades_order unique (merchant_id, order_id),
  constraint trades_direction check (direction in ('payin', 'payout')),
  constraint trades_state check (
    case direction
      when 'payin' then state in ('created', 'pending', 'verifying', 'completed', 'expired',
        'canceled', 'failed', 'disputed', 'reversed')
      else state in ('created', 'processing', 'completed', 'canceled', 'failed', 'disputed',
        'reversed')
    end
  ),
  constraint trades_amounts check (
    amount_cents >= 1 and requested_amount_cents between 1 and 1000000000000
    and received_amount_cents >= 0 and refunded_amount_cents >= 0 and fee_cents >= 0
    and settlement_amount_cents >= 0
  ),
  constraint trades_percent check (percent between 0 and 100),
  constraint trades_rate check (exchange_rate > 0),
  constraint trades_sequence check (sequence >= 1),
  constraint trades_account check (state <> 'pending' or receiving_account_id is not null),
  constraint trades_payee check ((direction = 'payout') = (payee is not null)),
  -- No more is refunded than the pay-in stands for.
  constraint trades_refunded check (refunded_amount_cents <= amount_cents),
  constraint trades_payout_utr check (
    direction <> 'payout' or state <> 'completed' or utr is not null
    or receiving_account_id is not null
  ),
  -- ASCII has one form: of nearly all order ids only the lengths are compared.
  constraint trades_order_id_canonical check (
    octet_length(order_id) = char_length(order_id) or order_id is nfc normalized
  ),
  constraint trades_recalled
    check (recalled_amount_cents >= 0 and recalled_amount_cents <= amount_cents)
);

-- A global table: which trades name a UTR. A claim is no proof and not unique; two open claims of
-- one UTR flag both trades.
create table utr_claims (
  utr text not null,
  trade_id uuid not null,
  merchant_id uuid not null,
  active boolean not null,
  claimed_at timestamptz not null,
  constraint utr_claims_pk primary key (utr, trade_id)
);

-- How often a payment page was used, so that its limits hold.
create table page_tries (
  merchant_id uuid not null,
  trade_id uuid not null,
  utr_tries integer not null,
  -- Files that were no receipts: reading one costs more than sending it.
  receipt_tries integer not null default 0,
  constraint page_tries_pk primary key (merchant_id, trade_id)
);

-- The payer's word that they have paid. It moves neither money nor a state; people look at it.
create table paid_notices (
  merchant_id uuid not null,
  trade_id uuid not null,
  said_at timestamptz not null,
  constraint paid_notices_pk primary key (merchant_id, trade_id)
);

-- The row of a receipt remains when its file is deleted, so that a trade takes no more files than
-- its slots. The hash is keyed: the same file twice is one receipt, and nobody can tell what it
-- was.
create table receipts (
  merchant_id uuid not null,
  receipt_id uuid not null,
  trade_id uuid not null,
  slot smallint not null,
  file_type text not null,
  size_bytes integer not null,
  content_hash bytea not null,
  given_at timestamptz not null,
  removed_at timestamptz,
  constraint receipts_pk primary key (merchant_id, receipt_id),
  constraint receipts_slot unique (merchant_id, trade_id, slot),
  constraint receipts_once unique (merchant_id, trade_id, content_hash),
  constraint receipts_limit check (slot between 1 and 5),
  constraint receipts_type check (file_type in ('jpeg', 'png', 'webp')),
  constraint receipts_size check (size_bytes between 1 and 10485760)
);

-- Encrypted. No foreign key: deleting a file must not look at anything else.
create table receipt_files (
  merchant_id uuid not null,
  receipt_id uuid not null,
  content bytea not null,
  constraint receipt_files_pk primary key (merchant_id, receipt_id)
);

-- Pay-outs are found by their payees, which are encrypted, through keyed hashes of the words of the
-- name, the endings of the numbers and the telephone number. A job makes them some time after the
-- orders were written: it follows the events, and a head says up to which number.
create table trade_words (
  merchant_id uuid not null,
  trade_id uuid not null,
  words bigint[] not null,
  constraint trade_words_pk primary key (merchant_id, trade_id)
);

create table trade_word_heads (
  merchant_id uuid not null,
  read_number bigint not null,
  constraint trade_word_heads_pk primary key (merchant_id)
) with (fillfactor = 50);

create index trade_words_words on trade_words using gin (words);

create index trades_expiry on trades (expires_at)
  where direction = 'payin' and state in ('created', 'pending');
create index trades_decisions on trades (merchant_id, state, trade_id)
  where state in ('verifying', 'processing', 'disputed')
    or (direction = 'payout' and state = 'created');
create index trades_payee_number on trades (merchant_id, number_hash)
  where number_hash is not null;
create index trades_refunds on trades (merchant_id, refund_of, trade_id)
  where refund_of is not null;

-- The oldest pay-outs that wait for somebody to take them, over all merchants.
create index trades_payout_queue on trades (currency, trade_id)
  where direction = 'payout' and state = 'created';

-- Without the trades that are as they were created, so that a create costs nothing more.
create index trades_amount on trades (amount_cents, trade_id)
  where state not in ('created', 'pending');

create index trades_utr on trades (utr, trade_id) where utr is not null;

-- "The one ending 4471"; a trade that is created has no UTR yet.
create index trades_utr_ending on trades (right(utr, 4), trade_id) where utr is not null;
create index trades_reason on trades (state_reason, trade_id) where state_reason is not null;

-- The pay-ins that wait for an operator, and no others.
create index trades_verifying on trades (changed_at) where state = 'verifying';

-- Searches by customer, receiving account and rare states must not read all trades. Trades that
-- have not ended are few, and other indexes find them.
create index trades_customer on trades (client_hash, trade_id)
  where state in ('completed', 'expired', 'canceled', 'failed', 'reversed');

create index trades_receiving on trades (receiving_account_id, trade_id)
  where state in ('completed', 'expired', 'canceled', 'failed', 'reversed');
create index trades_rare on trades (state, trade_id)
  where state in ('canceled', 'failed', 'reversed');
create index trades_payouts on trades (merchant_id, trade_id)
  where direction = 'payout' and state in ('completed', 'canceled', 'failed', 'reversed');

-- If people confirm pay-ins by hand, most completed ones have no bank line. With the whole
-- condition in the index they are counted without reading them.
create index trades_without_line on trades (receiving_account_id, completed_at)
  where direction = 'payin' and state in ('completed', 'disputed')
    and received_amount_cents < amount_cents - recalled_amount_cents;

-- Only trades that have ended, so that creating one costs nothing more.
create index trades_kinds on trades (currency, type, trade_id)
  where state in ('completed', 'expired', 'canceled', 'failed', 'reversed');

-- The earliest and latest times of each part of the table.
create index trades_moments on trades using brin (created_at, changed_at)
  with (pages_per_range = 32);

create index paid_notices_said on paid_notices (said_at, merchant_id, trade_id);

create index receipts_given on receipts (receipt_id);
create index receipts_kept on receipts (given_at) where removed_at is null;

revoke update, delete, truncate on paid_notices from current_user;
revoke delete, truncate on receipts from current_user;
