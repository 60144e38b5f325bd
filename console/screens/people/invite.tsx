// Invites a person: the link is shown once, and whoever invites hands it over.
import { TextInput } from '@mantine/core';
import { call } from '../../api/client.ts';
import { FormAct } from '../../parts/act/form-act.tsx';
import { WhyField } from '../../parts/act/reason-field.tsx';
import { requestForm } from '../../parts/form/forms.ts';
import { typedText, typedWhy } from '../../parts/form/typed-fields.ts';
import { ShownOnce } from '../../parts/shown-once.tsx';
import { PEOPLE_TEXTS as people } from '../../texts/people/people.ts';
import { lacksMerchant, RoleFields, typedMerchant, typedRole } from './role-fields.tsx';

const FORM = requestForm(
  'invitePerson',
  {
    name: typedText(),
    email: typedText(),
    role: typedRole(),
    merchant_id: typedMerchant(),
    note: typedWhy(),
  },
  lacksMerchant,
);

export function Invite() {
  return (
    <FormAct
      about={null}
      label={people.invite.label}
      what={people.invite.what}
      done={people.invite.done}
      form={FORM}
      run={(body, idempotency_key) => call('invitePerson', { body, idempotency_key })}
      secretOf={({ link }) => (
        <ShownOnce what={people.invite.secret} value={link.url} until={link.expires_at} />
      )}
    >
      {({ values, field, at, set }) => (
        <>
          <TextInput
            label={people.name}
            description={people.name_hint}
            {...field('name')}
            autoComplete="off"
            data-autofocus
          />
          <TextInput
            type="email"
            label={people.email}
            description={people.email_hint}
            {...field('email')}
            autoComplete="off"
          />
          <RoleFields
            value={values}
            at={at}
            change={({ role, merchant_id }) => {
              set('role', role);
              set('merchant_id', merchant_id);
            }}
          />
          <WhyField {...field('note')} />
        </>
      )}
    </FormAct>
  );
}
