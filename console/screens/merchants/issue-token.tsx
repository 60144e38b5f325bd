// Issues a token, or one like another that replaces it; both are shown once.
import { Checkbox, NativeSelect, Stack, Textarea, TextInput } from '@mantine/core';
import { call } from '../../api/client.ts';
import type { IssuedToken, Token } from '../../api/schema.gen.ts';
import { FormAct } from '../../parts/act/form-act.tsx';
import { ReasonField } from '../../parts/act/reason-field.tsx';
import type { FormOf, InputFor } from '../../parts/form/form-inputs.ts';
import { requestForm } from '../../parts/form/forms.ts';
import {
  nullIfEmpty,
  typedChoice,
  typedChoices,
  typedFlag,
  typedList,
  typedMoment,
  typedText,
  typedWhole,
} from '../../parts/form/typed-fields.ts';
import { ShownOnce } from '../../parts/shown-once.tsx';
import { MERCHANT_TEXTS } from '../../texts/merchants/merchants.ts';

const { tokens: texts } = MERCHANT_TEXTS;

const SCOPES = ['payin', 'payout', 'read'] as const;

const FIELDS = {
  scopes: typedChoices(texts.scope_names),
  allowed_ips: typedList(),
  mode: typedChoice(texts.modes),
  require_signature: typedFlag(),
  expires_at: nullIfEmpty(typedMoment()),
  rate_limit_per_second: nullIfEmpty(typedWhole()),
  note: typedText(),
};
const ISSUE = requestForm('issueToken', FIELDS);
const ROTATE = requestForm('issueToken', { note: typedText() });

function Secrets({ issued: { token, signing_secret } }: { issued: IssuedToken }) {
  return (
    <Stack>
      {token === null ? null : <ShownOnce what={texts.issue.token} value={token} />}
      <ShownOnce what={texts.issue.secret} value={signing_secret} />
    </Stack>
  );
}

function Scopes(field: InputFor<string[]>) {
  return (
    <Checkbox.Group label={texts.scopes} {...field}>
      <Stack gap={4} mt={4}>
        {SCOPES.map((scope) => (
          <Checkbox key={scope} value={scope} label={texts.scope_names[scope]} />
        ))}
      </Stack>
    </Checkbox.Group>
  );
}

function Fields({ form: { field } }: { form: FormOf<typeof FIELDS> }) {
  return (
    <>
      <Scopes {...field('scopes')} />
      <Textarea label={texts.ips} description={texts.ips_hint} {...field('allowed_ips')} />
      <NativeSelect
        label={texts.mode}
        data={Object.entries(texts.modes).map(([value, label]) => ({ value, label }))}
        {...field('mode')}
      />
      <Checkbox label={texts.signed} {...field('require_signature')} />
      <TextInput
        type="datetime-local"
        label={texts.expires}
        description={texts.expires_hint}
        {...field('expires_at')}
      />
      <TextInput
        label={texts.rate}
        description={texts.rate_hint}
        {...field('rate_limit_per_second')}
      />
      <ReasonField {...field('note')} />
    </>
  );
}

export function IssueToken({ merchant_id: id }: { merchant_id: string }) {
  return (
    <FormAct
      about={null}
      label={texts.issue.label}
      what={texts.issue.what}
      done={texts.issue.done}
      form={ISSUE}
      values={{ scopes: [...SCOPES], mode: 'token' }}
      run={(body, idempotency_key) => call('issueToken', { path: { id }, body, idempotency_key })}
      secretOf={(issued) => <Secrets issued={issued} />}
    >
      {(form) => <Fields form={form} />}
    </FormAct>
  );
}

/** The old one is revoked apart, once the new one is in use. */
export function RotateToken({ token }: { token: Token }) {
  const { merchant_id: id, mode, scopes, allowed_ips, require_signature } = token;
  const { expires_at, rate_limit_per_second } = token;
  const same = { mode, scopes, allowed_ips, require_signature, expires_at, rate_limit_per_second };
  return (
    <FormAct
      about={null}
      label={texts.rotate.label}
      what={texts.rotate.what}
      done={texts.rotate.done}
      is_quiet
      form={ROTATE}
      run={(sent, idempotency_key) =>
        call('issueToken', {
          path: { id },
          body: { ...same, ...sent },
          idempotency_key,
        })
      }
      secretOf={(issued) => <Secrets issued={issued} />}
    >
      {({ field }) => <ReasonField {...field('note')} />}
    </FormAct>
  );
}
