// Invites a person: the link is shown once, and whoever invites hands it over.
import { TextInput } from '@mantine/core';
import { useState } from 'react';
import { BOUNDS } from '../../api/bounds.gen.ts';
import { call } from '../../api/client.ts';
import { FormAct } from '../../parts/act/form-act.tsx';
import { noteOf, textOf } from '../../parts/act/form-fields.ts';
import { ShownOnce } from '../../parts/shown-once.tsx';
import { PEOPLE_TEXTS as people } from '../../texts/people/people.ts';
import { isWhole, RoleFields, type RoleOf } from './role-fields.tsx';

const FIRST: RoleOf = { role: 'viewer', merchant_id: null };

export function Invite() {
  const [role, setRole] = useState(FIRST);
  return (
    <FormAct
      about={null}
      label={people.invite.label}
      what={people.invite.what}
      done={people.invite.done}
      onOpen={() => setRole(FIRST)}
      asks_why
      is_ready={isWhole(role)}
      run={(fields, idempotency_key) =>
        call('invitePerson', {
          body: {
            name: textOf(fields, 'name'),
            email: textOf(fields, 'email'),
            ...role,
            ...noteOf(fields),
          },
          idempotency_key,
        })
      }
      secretOf={({ link }) => (
        <ShownOnce what={people.invite.secret} value={link.url} until={link.expires_at} />
      )}
    >
      <TextInput
        name="name"
        label={people.name}
        description={people.name_hint}
        {...BOUNDS.invitePerson.name}
        autoComplete="off"
        data-autofocus
      />
      <TextInput
        name="email"
        type="email"
        label={people.email}
        description={people.email_hint}
        {...BOUNDS.invitePerson.email}
        autoComplete="off"
      />
      <RoleFields value={role} change={setRole} />
    </FormAct>
  );
}
