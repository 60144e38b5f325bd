-- Orders carry metadata: texts of the merchant's own, under keys of its own.
-- Processes that know 0026 go on.

-- Encrypted, as the other texts of merchants are. Null: the request had none.
alter table trades add column metadata text;

-- The keyed hash of each key with its text, by which the order is found.
alter table trades add column metadata_hashes bigint[];
