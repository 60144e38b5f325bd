-- Pay-outs on their way to banks: batches, the attempts in them with the ids that the bank knows,
-- and the files that were made. payout_batches and payout_files are global tables, and the ids of
-- attempts at banks are unique over all merchants: a bank's answer does not say whose a payment is.

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
  -- When somebody fetched its whole file, or its rail sent it.
  handed_at timestamptz,
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

-- A file is made once per format, so that asking again gives the same bytes whatever the settings
-- and the code are by then. Encrypted: a file has the numbers of its payees. The format of a bank's
-- own layout is `layout:` and the name of a built-in one, or the hash of an operator's.
create table payout_files (
  payout_batch_id uuid not null,
  format text not null,
  content bytea not null,
  hash bytea not null,
  made_at timestamptz not null,
  constraint payout_files_pk primary key (payout_batch_id, format),
  constraint payout_files_format
    check (split_part(format, ':', 1) in ('pain001', 'pain001_v03', 'csv', 'layout'))
);

-- Each try to pay a pay-out out, by a batch or by hand.
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
  -- What only the bank line told of the attempt: it goes if the line is taken from it again.
  told_by_line text[] not null default '{}',
  -- What the merchant was charged if the pay-out failed although its money had left.
  charged_cents bigint,
  constraint payout_attempts_pk primary key (merchant_id, trade_id, payout_attempt_id),
  constraint payout_attempts_end_to_end_id unique (end_to_end_id),
  constraint payout_attempts_state check (state in ('pending', 'sent', 'accepted', 'unknown',
    'paid', 'rejected', 'returned', 'released')),
  constraint payout_attempts_amount check (amount_cents >= 1),
  constraint payout_attempts_sent check (state <> 'sent' or sent_at is not null),
  constraint payout_attempts_told check (told_by_line <@ array['utr', 'account', 'return']),
  constraint payout_attempts_charged check (
      charged_cents is null or (charged_cents >= 0 and state = 'paid')
    )
);

-- Nothing is sent twice: whoever takes a pay-out, it has one open attempt.
create unique index payout_attempts_open on payout_attempts (merchant_id, trade_id)
  where state in ('pending', 'sent', 'accepted', 'unknown');

create index payout_attempts_batch on payout_attempts (payout_batch_id, payout_attempt_id)
  where payout_batch_id is not null;

-- Those whose money no bank line shows yet: a line that names nobody is compared with them.
create index payout_attempts_unseen
  on payout_attempts (receiving_account_id, amount_cents, payout_attempt_id)
  where debit_line_id is null and state not in ('released', 'rejected');

create index payout_attempts_utr on payout_attempts (utr) where utr is not null;
create index payout_attempts_utr_ending on payout_attempts (right(utr, 4)) where utr is not null;
create index payout_attempts_unbacked on payout_attempts (receiving_account_id, changed_at)
  where debit_line_id is null and state = 'paid';

-- Pay-outs under way, the longest-waiting first.
create index payout_attempts_under_way on payout_attempts (payout_attempt_id)
  where state in ('pending', 'sent', 'accepted', 'unknown');

-- And those that ended, the last one first.
create index payout_attempts_ended on payout_attempts (changed_at desc, payout_attempt_id desc)
  where state in ('paid', 'rejected', 'returned');

revoke update, delete, truncate on payout_files from current_user;
