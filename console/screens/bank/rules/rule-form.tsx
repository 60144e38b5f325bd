// The fields of a rule: for a new one, and for another version of one.
import { NativeSelect, SimpleGrid, TextInput } from '@mantine/core';
import { useNavigate } from '@tanstack/react-router';
import { useState } from 'react';
import { BOUNDS } from '../../../api/bounds.gen.ts';
import { call } from '../../../api/client.ts';
import type { LineRule } from '../../../api/schema.gen.ts';
import { ActButton } from '../../../parts/act/act-button.tsx';
import { writtenAmount } from '../../../parts/amount/amount.ts';
import { AmountField } from '../../../parts/amount/amount-field.tsx';
import { readAmount } from '../../../parts/amount/read-amount.ts';
import { useSession } from '../../../session/session.tsx';
import { BANK_TEXTS } from '../../../texts/bank/bank.ts';
import { ERROR_TEXTS } from '../../../texts/common.ts';
import { useAccounts } from '../use-accounts.ts';

const { rules: texts, fields } = BANK_TEXTS;

type Given = {
  readonly receiving_account_id: string;
  readonly name: string;
  readonly act: LineRule['act'];
  readonly direction: LineRule['direction'];
  readonly text: string;
  readonly counterparty: string;
  readonly min: string;
  readonly max: string;
};

const NONE: Given = {
  receiving_account_id: '',
  name: '',
  act: 'fee',
  direction: 'out',
  text: '',
  counterparty: '',
  min: '',
  max: '',
};

function givenOf(rule: LineRule, currency: string): Given {
  const shown = (cents: number | null) => (cents === null ? '' : writtenAmount(cents, currency));
  return {
    ...rule,
    text: rule.text ?? '',
    counterparty: rule.counterparty ?? '',
    min: shown(rule.min_amount_cents),
    max: shown(rule.max_amount_cents),
  };
}

const orNull = (text: string) => (text.trim() === '' ? null : text.trim());

function bodyOf(given: Given, currency: string) {
  const { name, act, direction, text, counterparty, min, max } = given;
  return {
    name: name.trim(),
    act,
    direction,
    text: orNull(text),
    counterparty: orNull(counterparty),
    min_amount_cents: min === '' ? null : readAmount(min, currency),
    max_amount_cents: max === '' ? null : readAmount(max, currency),
  };
}

function isReady(given: Given, currency: string): boolean {
  const is_amount = (text: string) => text === '' || readAmount(text, currency) !== null;
  const is_named = given.name.trim() !== '' && given.receiving_account_id !== '';
  return is_named && is_amount(given.min) && is_amount(given.max);
}

type FieldsProps = {
  readonly given: Given;
  readonly change: (given: Given) => void;
  readonly currency: string;
  /** The account of a rule never changes. */
  readonly is_new: boolean;
};

function choices<Value extends string>(words: Readonly<Record<Value, string>>) {
  return Object.entries<string>(words).map(([value, label]) => ({ value, label }));
}

function Fields({ given, change, currency, is_new }: FieldsProps) {
  const accounts = useAccounts();
  const text = (name: 'name' | 'text' | 'counterparty') => ({
    ...BOUNDS.createLineRule[name],
    value: given[name],
    onChange: (event: { currentTarget: { value: string } }) =>
      change({ ...given, [name]: event.currentTarget.value }),
  });
  return (
    <SimpleGrid cols={{ base: 1, xs: 2 }} spacing="xs">
      {is_new ? (
        <NativeSelect
          label={BANK_TEXTS.line.account}
          required
          value={given.receiving_account_id}
          onChange={(event) =>
            change({ ...given, receiving_account_id: event.currentTarget.value })
          }
          data={[{ value: '', label: '' }, ...accounts.choices]}
          data-autofocus
        />
      ) : null}
      <TextInput label={texts.name} description={texts.name_hint} {...text('name')} />
      <NativeSelect
        label={texts.act}
        value={given.act}
        onChange={(event) =>
          change({ ...given, act: event.currentTarget.value === 'fee' ? 'fee' : 'own_transfer' })
        }
        data={choices(texts.acts)}
      />
      <NativeSelect
        label={texts.direction}
        value={given.direction}
        onChange={(event) =>
          change({ ...given, direction: event.currentTarget.value === 'in' ? 'in' : 'out' })
        }
        data={choices(texts.directions)}
      />
      <TextInput label={texts.text} {...text('text')} />
      <TextInput label={texts.counterparty} {...text('counterparty')} />
      <AmountField
        label={texts.min}
        currency={currency}
        text={given.min}
        change={(min) => change({ ...given, min })}
        wrong={fields.part_wrong}
      />
      <AmountField
        label={texts.max}
        currency={currency}
        text={given.max}
        change={(max) => change({ ...given, max })}
        wrong={fields.part_wrong}
      />
    </SimpleGrid>
  );
}

function useCurrency(id: string): string {
  const { all } = useAccounts();
  return all.find((account) => account.id === id)?.currency ?? '';
}

function useMay(): string | undefined {
  const { can } = useSession();
  return can('line_rules.change') ? undefined : ERROR_TEXTS.forbidden;
}

export function NewRule() {
  const [given, change] = useState(NONE);
  const currency = useCurrency(given.receiving_account_id);
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
      onOpen={() => change(NONE)}
      is_ready={isReady(given, currency)}
      run={async (note, idempotency_key) => {
        const { receiving_account_id } = given;
        const body = { receiving_account_id, ...bodyOf(given, currency), note };
        const rule = await call('createLineRule', { body, idempotency_key });
        void navigate({ to: '/bank/rules/$id', params: { id: rule.id } });
        return rule;
      }}
    >
      <Fields given={given} change={change} currency={currency} is_new />
    </ActButton>
  );
}

export function ChangeRule({ rule }: { rule: LineRule }) {
  const currency = useCurrency(rule.receiving_account_id);
  const [given, change] = useState<Given>(NONE);
  return (
    <ActButton
      about={null}
      version={String(rule.version)}
      label={texts.change}
      what={texts.change_what}
      done={texts.change_done}
      reasons={texts.reasons}
      size="lg"
      is_quiet
      why_not={useMay()}
      onOpen={() => change(givenOf(rule, currency))}
      is_ready={isReady(given, currency)}
      run={(note, idempotency_key, seen) =>
        call('changeLineRule', {
          path: { id: rule.id },
          body: { ...bodyOf(given, currency), note, ...seen },
          idempotency_key,
        })
      }
    >
      <Fields given={given} change={change} currency={currency} is_new={false} />
    </ActButton>
  );
}
