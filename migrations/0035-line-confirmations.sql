-- A report within the day and the day's statement show the same movements with different ids.
-- Whichever is imported first brings the line; the other confirms it.

create table line_confirmations (
  bank_line_id uuid not null,
  receiving_account_id uuid not null,
  -- Of the line that was not taken: by it the line is recognised if its file comes again.
  line_key text not null,
  statement_id uuid not null,
  confirmed_at timestamptz not null,
  constraint line_confirmations_pk primary key (bank_line_id),
  constraint line_confirmations_once unique (receiving_account_id, line_key)
);

revoke update, delete, truncate on line_confirmations from current_user;
