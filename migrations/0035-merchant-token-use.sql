-- When a merchant's token was last used, to within some minutes: what nobody uses can be revoked.
-- Processes that know 0034 go on.

alter table api_tokens add column last_used_at timestamptz;
