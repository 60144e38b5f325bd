-- Operators' tokens have one of seven roles. A token of before could do everything, as owners can
-- now. `operator` stays a valid word, so a process of the release before can still add its token.

alter table operator_tokens drop constraint operator_tokens_role;
update operator_tokens set role = 'owner' where role = 'operator';
alter table operator_tokens add constraint operator_tokens_role check (role in (
  'owner', 'operator', 'finance', 'viewer', 'feed', 'merchant_admin', 'merchant_viewer'
));
alter table operator_tokens alter column role drop default;
