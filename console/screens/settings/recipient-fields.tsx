// The fields of a recipient of alerts: who owns it, and which alerts it gets.
import { Checkbox, MultiSelect, Select, Text } from '@mantine/core';
import type { AlertRecipient } from '../../api/schema.gen.ts';
import { MerchantPicker } from '../../parts/merchant/merchant-picker.tsx';
import { HOME_TEXTS } from '../../texts/home.ts';
import { SETTINGS_TEXTS } from '../../texts/settings/settings.ts';

const { recipients: texts } = SETTINGS_TEXTS;
const { kinds: kind_names } = HOME_TEXTS;

type Kind = AlertRecipient['kinds'][number];
const KINDS = Object.keys(kind_names).filter((name): name is Kind => name in kind_names);

export type ChosenTerms = Pick<AlertRecipient, 'min_severity' | 'kinds' | 'enabled'>;
export const FIRST_TERMS: ChosenTerms = { min_severity: 'warning', kinds: [], enabled: true };

const WHOSE = ['house', 'merchant'] as const;
export type Whose = (typeof WHOSE)[number];

/** A merchant's recipient gets alerts about its endpoints, so it has no filters. */
export function termsFor(whose: Whose, { min_severity, kinds, enabled }: ChosenTerms) {
  return whose === 'house' ? { min_severity, kinds, enabled } : { enabled };
}

type FieldsProps = { readonly value: ChosenTerms; readonly change: (value: ChosenTerms) => void };

function FilterFields({ value, change }: FieldsProps) {
  const { min_severity, kinds } = value;
  return (
    <>
      <Select
        label={texts.severity}
        data={[
          { value: 'warning', label: texts.severity_of.warning },
          { value: 'critical', label: texts.severity_of.critical },
        ]}
        allowDeselect={false}
        value={min_severity}
        onChange={(one) =>
          change({ ...value, min_severity: one === 'critical' ? 'critical' : 'warning' })
        }
      />
      <MultiSelect
        label={texts.kinds}
        description={texts.kinds_hint}
        data={KINDS.map((kind) => ({ value: kind, label: kind_names[kind] }))}
        value={[...kinds]}
        onChange={(given) =>
          change({ ...value, kinds: KINDS.filter((kind) => given.includes(kind)) })
        }
        searchable
        clearable
      />
    </>
  );
}

export function Terms({ whose, value, change }: FieldsProps & { readonly whose: Whose }) {
  return (
    <>
      {whose === 'house' ? (
        <FilterFields value={value} change={change} />
      ) : (
        <Text size="sm">{texts.of_merchant}</Text>
      )}
      <Checkbox
        label={texts.enabled}
        checked={value.enabled}
        onChange={(event) => change({ ...value, enabled: event.currentTarget.checked })}
      />
    </>
  );
}

type BelongsProps = {
  readonly whose: Whose;
  readonly merchant: string | null;
  readonly change: (whose: Whose, merchant: string | null) => void;
};

export function Belongs({ whose, merchant, change }: BelongsProps) {
  return (
    <>
      <Select
        label={texts.whose}
        data={WHOSE.map((value) => ({ value, label: texts.whose_of[value] }))}
        allowDeselect={false}
        value={whose}
        onChange={(one) => change(one === 'merchant' ? 'merchant' : 'house', null)}
      />
      {whose === 'house' ? null : (
        <MerchantPicker value={merchant} change={(id) => change(whose, id)} is_required />
      )}
    </>
  );
}
