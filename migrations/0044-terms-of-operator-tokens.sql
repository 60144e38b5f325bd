-- A token of operators may have less than its role: some groups of rights, one merchant, the life
-- of the person who issued it. When it was last used shows which tokens nobody needs.

alter table operator_tokens add column scopes text[];
alter table operator_tokens add column person_id uuid;
alter table operator_tokens add column merchant_id uuid;
alter table operator_tokens add column last_used_at timestamptz;
alter table operator_tokens add constraint operator_tokens_scopes check (
  array_length(scopes, 1) >= 1
);
alter table operator_tokens add constraint operator_tokens_merchant check (
  (role in ('merchant_admin', 'merchant_viewer')) = (merchant_id is not null)
);
-- Feeds are bound to receiving accounts instead, and to nobody.
alter table operator_tokens add constraint operator_tokens_feed check (
  role <> 'feed' or person_id is null
);
