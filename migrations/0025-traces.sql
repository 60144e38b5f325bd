-- The trace in which an order was created, so that its callbacks and its payment are found in the
-- same trace, also days later.
-- Processes that know 0020 go on.

-- W3C Trace Context: trace id (16 bytes), span id (8) and flags (1). Null if the request had no
-- `traceparent` and the service records no traces.
alter table trades add column trace_context bytea;

alter table trades add constraint trades_trace_context check (octet_length(trace_context) = 25);
