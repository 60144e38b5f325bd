-- Becomes the primary key of events: what events_number is, in the place of a longer key.
-- Processes that know 0034 go on.
-- Unique before: events_number has the same columns.
create unique index concurrently events_order on events (merchant_id, number);
