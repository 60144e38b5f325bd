// Issues, changes and revokes a token of a feed.
import { TextInput } from '@mantine/core';
import { call } from '../../api/client.ts';
import type { FeedToken } from '../../api/schema.gen.ts';
import { AccountsPicker } from '../../parts/account/account-picker.tsx';
import { type FoundAccount, useReceivingAccounts } from '../../parts/account/receiving-account.tsx';
import { FormAct } from '../../parts/act/form-act.tsx';
import { WhyField } from '../../parts/act/reason-field.tsx';
import { type Setting, wordsOf } from '../../parts/act/setting.ts';
import { writtenAmount } from '../../parts/amount/amount.ts';
import { AmountField } from '../../parts/amount/amount-field.tsx';
import { readAmount } from '../../parts/amount/read-amount.ts';
import type { FieldPlace, FormOf } from '../../parts/form/form-inputs.ts';
import { requestForm } from '../../parts/form/forms.ts';
import {
  leftOutIfEmpty,
  type TypedAmount,
  type TypedField,
  typedAmount,
  typedText,
  typedWhole,
  typedWhy,
} from '../../parts/form/typed-fields.ts';
import { ShownOnce } from '../../parts/shown-once.tsx';
import { WRONG_TEXTS as wrong } from '../../texts/forms.ts';
import { LIST_PART_TEXTS } from '../../texts/parts.ts';
import { SETTINGS_TEXTS } from '../../texts/settings/settings.ts';
import { currenciesOf, sumsIn } from './feed-sums.ts';
import { shownTerms, TERMS, TermFields, termsNow } from './token-terms.tsx';

const { feeds: texts, tokens, save } = SETTINGS_TEXTS;

/** At least one: lines of no account cannot be given. */
const accounts: TypedField<string[], readonly string[]> = {
  empty: [],
  attributes: () => ({ required: true }),
  read: (ids, path) => (ids.length === 0 ? { wrong: { [path]: wrong.choose } } : { sent: ids }),
};

const LIMITS = {
  receiving_account_ids: accounts,
  lines_per_hour: leftOutIfEmpty(typedWhole()),
  /** Typed in the currency of the first account: the others have the same digits. */
  daily_cents: leftOutIfEmpty(typedAmount()),
  ...TERMS,
  note: typedWhy(),
};

const ISSUE = requestForm('issueFeedToken', { name: typedText(), ...LIMITS });
const CHANGE = requestForm('changeFeedToken', LIMITS);
const REVOKE = requestForm('revokeFeedToken', { note: typedWhy() });

type DailyProps = {
  readonly sum: TypedAmount;
  readonly change: (text: string) => void;
  readonly place: FieldPlace;
  readonly currencies: readonly string[];
};

function Daily({ sum, change, place, currencies: [, ...others] }: DailyProps) {
  const { currency, text } = sum;
  const cents = currency === '' ? null : readAmount(text, currency);
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
      place={place}
      {...(currency === '' ? { empty: texts.daily_first } : {})}
    />
  );
}

type LimitsProps = { readonly form: FormOf<typeof LIMITS>; readonly is_new: boolean };

function Limits({ form: { values, field, at, set }, is_new }: LimitsProps) {
  const { receiving_account_ids: ids, daily_cents } = values;
  const currencies = currenciesOf(useReceivingAccounts(ids), ids);
  return (
    <>
      <AccountsPicker
        label={texts.accounts}
        description={texts.accounts_hint}
        is_required
        value={ids}
        place={at('receiving_account_ids')}
        change={(chosen, accounts) => {
          const [currency = ''] = currenciesOf(accounts, chosen);
          set('receiving_account_ids', chosen);
          set('daily_cents', { ...daily_cents, currency });
        }}
      />
      <TextInput
        type="number"
        label={texts.lines}
        description={texts.default_hint}
        {...field('lines_per_hour')}
      />
      <Daily
        sum={daily_cents}
        place={at('daily_cents')}
        change={(typed) => set('daily_cents', { ...daily_cents, text: typed })}
        currencies={currencies}
      />
      <TermFields field={field} is_new={is_new} />
      <WhyField {...field('note')} />
    </>
  );
}

export function IssueFeedToken() {
  return (
    <FormAct
      about={null}
      label={tokens.issue}
      what={texts.issue_what}
      done={texts.issued}
      form={ISSUE}
      run={(body, idempotency_key) => call('issueFeedToken', { body, idempotency_key })}
      secretOf={({ token, expires_at }) => (
        <ShownOnce what={tokens.secret} value={token} until={expires_at} />
      )}
    >
      {(form) => (
        <>
          <TextInput
            label={tokens.name}
            description={tokens.name_hint}
            {...form.field('name')}
            data-autofocus
          />
          <Limits form={form} is_new />
        </>
      )}
    </FormAct>
  );
}

function settingOf(token: FeedToken, known: readonly FoundAccount[]): Setting<typeof LIMITS> {
  const { version, receiving_account_ids, daily_cents, lines_per_hour } = token;
  const [currency = ''] = currenciesOf(known, receiving_account_ids);
  const names = Object.fromEntries(known.map(({ id, name }) => [id, name]));
  return {
    version,
    values: {
      receiving_account_ids: [...receiving_account_ids],
      lines_per_hour: String(lines_per_hour),
      daily_cents: {
        text: currency === '' ? '' : writtenAmount(daily_cents, currency),
        currency,
      },
      ...termsNow(token),
    },
    shown: (typed) => [
      [texts.accounts, wordsOf(names, typed.receiving_account_ids)],
      [texts.lines, typed.lines_per_hour],
      [texts.daily, `${typed.daily_cents.text} ${typed.daily_cents.currency}`],
      ...shownTerms(typed),
    ],
  };
}

export function FeedTokenActs({ token }: { token: FeedToken }) {
  const { id, name } = token;
  const known = useReceivingAccounts(token.receiving_account_ids);
  return (
    <>
      <FormAct
        about={null}
        label={tokens.change}
        of={name}
        submit={save}
        done={tokens.changed}
        is_quiet
        is_small
        form={CHANGE}
        setting={settingOf(token, known)}
        run={(sent, idempotency_key, seen) =>
          call('changeFeedToken', {
            path: { id },
            body: { ...sent, ...seen },
            idempotency_key,
          })
        }
      >
        {(form) => <Limits form={form} is_new={false} />}
      </FormAct>
      <FormAct
        about={null}
        label={tokens.revoke}
        of={name}
        what={tokens.revoke_what}
        done={tokens.revoked_done}
        is_dangerous
        is_small
        form={REVOKE}
        run={(body, idempotency_key) =>
          call('revokeFeedToken', { path: { id }, body, idempotency_key })
        }
      >
        {({ field }) => <WhyField {...field('note')} />}
      </FormAct>
    </>
  );
}
