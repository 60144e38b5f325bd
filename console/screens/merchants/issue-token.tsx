// Issues a token, or one like another that replaces it; both are shown once.
import { Checkbox, NativeSelect, Stack, Textarea, TextInput } from '@mantine/core';
import { BOUNDS } from '../../api/bounds.gen.ts';
import { call } from '../../api/client.ts';
import type { IssueToken as Body, IssuedToken, Token } from '../../api/schema.gen.ts';
import { FormAct } from '../../parts/act/form-act.tsx';
import { textOf } from '../../parts/act/form-fields.ts';
import { ReasonField } from '../../parts/act/reason-field.tsx';
import { ShownOnce } from '../../parts/shown-once.tsx';
import { digitsOf, listText, NETWORK_LENGTH } from '../../parts/typed-bounds.ts';
import { MERCHANT_TEXTS } from '../../texts/merchants/merchants.ts';

const { tokens: texts } = MERCHANT_TEXTS;

const SCOPES = ['payin', 'payout', 'read'] as const;

function bodyOf(fields: FormData): Body {
  const expires = textOf(fields, 'expires_at');
  const rate = textOf(fields, 'rate');
  return {
    mode: textOf(fields, 'mode') === 'signature' ? 'signature' : 'token',
    scopes: SCOPES.filter((scope) => fields.get(scope) !== null),
    allowed_ips: textOf(fields, 'ips').split(/\s+/).filter(Boolean),
    require_signature: fields.get('require_signature') !== null,
    expires_at: expires === '' ? null : new Date(expires).toISOString(),
    rate_limit_per_second: rate === '' ? null : Number(rate),
    note: textOf(fields, 'note'),
  };
}

function Secrets({ issued: { token, signing_secret } }: { issued: IssuedToken }) {
  return (
    <Stack>
      {token === null ? null : <ShownOnce what={texts.issue.token} value={token} />}
      <ShownOnce what={texts.issue.secret} value={signing_secret} />
    </Stack>
  );
}

function Scopes() {
  return (
    <Checkbox.Group label={texts.scopes} defaultValue={[...SCOPES]}>
      <Stack gap={4} mt={4}>
        {SCOPES.map((scope) => (
          <Checkbox key={scope} name={scope} value={scope} label={texts.scope_names[scope]} />
        ))}
      </Stack>
    </Checkbox.Group>
  );
}

function Fields() {
  return (
    <>
      <Scopes />
      <Textarea
        name="ips"
        label={texts.ips}
        description={texts.ips_hint}
        {...listText(BOUNDS.issueToken.allowed_ips, NETWORK_LENGTH)}
      />
      <NativeSelect
        name="mode"
        label={texts.mode}
        data={Object.entries(texts.modes).map(([value, label]) => ({ value, label }))}
      />
      <Checkbox name="require_signature" label={texts.signed} />
      <TextInput
        name="expires_at"
        type="datetime-local"
        label={texts.expires}
        description={texts.expires_hint}
      />
      <TextInput
        name="rate"
        label={texts.rate}
        description={texts.rate_hint}
        inputMode="numeric"
        pattern="[0-9]*"
        {...digitsOf(BOUNDS.issueToken.rate_limit_per_second)}
      />
      <ReasonField />
    </>
  );
}

export function IssueToken({ merchant_id: id }: { merchant_id: string }) {
  return (
    <FormAct<IssuedToken>
      about={null}
      label={texts.issue.label}
      what={texts.issue.what}
      done={texts.issue.done}
      run={(fields, idempotency_key) =>
        call('issueToken', { path: { id }, body: bodyOf(fields), idempotency_key })
      }
      secretOf={(issued) => <Secrets issued={issued} />}
    >
      <Fields />
    </FormAct>
  );
}

/** The old one is revoked apart, once the new one is in use. */
export function RotateToken({ token }: { token: Token }) {
  const { merchant_id: id, mode, scopes, allowed_ips, require_signature } = token;
  const { expires_at, rate_limit_per_second } = token;
  const same = { mode, scopes, allowed_ips, require_signature, expires_at, rate_limit_per_second };
  return (
    <FormAct<IssuedToken>
      about={null}
      label={texts.rotate.label}
      what={texts.rotate.what}
      done={texts.rotate.done}
      is_quiet
      run={(fields, idempotency_key) =>
        call('issueToken', {
          path: { id },
          body: { ...same, note: textOf(fields, 'note') },
          idempotency_key,
        })
      }
      secretOf={(issued) => <Secrets issued={issued} />}
    >
      <ReasonField />
    </FormAct>
  );
}
