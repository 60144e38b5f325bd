-- Bank lines: the movements on receiving accounts, what became of each, and the words by which they
-- are searched. Global tables. Texts, counterparties and ids of payers are encrypted together, so
-- that a copy of the database names no payer.

-- The key is made of the bank's own id with amount, sign and day, else of the content, in both
-- cases with an occurrence number: importing twice is harmless, and genuine twins survive.
create table bank_lines (
  bank_line_id uuid not null,
  receiving_account_id uuid not null,
  currency text not null,
  amount_cents bigint not null,
  booked_at timestamptz not null,
  booked_exactly boolean not null,
  utr text,
  bank_id text,
  line_key text not null,
  received_at timestamptz not null,
  statement_id uuid,
  purpose text,
  return_reason text,
  -- Of a part: the line that was split.
  parent_line_id uuid,
  -- Text, counterparty and end-to-end id, encrypted; empty if the bank told none of them.
  sealed bytea not null,
  -- Of a line without UTR: finds equal texts among a day's lines.
  text_hash bytea,
  -- `hand`: a person or their token gave it; `file`: an uploaded statement; `feed`: a feed. Null:
  -- the sandbox's bank made it.
  source text,
  constraint bank_lines_pk primary key (bank_line_id),
  constraint bank_lines_once unique (receiving_account_id, line_key),
  constraint bank_lines_amount check (
    amount_cents <> 0 and amount_cents between -1000000000000000 and 1000000000000000
  ),
  constraint bank_lines_source check (source in ('hand', 'file', 'feed'))
);

-- One row per line: because of its primary key only one trade can consume the line.
create table bank_line_outcomes (
  bank_line_id uuid not null,
  status text not null,
  merchant_id uuid,
  trade_id uuid,
  reason text not null,
  candidates jsonb not null,
  decided_at timestamptz not null,
  constraint bank_line_outcomes_pk primary key (bank_line_id),
  constraint bank_line_outcomes_status check (
    case status
      when 'matched' then merchant_id is not null and trade_id is not null
      when 'difference' then merchant_id is not null and trade_id is not null
      when 'credited' then merchant_id is not null and trade_id is null
      -- Sent back by a pay-out, or taken back by the bank itself.
      when 'returned' then (merchant_id is null) = (trade_id is null)
      else status in ('suspense', 'split', 'fee', 'own_transfer', 'withdrawn')
        and merchant_id is null and trade_id is null
    end
  )
);

-- What people did with a line. The command's id is in the key, so that a retry after a lost reply
-- finds what it did.
create table bank_line_acts (
  bank_line_id uuid not null,
  command_id uuid not null,
  act text not null,
  from_status text not null,
  to_status text not null,
  merchant_id uuid,
  trade_id uuid,
  actor_role text not null,
  actor_id text,
  note text not null,
  acted_at timestamptz not null,
  constraint bank_line_acts_pk primary key (bank_line_id, command_id),
  constraint bank_line_acts_act check (
    act in ('assign', 'split', 'fee', 'own_transfer', 'return', 'undo', 'credit', 'keep')
  )
);

-- Rules that book lines in suspense without a person if their text says what they are, such as the
-- bank's charges. Each change adds a version.
create table line_rules (
  line_rule_id uuid not null,
  version integer not null,
  receiving_account_id uuid not null,
  name text not null,
  -- Encrypted: the words may name a person.
  conditions bytea not null,
  act text not null,
  state text not null,
  note text not null,
  actor_role text not null,
  actor_id text,
  changed_at timestamptz not null,
  constraint line_rules_pk primary key (line_rule_id, version),
  constraint line_rules_version check (version >= 1),
  constraint line_rules_act check (act in ('fee', 'own_transfer')),
  constraint line_rules_state check (state in ('draft', 'tried', 'on', 'off'))
);

-- Encrypted texts are searched by keyed hashes of their words, which a job makes after the lines
-- are written.
create table bank_line_words (
  bank_line_id uuid not null,
  words bigint[] not null,
  constraint bank_line_words_pk primary key (bank_line_id)
);

-- Lines that were written and have no words yet: one row per batch, named by its first line.
create table wordless_lines (
  first_line_id uuid not null,
  bank_line_ids uuid[] not null,
  constraint wordless_lines_pk primary key (first_line_id)
);

-- What a feed has given for an account: the day's sum, and the lines of the newest hour.
create table feed_days (
  operator_token_id uuid not null,
  receiving_account_id uuid not null,
  day integer not null,
  hour integer not null,
  hour_lines integer not null,
  amount_cents bigint not null,
  constraint feed_days_pk primary key (operator_token_id, receiving_account_id, day)
) with (fillfactor = 50);

create index bank_lines_parts on bank_lines (parent_line_id) where parent_line_id is not null;

-- The lines of an account's day.
create index bank_lines_days on bank_lines (receiving_account_id, booked_at);

create index bank_lines_utr on bank_lines (utr, receiving_account_id, amount_cents)
  where utr is not null;

-- Searches by amount, day and status must not read a table of a million rows.
create index bank_lines_amount on bank_lines (amount_cents, bank_line_id);

-- Lines come nearly in the order of their days, so a summary per block range is enough.
create index bank_lines_booked on bank_lines using brin (booked_at);

-- Lines of a day, newest first, whenever they were imported.
create index bank_lines_booking_days on bank_lines
  (((booked_at at time zone 'UTC')::date), bank_line_id);

-- Each line of a feed is compared with the equal lines of statements.
create index bank_lines_of_statements on bank_lines (receiving_account_id, amount_cents, booked_at)
  where statement_id is not null;

create index bank_line_outcomes_trade on bank_line_outcomes (merchant_id, trade_id)
  where trade_id is not null;
create index bank_line_outcomes_suspense on bank_line_outcomes (decided_at)
  where status = 'suspense';

-- Most lines are matched: those are found in the order of their ids.
create index bank_line_outcomes_unmatched on bank_line_outcomes (status, bank_line_id)
  where status <> 'matched';

-- The line that a pay-out sends back is found by the pay-out: charging the pay-out takes it along.
create index bank_line_acts_returns on bank_line_acts (merchant_id, trade_id)
  where act = 'return';

-- Whether a person assigned the line that completed a pay-in.
create index bank_line_acts_trade on bank_line_acts (merchant_id, trade_id)
  where trade_id is not null;

create index bank_line_words_words on bank_line_words using gin (words);

revoke update, delete, truncate on bank_lines from current_user;
revoke update, delete, truncate on bank_line_acts from current_user;
revoke update, delete, truncate on line_rules from current_user;
