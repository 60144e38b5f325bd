// The limits and policies of a merchant: every setting, and what would change before it does.
import {
  Button,
  Checkbox,
  Fieldset,
  Group,
  NativeSelect,
  SimpleGrid,
  Text,
  TextInput,
} from '@mantine/core';
import { type ReactNode, useState } from 'react';
import { call } from '../../api/client.ts';
import type { Merchant } from '../../api/schema.gen.ts';
import { ActButton } from '../../parts/act/act-button.tsx';
import { keepTyped } from '../../parts/act/beside.ts';
import { ChangeTable } from '../../parts/act/change-table.tsx';
import { ChangedNote } from '../../parts/act/changed-note.tsx';
import { type Edited, useEdited } from '../../parts/act/use-edited.ts';
import { AmountField } from '../../parts/amount/amount-field.tsx';
import { useSession } from '../../session/session.tsx';
import { MERCHANT_TEXTS } from '../../texts/merchants/merchants.ts';
import { LIST_PART_TEXTS } from '../../texts/parts.ts';
import { MerchantFrame } from './merchant-frame.tsx';
import {
  changeOf,
  changesOf,
  digitsOfSetting,
  SETTING_FIELDS,
  type SettingField,
  type Values,
  valuesOf,
  wrongAmount,
} from './settings-fields.ts';

const { settings: texts, groups, policies, change } = MERCHANT_TEXTS;

type FieldProps = {
  readonly field: SettingField;
  readonly value: string;
  readonly set: (value: string) => void;
  readonly is_fixed: boolean;
  readonly currency: string;
};

function Field({ field: { name, kind }, value, set, is_fixed, currency }: FieldProps) {
  const [label, description] = texts[name];
  const common = { label, disabled: is_fixed, ...(description === '' ? {} : { description }) };
  if (kind === 'flag') {
    return (
      <Checkbox
        {...common}
        checked={value === 'true'}
        onChange={(event) => set(String(event.currentTarget.checked))}
      />
    );
  }
  if (kind === 'policy') {
    return (
      <NativeSelect
        {...common}
        value={value}
        data={Object.entries(policies).map(([word, text]) => ({ value: word, label: text }))}
        onChange={(event) => set(event.currentTarget.value)}
      />
    );
  }
  if (kind === 'amount' || kind === 'sum') {
    return (
      <AmountField
        label={label}
        description={description}
        currency={currency}
        text={value}
        change={set}
        is_fixed={is_fixed}
        wrong={LIST_PART_TEXTS.no_amount}
        {...(kind === 'sum' ? { empty: change.none } : {})}
      />
    );
  }
  return (
    <TextInput
      {...common}
      inputMode="numeric"
      {...digitsOfSetting(name)}
      placeholder={kind === 'limit' ? change.none : '0'}
      value={value}
      onChange={(event) => set(event.currentTarget.value.replace(/\D/g, ''))}
    />
  );
}

type SaveProps = {
  readonly merchant: Merchant;
  readonly before: Values;
  readonly values: Values;
  readonly onDone: () => void;
};

function whyNot(values: Values, currency: string, changes: number): string | undefined {
  const wrong = wrongAmount(values, currency);
  if (wrong !== null) return `${texts[wrong.name][0]}: ${LIST_PART_TEXTS.no_amount}`;
  return changes === 0 ? change.nothing : undefined;
}

function Save({ merchant, before, values, onDone }: SaveProps) {
  const { id, version, balance_currency: currency } = merchant;
  const changes = changesOf(before, values, currency);
  return (
    <ActButton
      about={null}
      version={version}
      label={change.label}
      done={change.done}
      reasons={change.reasons}
      size="lg"
      why_not={whyNot(values, currency, changes.length)}
      what={<ChangeTable changes={changes} />}
      onDone={onDone}
      run={(note, idempotency_key, seen) =>
        call('updateMerchant', {
          path: { id },
          body: { settings: changeOf(before, values, currency), note, ...seen },
          idempotency_key,
        })
      }
    />
  );
}

type LimitsProps = Pick<Edited<Merchant, Values>, 'first' | 'edit'> & { merchant: Merchant };

function Limits({ merchant, first, edit }: LimitsProps) {
  const { settings, balance_currency: currency } = merchant;
  const { can } = useSession();
  const may_change = can('merchants.change');
  const before = valuesOf(settings, currency);
  const [values, setValues] = useState(first);
  const change_to = (next: Values) => {
    edit(next);
    setValues(next);
  };
  return (
    <>
      {may_change ? null : <Text c="dimmed">{change.not_yours}</Text>}
      {Object.entries(groups).map(([group, legend]) => (
        <Fieldset key={group} legend={legend}>
          <SimpleGrid cols={{ base: 1, sm: 2 }}>
            {SETTING_FIELDS.filter((field) => field.group === group).map((field) => (
              <Field
                key={field.name}
                field={field}
                value={values[field.name]}
                set={(value) => change_to({ ...values, [field.name]: value })}
                is_fixed={!may_change}
                currency={currency}
              />
            ))}
          </SimpleGrid>
        </Fieldset>
      ))}
      {may_change ? (
        <Group>
          <Save merchant={merchant} before={before} values={values} onDone={() => edit(null)} />
          <Button variant="subtle" onClick={() => change_to(before)}>
            {change.reset}
          </Button>
        </Group>
      ) : null}
    </>
  );
}

function Editor({ merchant }: { merchant: Merchant }) {
  const { balance_currency: currency } = merchant;
  const { seen, first, meeting, edit } = useEdited<Merchant, Values>(merchant, {
    typedOf: ({ settings }) => valuesOf(settings, currency),
    changesOf: (before, after) => changesOf(before, after, currency),
    merge: keepTyped,
  });
  return (
    <>
      <ChangedNote meeting={meeting} />
      <Limits key={seen.version} merchant={seen} first={first} edit={edit} />
    </>
  );
}

export function Screen(): ReactNode {
  return (
    <MerchantFrame>{(merchant) => <Editor key={merchant.id} merchant={merchant} />}</MerchantFrame>
  );
}
