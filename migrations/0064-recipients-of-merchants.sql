-- A merchant's own people can be told when one of its callback endpoints fails. Null: the recipient
-- is the house's, and is told of everything.
alter table alert_recipients add column merchant_id uuid;
