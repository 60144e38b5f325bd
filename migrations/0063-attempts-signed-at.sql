-- The time that an attempt of a callback carries in its header `webhook-timestamp`: the one part of
-- its request that cannot be made again from the event. Null of attempts before this version, and
-- where nothing was signed.
alter table delivery_attempts add column signed_at timestamptz;
