-- Whoever makes or sees a way by which somebody signs in could act as them: both are tied until an
-- owner who is tied to neither says that they are two. Those of before are taken from the trail.
create table person_ties (
  tie_id uuid not null,
  person_id uuid not null,
  -- Null: a token that belongs to nobody.
  tied_to uuid,
  way text not null,
  made_at timestamptz not null,
  ended_at timestamptz,
  ended_by uuid,
  constraint person_ties_pk primary key (tie_id),
  constraint person_ties_way check (way in ('invitation', 'invitation_link', 'password_link',
    'factors_removed', 'person_enabled', 'role_raised')),
  constraint person_ties_two check (tied_to <> person_id),
  constraint person_ties_ended check ((ended_at is null) = (ended_by is null)),
  constraint person_ties_third check (ended_by <> person_id and ended_by <> tied_to)
);

create unique index person_ties_open on person_ties (person_id, tied_to) nulls not distinct
  where ended_at is null;

insert into person_ties (tie_id, person_id, tied_to, way, made_at)
select gen_random_uuid(), person_id, tied_to, way, at
from (
  select distinct on (p.person_id, m.person_id) p.person_id, m.person_id as tied_to, a.at,
    case a.action
      when 'person_invited' then 'invitation'
      when 'person_link_made' then
        case a.detail ->> 'kind' when 'invitation' then 'invitation_link' else 'password_link' end
      when 'factors_reset' then 'factors_removed'
      when 'person_enabled' then 'person_enabled'
      else 'role_raised'
    end as way
  from audit_entries a
  join people p on a.target = 'people/' || p.person_id
  left join people m on m.person_id::text = a.actor_id
  where a.action in ('person_invited', 'person_link_made', 'factors_reset', 'person_enabled',
      'person_role_changed')
    and a.actor_role = 'operator' and m.person_id is distinct from p.person_id
  order by p.person_id, m.person_id, a.number
) as before;
