-- What an approved act shows once (a link, a token) goes to whoever asked for it, never to whoever
-- approves: it is kept sealed until they collect it, for three days at most.
alter table proposals add column secret bytea;
create index proposals_with_secret on proposals (decided_at) where secret is not null;
