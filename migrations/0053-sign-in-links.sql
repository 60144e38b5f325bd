-- A sandbox prints a link that signs in its own owner, which works once.
alter table person_links drop constraint person_links_kind;
alter table person_links add constraint person_links_kind
  check (kind in ('invitation', 'password_reset', 'sign_in'));
