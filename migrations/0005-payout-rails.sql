-- Pay-outs go to banks: batches, the attempts in them with what the bank knows each by, and the
-- files that were handed out. payout_batches, payout_files and the ids of payout_attempts at banks
-- are global: a bank's answer does not say whose a payment is.

create table payout_batches (
  payout_batch_id uuid not null,
  rail text not null,
  receiving_account_id uuid not null,
  currency text not null,
  message_id text not null,
  request_key text,
  note text,
  created_at timestamptz not null,
  exported_at timestamptz,
  -- Who pays, encrypted, as it was at the export.
  debtor bytea,
  payout_count integer,
  total_cents bigint,
  constraint payout_batches_pk primary key (payout_batch_id),
  constraint payout_batches_message unique (message_id),
  constraint payout_batches_request unique (request_key),
  constraint payout_batches_rail check (rail in ('files', 'simulated_bank')),
  constraint payout_batches_exported check (
    (exported_at is null) = (debtor is null) and (exported_at is null) = (payout_count is null)
    and (exported_at is null) = (total_cents is null)
  )
);

create table payout_attempts (
  merchant_id uuid not null,
  trade_id uuid not null,
  payout_attempt_id uuid not null,
  payout_batch_id uuid,
  receiving_account_id uuid,
  currency text not null,
  amount_cents bigint not null,
  end_to_end_id text not null,
  state text not null,
  utr text,
  debit_line_id uuid,
  return_line_id uuid,
  bank_status text,
  bank_reason text,
  bank_text text,
  created_at timestamptz not null,
  sent_at timestamptz,
  changed_at timestamptz not null,
  constraint payout_attempts_pk primary key (merchant_id, trade_id, payout_attempt_id),
  constraint payout_attempts_end_to_end_id unique (end_to_end_id),
  constraint payout_attempts_state check (state in ('pending', 'sent', 'accepted', 'unknown',
    'paid', 'rejected', 'returned', 'released')),
  constraint payout_attempts_amount check (amount_cents >= 1),
  constraint payout_attempts_sent check (state <> 'sent' or sent_at is not null)
);
-- The second net under "never sent twice": whoever takes, a trade has one open attempt.
create unique index payout_attempts_open on payout_attempts (merchant_id, trade_id)
  where state in ('pending', 'sent', 'accepted', 'unknown');
create index payout_attempts_batch on payout_attempts (payout_batch_id, payout_attempt_id)
  where payout_batch_id is not null;
-- Those whose money no bank line shows yet, as a line that names nobody looks for them.
create index payout_attempts_unseen
  on payout_attempts (receiving_account_id, amount_cents, payout_attempt_id)
  where debit_line_id is null and state not in ('released', 'rejected');
create index payout_attempts_utr on payout_attempts (utr) where utr is not null;

-- What was handed out: made once per format, so that asking again gives the same bytes whatever has
-- become of settings and of this code. Encrypted: a file has the numbers of its payees.
create table payout_files (
  payout_batch_id uuid not null,
  format text not null,
  content bytea not null,
  hash bytea not null,
  made_at timestamptz not null,
  constraint payout_files_pk primary key (payout_batch_id, format),
  constraint payout_files_format check (format in ('pain001', 'csv'))
);

-- The oldest pay-outs that wait for somebody to take them, over all merchants.
create index trades_payout_queue on trades (currency, trade_id)
  where direction = 'payout' and state = 'created';

-- A bank line without a UTR is evidence, too: then the account that paid is known instead.
alter table trades drop constraint trades_payout_utr;
alter table trades add constraint trades_payout_utr check (
  direction <> 'payout' or state <> 'completed' or utr is not null
  or receiving_account_id is not null
);

-- What was handed out cannot be changed by the service's own role.
revoke update, delete, truncate on payout_files from current_user;
