// Issues, changes, rotates and revokes a token of the operator's own programs.
import { MultiSelect, TextInput } from '@mantine/core';
import { call } from '../../api/client.ts';
import type { OperatorToken } from '../../api/schema.gen.ts';
import { FormAct } from '../../parts/act/form-act.tsx';
import { WhyField } from '../../parts/act/reason-field.tsx';
import { wordsOf } from '../../parts/act/setting.ts';
import type { InputFor } from '../../parts/form/form-inputs.ts';
import { requestForm } from '../../parts/form/forms.ts';
import {
  leftOutIfEmpty,
  typedChoices,
  typedText,
  typedWhole,
  typedWhy,
} from '../../parts/form/typed-fields.ts';
import { ShownOnce } from '../../parts/shown-once.tsx';
import { SETTINGS_TEXTS } from '../../texts/settings/settings.ts';
import { lacksMerchant, RoleFields, typedMerchant, typedRole } from '../people/role-fields.tsx';
import { shownTerms, TERMS, TermFields, termsNow } from './token-terms.tsx';

const { tokens: texts, scope_names, save } = SETTINGS_TEXTS;
const USUAL_OVERLAP_HOURS = 24;

/** Without any: all that the role may do. */
const scopes = leftOutIfEmpty(typedChoices(scope_names));

const ISSUE = requestForm(
  'issueOperatorToken',
  {
    name: typedText(),
    role: typedRole(),
    merchant_id: typedMerchant(),
    scopes,
    ...TERMS,
    note: typedWhy(),
  },
  lacksMerchant,
);
const CHANGE = requestForm('changeOperatorToken', {
  name: typedText(),
  scopes,
  ...TERMS,
  note: typedWhy(),
});
const ROTATE = requestForm('rotateOperatorToken', {
  overlap_hours: typedWhole(),
  note: typedWhy(),
});
const REVOKE = requestForm('revokeOperatorToken', { note: typedWhy() });

function Scopes(field: InputFor<string[]>) {
  return (
    <MultiSelect
      label={texts.scopes}
      description={texts.scopes_hint}
      data={Object.entries(scope_names).map(([value, label]) => ({ value, label }))}
      {...field}
      clearable
    />
  );
}

const secretOf = (issued: { readonly token: string; readonly expires_at: string | null }) => (
  <ShownOnce what={texts.secret} value={issued.token} until={issued.expires_at} />
);

export function IssueToken() {
  return (
    <FormAct
      about={null}
      label={texts.issue}
      what={texts.issue_what}
      done={texts.issued}
      form={ISSUE}
      run={(body, idempotency_key) => call('issueOperatorToken', { body, idempotency_key })}
      secretOf={secretOf}
    >
      {({ values, field, at, set }) => (
        <>
          <TextInput
            label={texts.name}
            description={texts.name_hint}
            {...field('name')}
            data-autofocus
          />
          <RoleFields
            value={values}
            at={at}
            change={({ role, merchant_id }) => {
              set('role', role);
              set('merchant_id', merchant_id);
            }}
          />
          <Scopes {...field('scopes')} />
          <TermFields field={field} is_new />
          <WhyField {...field('note')} />
        </>
      )}
    </FormAct>
  );
}

function Change({ token }: { token: OperatorToken }) {
  const { id, name } = token;
  return (
    <FormAct
      about={null}
      label={texts.change}
      of={name}
      submit={save}
      done={texts.changed}
      is_quiet
      is_small
      form={CHANGE}
      setting={{
        version: token.version,
        values: { name, scopes: [...token.scopes], ...termsNow(token) },
        shown: (typed) => [
          [texts.name, typed.name],
          [texts.scopes, wordsOf(scope_names, typed.scopes)],
          ...shownTerms(typed),
        ],
      }}
      run={(sent, idempotency_key, seen) =>
        call('changeOperatorToken', {
          path: { id },
          body: { ...sent, ...seen },
          idempotency_key,
        })
      }
    >
      {({ field }) => (
        <>
          <TextInput label={texts.name} {...field('name')} data-autofocus />
          <Scopes {...field('scopes')} />
          <TermFields field={field} is_new={false} />
          <WhyField {...field('note')} />
        </>
      )}
    </FormAct>
  );
}

function Rotate({ token: { id, name } }: { token: OperatorToken }) {
  return (
    <FormAct
      about={null}
      label={texts.rotate}
      of={name}
      what={texts.rotate_what}
      done={texts.rotated}
      is_quiet
      is_small
      form={ROTATE}
      values={{ overlap_hours: String(USUAL_OVERLAP_HOURS) }}
      run={(body, idempotency_key) =>
        call('rotateOperatorToken', { path: { id }, body, idempotency_key })
      }
      secretOf={secretOf}
    >
      {({ field }) => (
        <>
          <TextInput
            type="number"
            label={texts.overlap}
            {...field('overlap_hours')}
            data-autofocus
          />
          <WhyField {...field('note')} />
        </>
      )}
    </FormAct>
  );
}

export function TokenActs({ token }: { token: OperatorToken }) {
  const { id, name } = token;
  return (
    <>
      {/* One that a person made for themselves can only be revoked. */}
      {token.is_own ? null : (
        <>
          <Change token={token} />
          <Rotate token={token} />
        </>
      )}
      <FormAct
        about={null}
        label={texts.revoke}
        of={name}
        what={texts.revoke_what}
        done={texts.revoked_done}
        is_dangerous
        is_small
        form={REVOKE}
        run={(body, idempotency_key) =>
          call('revokeOperatorToken', { path: { id }, body, idempotency_key })
        }
      >
        {({ field }) => <WhyField {...field('note')} />}
      </FormAct>
    </>
  );
}
