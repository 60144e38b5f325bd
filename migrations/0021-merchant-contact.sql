-- Payers are told to contact the merchant, so the page says how: e-mail, phone and a page of help.

alter table brandings add column contact_email text;
alter table brandings add column contact_phone text;
alter table brandings add column contact_url text;
