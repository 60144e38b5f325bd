// Issues, changes, rotates and revokes a token of the operator's own programs.
import { MultiSelect, TextInput } from '@mantine/core';
import { useState } from 'react';
import { BOUNDS } from '../../api/bounds.gen.ts';
import { call } from '../../api/client.ts';
import type { OperatorToken } from '../../api/schema.gen.ts';
import { FormAct } from '../../parts/act/form-act.tsx';
import { noteOf, numberOrNull, textOf } from '../../parts/act/form-fields.ts';
import { ShownOnce } from '../../parts/shown-once.tsx';
import { SETTINGS_TEXTS } from '../../texts/settings/settings.ts';
import { isWhole, RoleFields, type RoleOf } from '../people/role-fields.tsx';
import { TermFields, termsOf } from './token-terms.tsx';

const { tokens: texts, scope_names, save } = SETTINGS_TEXTS;
const USUAL_OVERLAP_HOURS = 24;
const FIRST: RoleOf = { role: 'viewer', merchant_id: null };

type Scope = OperatorToken['scopes'][number];
const SCOPES = Object.keys(scope_names).filter((name): name is Scope => name in scope_names);

type ScopesProps = { readonly value: readonly Scope[]; readonly change: (v: Scope[]) => void };

function Scopes({ value, change }: ScopesProps) {
  return (
    <MultiSelect
      label={texts.scopes}
      description={texts.scopes_hint}
      data={SCOPES.map((scope) => ({ value: scope, label: scope_names[scope] }))}
      value={[...value]}
      onChange={(given) => change(SCOPES.filter((scope) => given.includes(scope)))}
      clearable
    />
  );
}

const secretOf = (issued: { readonly token: string; readonly expires_at: string | null }) => (
  <ShownOnce what={texts.secret} value={issued.token} until={issued.expires_at} />
);

const chosen = (scopes: readonly Scope[]) => (scopes.length === 0 ? {} : { scopes });

export function IssueToken() {
  const [role, setRole] = useState(FIRST);
  const [scopes, setScopes] = useState<readonly Scope[]>([]);
  return (
    <FormAct
      about={null}
      label={texts.issue}
      what={texts.issue_what}
      done={texts.issued}
      onOpen={() => {
        setRole(FIRST);
        setScopes([]);
      }}
      asks_why
      is_ready={isWhole(role)}
      run={(fields, idempotency_key) =>
        call('issueOperatorToken', {
          body: {
            name: textOf(fields, 'name'),
            ...role,
            ...chosen(scopes),
            ...termsOf(fields),
            ...noteOf(fields),
          },
          idempotency_key,
        })
      }
      secretOf={secretOf}
    >
      <TextInput
        name="name"
        label={texts.name}
        description={texts.name_hint}
        {...BOUNDS.issueOperatorToken.name}
        data-autofocus
      />
      <RoleFields value={role} change={setRole} />
      <Scopes value={scopes} change={setScopes} />
      <TermFields />
    </FormAct>
  );
}

function Change({ token }: { token: OperatorToken }) {
  const { id, name } = token;
  const [scopes, setScopes] = useState<readonly Scope[]>(token.scopes);
  return (
    <FormAct
      about={null}
      version={token.version}
      label={texts.change}
      of={name}
      submit={save}
      done={texts.changed}
      is_quiet
      is_small
      asks_why
      onOpen={() => setScopes(token.scopes)}
      run={(fields, idempotency_key, seen) =>
        call('changeOperatorToken', {
          path: { id },
          body: {
            name: textOf(fields, 'name'),
            ...chosen(scopes),
            ...termsOf(fields),
            ...noteOf(fields),
            ...seen,
          },
          idempotency_key,
        })
      }
    >
      <TextInput
        name="name"
        label={texts.name}
        {...BOUNDS.changeOperatorToken.name}
        defaultValue={name}
        required
        data-autofocus
      />
      <Scopes value={scopes} change={setScopes} />
      <TermFields now={token} />
    </FormAct>
  );
}

export function TokenActs({ token }: { token: OperatorToken }) {
  const { id, name } = token;
  return (
    <>
      <Change token={token} />
      <FormAct
        about={null}
        label={texts.rotate}
        of={name}
        what={texts.rotate_what}
        done={texts.rotated}
        asks_why
        is_quiet
        is_small
        run={(fields, idempotency_key) => {
          const overlap_hours = numberOrNull(fields, 'overlap_hours') ?? USUAL_OVERLAP_HOURS;
          return call('rotateOperatorToken', {
            path: { id },
            body: { overlap_hours, ...noteOf(fields) },
            idempotency_key,
          });
        }}
        secretOf={secretOf}
      >
        <TextInput
          name="overlap_hours"
          type="number"
          label={texts.overlap}
          {...BOUNDS.rotateOperatorToken.overlap_hours}
          defaultValue={USUAL_OVERLAP_HOURS}
          data-autofocus
        />
      </FormAct>
      <FormAct
        about={null}
        label={texts.revoke}
        of={name}
        what={texts.revoke_what}
        done={texts.revoked_done}
        asks_why
        is_dangerous
        is_small
        run={(fields, idempotency_key) =>
          call('revokeOperatorToken', { path: { id }, body: noteOf(fields), idempotency_key })
        }
      />
    </>
  );
}
