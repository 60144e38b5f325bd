-- Events whose standing is in the columns that 0031 has made, without JSON.
-- Processes that know 0031 go on.

alter table events alter column standing drop not null;
