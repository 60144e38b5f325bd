-- The settlements that wait for somebody, found at once among all that were ever made: they are
-- counted every minute.

create index settlements_waiting on settlements (state, changed_at)
  where state in ('draft', 'approved', 'sent');
