// What an owner can do with a person: role, on and off, a new link, lost factors.
import { call } from '../../api/client.ts';
import type { Person } from '../../api/schema.gen.ts';
import { ActButton } from '../../parts/act/act-button.tsx';
import { FormAct } from '../../parts/act/form-act.tsx';
import { ReasonField, WhyField } from '../../parts/act/reason-field.tsx';
import type { Setting } from '../../parts/act/setting.ts';
import { requestForm } from '../../parts/form/forms.ts';
import { carried, typedText, typedWhy } from '../../parts/form/typed-fields.ts';
import { ShownOnce } from '../../parts/shown-once.tsx';
import { PEOPLE_TEXTS as people } from '../../texts/people/people.ts';
import { ROLE_NAMES } from '../../texts/roles.ts';
import { lacksMerchant, RoleFields, typedMerchant, typedRole } from './role-fields.tsx';

const FIELDS = { role: typedRole(), merchant_id: typedMerchant(), reason: carried('') };
const ROLE = requestForm('changePersonRole', FIELDS, lacksMerchant);
const LINK = requestForm('relinkPerson', { note: typedWhy() });
const RESET = requestForm('resetFactors', { reason: typedText() });

const settingOf = ({ role, merchant_id, version }: Person): Setting<typeof FIELDS> => ({
  version,
  values: { role, merchant_id },
  shown: (typed) => [
    [people.role, ROLE_NAMES[typed.role]],
    [people.merchant, typed.merchant_id ?? '', 'merchant'],
  ],
});

function ChangeRole({ person }: { person: Person }) {
  const { id } = person;
  return (
    <ActButton
      about={null}
      {...people.change_role}
      is_quiet
      form={ROLE}
      setting={settingOf(person)}
      run={(reason, idempotency_key, seen, sent) =>
        call('changePersonRole', {
          path: { id },
          body: { ...sent, reason, ...seen },
          idempotency_key,
        })
      }
    >
      {({ values, at, set }) => (
        <RoleFields
          value={values}
          at={at}
          change={(wanted) => {
            set('role', wanted.role);
            set('merchant_id', wanted.merchant_id);
          }}
        />
      )}
    </ActButton>
  );
}

function OnOrOff({ person: { id, state } }: { person: Person }) {
  if (state === 'disabled') {
    return (
      <ActButton
        about={null}
        {...people.enable}
        run={(reason, idempotency_key) =>
          call('enablePerson', { path: { id }, body: { reason }, idempotency_key })
        }
      />
    );
  }
  return (
    <ActButton
      about={null}
      {...people.disable}
      is_dangerous
      run={(reason, idempotency_key) =>
        call('disablePerson', { path: { id }, body: { reason }, idempotency_key })
      }
    />
  );
}

function NewLink({ person: { id, state } }: { person: Person }) {
  const { label, what_invitation, what_reset, done, secret } = people.new_link;
  return (
    <FormAct
      about={null}
      label={label}
      what={state === 'invited' ? what_invitation : what_reset}
      done={done}
      is_quiet
      form={LINK}
      run={(body, idempotency_key) => call('relinkPerson', { path: { id }, body, idempotency_key })}
      secretOf={({ link }) => <ShownOnce what={secret} value={link.url} until={link.expires_at} />}
    >
      {({ field }) => <WhyField {...field('note')} />}
    </FormAct>
  );
}

function ResetFactors({ person: { id } }: { person: Person }) {
  const { label, what, reason, done, secret } = people.reset;
  return (
    <FormAct
      about={null}
      label={label}
      what={what}
      done={done}
      is_dangerous
      form={RESET}
      run={(body, idempotency_key) => call('resetFactors', { path: { id }, body, idempotency_key })}
      secretOf={({ url, expires_at }) => <ShownOnce what={secret} value={url} until={expires_at} />}
    >
      {({ field }) => <ReasonField label={reason} {...field('reason')} data-autofocus />}
    </FormAct>
  );
}

export function PersonActs({ person }: { person: Person }) {
  return (
    <>
      <ChangeRole person={person} />
      {person.state === 'disabled' ? null : <NewLink person={person} />}
      {person.second_factors.length === 0 ? null : <ResetFactors person={person} />}
      <OnOrOff person={person} />
    </>
  );
}
