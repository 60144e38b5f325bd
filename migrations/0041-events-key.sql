-- Events are kept by merchant and number, and found by their trade: two keys instead of three.
-- Processes that know 0034 go on.

alter table events drop constraint events_pk;

-- The index gets the name of the constraint.
alter table events add constraint events_pk primary key using index events_order;

alter table events drop constraint events_number;
