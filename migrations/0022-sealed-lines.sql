-- A copy of the database tells no payer: names, numbers and texts of bank lines are sealed, and
-- what a line is known by is a keyed hash.

-- Text, counterparty and end-to-end id together, encrypted; empty where the bank told none of them.
-- Null only until the service has come by.
alter table bank_lines add column sealed bytea;
-- Of a line without UTR: finds equal texts among a day's lines.
alter table bank_lines add column text_hash bytea;
-- narration, counterparty_name, counterparty_number and end_to_end_id are emptied by the service at
-- its next start; a later migration drops them.
create index bank_lines_unsealed on bank_lines (bank_line_id) where sealed is null;

-- The same of addresses and answers, which are sealed within the columns that they stand in.
create index trades_clear_addresses on trades (merchant_id, trade_id)
  where callback_url ilike 'http%' or return_url ilike 'http%';
create index delivery_attempts_clear on delivery_attempts (merchant_id, trade_id, sequence, attempt)
  where reply_head <> '' and reply_head not like 'sealed:%';

-- A delivery notes where it went by host alone: path and query may hold secrets.
update deliveries set url = substring(url from '(?i)^https?://[^/?#]+')
  where url ~* '^https?://[^/?#]+[/?#]';
