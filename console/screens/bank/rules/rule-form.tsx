// The fields of a rule: for a new one, and for another version of one.
import { NativeSelect, SimpleGrid, TextInput } from '@mantine/core';
import { useNavigate } from '@tanstack/react-router';
import { call } from '../../../api/client.ts';
import type { LineRule } from '../../../api/schema.gen.ts';
import { AccountPicker } from '../../../parts/account/account-picker.tsx';
import { useReceivingAccount } from '../../../parts/account/receiving-account.tsx';
import { ActButton } from '../../../parts/act/act-button.tsx';
import type { Setting } from '../../../parts/act/setting.ts';
import { writtenAmount } from '../../../parts/amount/amount.ts';
import { AmountField } from '../../../parts/amount/amount-field.tsx';
import type { FormOf } from '../../../parts/form/form-inputs.ts';
import { requestForm } from '../../../parts/form/forms.ts';
import {
  carried,
  nullIfEmpty,
  typedAmount,
  typedChoice,
  typedChosenId,
  typedText,
} from '../../../parts/form/typed-fields.ts';
import { choicesOf } from '../../../parts/list/choices.ts';
import { useSession } from '../../../session/session.tsx';
import { BANK_TEXTS } from '../../../texts/bank/bank.ts';
import { ERROR_TEXTS } from '../../../texts/common.ts';

const { rules: texts, fields: words } = BANK_TEXTS;

const FIELDS = {
  name: typedText(),
  act: typedChoice(texts.acts),
  direction: typedChoice(texts.directions),
  text: nullIfEmpty(typedText()),
  counterparty: nullIfEmpty(typedText()),
  min_amount_cents: nullIfEmpty(typedAmount()),
  max_amount_cents: nullIfEmpty(typedAmount()),
  /** The reason stands below the fields. */
  note: carried(''),
};
const NEW = requestForm('createLineRule', { ...FIELDS, receiving_account_id: typedChosenId() });
const CHANGE = requestForm('changeLineRule', FIELDS);

const FIRST = { act: 'fee', direction: 'out' } as const;
const AMOUNTS = [
  { name: 'min_amount_cents', label: texts.min },
  { name: 'max_amount_cents', label: texts.max },
] as const;

const shown: Setting<typeof FIELDS>['shown'] = (typed) => [
  [texts.name, typed.name],
  [texts.act, typed.act === '' ? '' : texts.acts[typed.act]],
  [texts.direction, typed.direction === '' ? '' : texts.directions[typed.direction]],
  [texts.text, typed.text],
  [texts.counterparty, typed.counterparty],
  ...AMOUNTS.map(({ name, label }) => [label, typed[name].text] as const),
];

function settingOf(rule: LineRule, currency: string): Setting<typeof FIELDS> {
  const { name, act, direction, text, counterparty } = rule;
  const typed = (cents: number | null) => ({
    text: cents === null ? '' : writtenAmount(cents, currency),
    currency,
  });
  const values = {
    ...{ name, act, direction, text: text ?? '', counterparty: counterparty ?? '' },
    min_amount_cents: typed(rule.min_amount_cents),
    max_amount_cents: typed(rule.max_amount_cents),
  };
  return { version: String(rule.version), values, shown };
}

type FieldsProps = { readonly form: FormOf<typeof FIELDS> };

function RuleFields({ form: { values, field, at, set } }: FieldsProps) {
  return (
    <>
      <TextInput label={texts.name} description={texts.name_hint} {...field('name')} />
      <NativeSelect label={texts.act} {...field('act')} data={[...choicesOf(texts.acts)]} />
      <NativeSelect
        label={texts.direction}
        {...field('direction')}
        data={[...choicesOf(texts.directions)]}
      />
      <TextInput label={texts.text} {...field('text')} />
      <TextInput label={texts.counterparty} {...field('counterparty')} />
      {AMOUNTS.map(({ name, label }) => (
        <AmountField
          key={name}
          label={label}
          currency={values[name].currency}
          text={values[name].text}
          change={(text) => set(name, { ...values[name], text })}
          wrong={words.part_wrong}
          place={at(name)}
        />
      ))}
    </>
  );
}

function useMay(): string | undefined {
  const { can } = useSession();
  return can('line_rules.change') ? undefined : ERROR_TEXTS.forbidden;
}

export function NewRule() {
  const navigate = useNavigate();
  return (
    <ActButton
      about={null}
      key_never_waits
      label={texts.add}
      what={texts.add_what}
      done={texts.add_done}
      reasons={texts.reasons}
      size="lg"
      shortcut="n"
      why_not={useMay()}
      form={NEW}
      values={FIRST}
      run={async (note, idempotency_key, _seen, sent) => {
        const rule = await call('createLineRule', { body: { ...sent, note }, idempotency_key });
        void navigate({ to: '/bank/rules/$id', params: { id: rule.id } });
        return rule;
      }}
    >
      {(form) => (
        <SimpleGrid cols={{ base: 1, xs: 2 }} spacing="xs">
          <AccountPicker
            label={BANK_TEXTS.line.account}
            place={form.at('receiving_account_id')}
            is_required
            autofocus
            value={form.values.receiving_account_id}
            change={(id, account) => {
              const currency = account?.currency ?? '';
              form.set('receiving_account_id', id);
              for (const { name } of AMOUNTS) form.set(name, { ...form.values[name], currency });
            }}
          />
          <RuleFields form={form} />
        </SimpleGrid>
      )}
    </ActButton>
  );
}

export function ChangeRule({ rule }: { rule: LineRule }) {
  const account = useReceivingAccount(rule.receiving_account_id);
  const may = useMay();
  // What its amounts are is known with the account.
  if (account === undefined) return null;
  return (
    <ActButton
      about={null}
      label={texts.change}
      what={texts.change_what}
      done={texts.change_done}
      reasons={texts.reasons}
      size="lg"
      is_quiet
      why_not={may}
      form={CHANGE}
      setting={settingOf(rule, account.currency)}
      run={(note, idempotency_key, seen, sent) =>
        call('changeLineRule', {
          path: { id: rule.id },
          body: { ...sent, note, ...seen },
          idempotency_key,
        })
      }
    >
      {(form) => (
        <SimpleGrid cols={{ base: 1, xs: 2 }} spacing="xs">
          <RuleFields form={form} />
        </SimpleGrid>
      )}
    </ActButton>
  );
}
