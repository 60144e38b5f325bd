// Issues, changes and revokes a token of a feed.
import { MultiSelect, TextInput } from '@mantine/core';
import { useState } from 'react';
import { BOUNDS } from '../../api/bounds.gen.ts';
import { call } from '../../api/client.ts';
import type { FeedToken } from '../../api/schema.gen.ts';
import { FormAct } from '../../parts/act/form-act.tsx';
import { noteOf, numberOrNull, textOf } from '../../parts/act/form-fields.ts';
import { bareAmount } from '../../parts/amount.ts';
import { AmountField } from '../../parts/amount-field.tsx';
import { readAmount } from '../../parts/read-amount.ts';
import { useReceivingAccounts } from '../../parts/receiving-accounts.ts';
import { ShownOnce } from '../../parts/shown-once.tsx';
import { LIST_PART_TEXTS } from '../../texts/parts.ts';
import { SETTINGS_TEXTS } from '../../texts/settings/settings.ts';
import { currenciesOf, sumsIn } from './feed-sums.ts';
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

/** Typed in the currency of the first account: the others have the same digits. */
type Sum = { readonly currency: string | undefined; readonly text: string };

const centsOf = ({ currency, text }: Sum): number | null =>
  currency === undefined ? null : readAmount(text, currency);

const isSum = (sum: Sum): boolean => sum.text.trim() === '' || (centsOf(sum) ?? 0) > 0;

type DailyProps = {
  readonly sum: Sum;
  readonly change: (text: string) => void;
  readonly currencies: readonly string[];
};

function Daily({ sum, change, currencies: [, ...others] }: DailyProps) {
  const cents = centsOf(sum);
  const { currency = '', text } = sum;
  const hint = others.length === 0 || cents === null ? null : sumsIn(cents, others);
  return (
    <AmountField
      label={texts.daily}
      description={hint === null ? texts.default_hint : texts.daily_hint(hint)}
      currency={currency}
      text={text}
      change={change}
      is_fixed={currency === ''}
      wrong={LIST_PART_TEXTS.no_amount}
      {...(currency === '' ? { empty: texts.daily_first } : {})}
    />
  );
}

function Limits({ now, ...daily }: DailyProps & { now?: FeedToken }) {
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
      <Daily {...daily} />
    </>
  );
}

function limitsOf(fields: FormData, sum: Sum) {
  const lines_per_hour = numberOrNull(fields, 'lines_per_hour');
  const daily_cents = centsOf(sum);
  return {
    ...(lines_per_hour === null ? {} : { lines_per_hour }),
    ...(daily_cents === null ? {} : { daily_cents }),
  };
}

export function IssueFeedToken() {
  const [accounts, choose] = useState<string[]>([]);
  const [text, type] = useState('');
  const currencies = currenciesOf(useReceivingAccounts(), accounts);
  const sum = { currency: currencies[0], text };
  return (
    <FormAct
      about={null}
      label={tokens.issue}
      what={texts.issue_what}
      done={texts.issued}
      asks_why
      onOpen={() => {
        choose([]);
        type('');
      }}
      is_ready={accounts.length > 0 && isSum(sum)}
      run={(fields, idempotency_key) =>
        call('issueFeedToken', {
          body: {
            name: textOf(fields, 'name'),
            receiving_account_ids: accounts,
            ...limitsOf(fields, sum),
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
      <Limits sum={sum} change={type} currencies={currencies} />
      <TermFields />
    </FormAct>
  );
}

export function FeedTokenActs({ token }: { token: FeedToken }) {
  const { id, name, receiving_account_ids, daily_cents } = token;
  const [accounts, choose] = useState([...receiving_account_ids]);
  /** Null: as it is. */
  const [typed, type] = useState<string | null>(null);
  const currencies = currenciesOf(useReceivingAccounts(), accounts);
  const [currency] = currencies;
  const now = currency === undefined ? '' : bareAmount(daily_cents, currency);
  const sum = { currency, text: typed ?? now };
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
        onOpen={() => {
          choose([...receiving_account_ids]);
          type(null);
        }}
        is_ready={accounts.length > 0 && isSum(sum)}
        run={(fields, idempotency_key, seen) =>
          call('changeFeedToken', {
            path: { id },
            body: {
              receiving_account_ids: accounts,
              ...limitsOf(fields, sum),
              ...termsOf(fields),
              ...noteOf(fields),
              ...seen,
            },
            idempotency_key,
          })
        }
      >
        <Accounts value={accounts} change={choose} />
        <Limits now={token} sum={sum} change={type} currencies={currencies} />
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
