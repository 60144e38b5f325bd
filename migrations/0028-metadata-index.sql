-- Orders are found by their metadata; those without any are not in the index.
-- Processes that know 0026 go on.
create index concurrently trades_by_metadata on trades using gin (metadata_hashes)
  where metadata_hashes is not null;
