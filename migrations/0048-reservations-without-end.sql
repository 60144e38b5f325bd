-- Their trades lead to the reservations that have ended.
-- Processes that know 0034 go on.
-- Slower meanwhile: once a minute an older process reads all reservations to remove the ended ones.
drop index concurrently reservations_until;
