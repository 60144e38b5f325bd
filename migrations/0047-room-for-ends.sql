-- A reservation is written twice within minutes. With room on its page the second time changes no
-- index.
-- Processes that know 0034 go on.
alter table reservations set (fillfactor = 60);
