-- Callbacks end by their age: how far the walk through them has come, and what stays of attempts.
-- Processes that know 0020 go on.

-- The oldest that is still kept, as the last whole round saw it.
alter table retention_progress add column oldest_at timestamptz;
-- Some of what ended before has been removed.
alter table retention_progress add column ended_before timestamptz;
-- The key of the last row that the present round has seen.
alter table retention_progress add column after_key text[];
alter table retention_progress add column round_started_at timestamptz;
alter table retention_progress add column round_oldest_at timestamptz;

-- Set if the row stands for all attempts up to this one: when the first of them was made.
alter table delivery_attempts add column first_attempted_at timestamptz;

-- Attempts end by their age. The books do not rest on them: what merchants were told is in events.
grant delete on delivery_attempts to current_user;
