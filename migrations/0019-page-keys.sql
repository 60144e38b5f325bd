-- A copy of the database opens no payment page: the key in a page's address is computed from a
-- secret that is kept encrypted, and of the keys that were random before, only a keyed hash stays.

alter table encryption_keys drop constraint encryption_keys_purpose;
alter table encryption_keys
  add constraint encryption_keys_purpose check (purpose in ('data', 'lookup', 'page'));

-- The secret that the page's key is computed with; null only until the service has come by.
alter table trades add column page_key_id smallint;
-- The hash of a key that was given out before; its address still opens the page.
alter table trades add column former_page_hash bytea;
-- Emptied by the service at its next start, row by row; a later migration drops it.
alter table trades alter column page_key drop not null;
create index trades_clear_page_keys on trades (merchant_id, trade_id)
  where page_key is not null;
