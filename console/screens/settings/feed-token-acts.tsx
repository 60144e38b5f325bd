// Issues, changes and revokes a token of a feed.
import { MultiSelect, TextInput } from '@mantine/core';
import { useState } from 'react';
import { BOUNDS } from '../../api/bounds.gen.ts';
import { call } from '../../api/client.ts';
import type { FeedToken } from '../../api/schema.gen.ts';
import { FormAct } from '../../parts/act/form-act.tsx';
import { noteOf, numberOrNull, textOf } from '../../parts/act/form-fields.ts';
import { useReceivingAccounts } from '../../parts/receiving-accounts.ts';
import { ShownOnce } from '../../parts/shown-once.tsx';
import { SETTINGS_TEXTS } from '../../texts/settings/settings.ts';
import { TermFields, termsOf } from './token-terms.tsx';

const { feeds: texts, tokens, save } = SETTINGS_TEXTS;

type AccountsProps = {
  readonly value: readonly string[];
  readonly change: (ids: string[]) => void;
};

function Accounts({ value, change }: AccountsProps) {
  const known = useReceivingAccounts();
  const others = value.filter((id) => !known.some((one) => one.id === id));
  return (
    <MultiSelect
      label={texts.accounts}
      description={texts.accounts_hint}
      data={[
        ...known.map(({ id, name, number, currency }) => ({
          value: id,
          label: `${name} · ${number} · ${currency}`,
        })),
        ...others.map((id) => ({ value: id, label: id })),
      ]}
      value={[...value]}
      onChange={change}
      searchable
      required
    />
  );
}

function Limits({ now }: { now?: FeedToken }) {
  return (
    <>
      <TextInput
        name="lines_per_hour"
        type="number"
        {...BOUNDS.issueFeedToken.lines_per_hour}
        label={texts.lines}
        description={texts.default_hint}
        defaultValue={now?.lines_per_hour}
      />
      <TextInput
        name="daily_cents"
        type="number"
        {...BOUNDS.issueFeedToken.daily_cents}
        label={texts.daily}
        description={texts.default_hint}
        defaultValue={now?.daily_cents}
      />
    </>
  );
}

function limitsOf(fields: FormData) {
  const lines_per_hour = numberOrNull(fields, 'lines_per_hour');
  const daily_cents = numberOrNull(fields, 'daily_cents');
  return {
    ...(lines_per_hour === null ? {} : { lines_per_hour }),
    ...(daily_cents === null ? {} : { daily_cents }),
  };
}

export function IssueFeedToken() {
  const [accounts, choose] = useState<string[]>([]);
  return (
    <FormAct
      about={null}
      label={tokens.issue}
      what={texts.issue_what}
      done={texts.issued}
      asks_why
      onOpen={() => choose([])}
      is_ready={accounts.length > 0}
      run={(fields, idempotency_key) =>
        call('issueFeedToken', {
          body: {
            name: textOf(fields, 'name'),
            receiving_account_ids: accounts,
            ...limitsOf(fields),
            ...termsOf(fields),
            ...noteOf(fields),
          },
          idempotency_key,
        })
      }
      secretOf={({ token, expires_at }) => (
        <ShownOnce what={tokens.secret} value={token} until={expires_at} />
      )}
    >
      <TextInput
        name="name"
        label={tokens.name}
        description={tokens.name_hint}
        {...BOUNDS.issueFeedToken.name}
        data-autofocus
      />
      <Accounts value={accounts} change={choose} />
      <Limits />
      <TermFields />
    </FormAct>
  );
}

export function FeedTokenActs({ token }: { token: FeedToken }) {
  const { id, name, receiving_account_ids } = token;
  const [accounts, choose] = useState([...receiving_account_ids]);
  return (
    <>
      <FormAct
        about={null}
        version={token.version}
        label={tokens.change}
        of={name}
        submit={save}
        done={tokens.changed}
        asks_why
        is_quiet
        is_small
        onOpen={() => choose([...receiving_account_ids])}
        is_ready={accounts.length > 0}
        run={(fields, idempotency_key, seen) =>
          call('changeFeedToken', {
            path: { id },
            body: {
              receiving_account_ids: accounts,
              ...limitsOf(fields),
              ...termsOf(fields),
              ...noteOf(fields),
              ...seen,
            },
            idempotency_key,
          })
        }
      >
        <Accounts value={accounts} change={choose} />
        <Limits now={token} />
        <TermFields now={token} />
      </FormAct>
      <FormAct
        about={null}
        label={tokens.revoke}
        of={name}
        what={tokens.revoke_what}
        done={tokens.revoked_done}
        asks_why
        is_dangerous
        is_small
        run={(fields, idempotency_key) =>
          call('revokeFeedToken', { path: { id }, body: noteOf(fields), idempotency_key })
        }
      />
    </>
  );
}
