-- The moment of a renaming lies in the past: columns that end with until say how long something
-- waits.
alter table receiving_account_names rename column until_at to renamed_at;
