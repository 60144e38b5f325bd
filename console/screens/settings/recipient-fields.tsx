// The fields of a recipient of alerts: who owns it, and which alerts it gets.
import { Checkbox, MultiSelect, Select, Text } from '@mantine/core';
import { type Rows, wordsOf } from '../../parts/act/setting.ts';
import type { FormOf, InputFor } from '../../parts/form/form-inputs.ts';
import {
  type TypedField,
  type TypedValues,
  typedChoice,
  typedChoices,
  typedFlag,
} from '../../parts/form/typed-fields.ts';
import { MerchantPicker } from '../../parts/merchant/merchant-picker.tsx';
import { yesOrNo } from '../../texts/acts.ts';
import { WRONG_TEXTS as wrong } from '../../texts/forms.ts';
import { HOME_TEXTS } from '../../texts/home.ts';
import { SETTINGS_TEXTS } from '../../texts/settings/settings.ts';

const { recipients: texts } = SETTINGS_TEXTS;
const { kinds: kind_names } = HOME_TEXTS;

export const TERMS = {
  min_severity: typedChoice(texts.severity_of),
  kinds: typedChoices(kind_names),
  enabled: typedFlag(),
};

const WHOSE = ['house', 'merchant'] as const;
export type Whose = (typeof WHOSE)[number];

type Owner = { readonly whose: Whose; readonly id: string | null };

export const typedOwner = (): TypedField<Owner, string | null> => ({
  empty: { whose: 'house', id: null },
  attributes: () => ({ required: true }),
  read: ({ whose, id }, path) =>
    whose === 'merchant' && id === null
      ? { wrong: { [path]: wrong.choose_one } }
      : { sent: whose === 'house' ? null : id },
});

/** As words, beside those of somebody else. */
export function shownTerms(whose: Whose, typed: TypedValues<typeof TERMS>): Rows {
  const { min_severity, kinds, enabled } = typed;
  const own: Rows = [
    [texts.severity, min_severity === '' ? '' : texts.severity_of[min_severity]],
    [texts.kinds, wordsOf(kind_names, kinds)],
  ];
  return [...(whose === 'house' ? own : []), [texts.enabled, yesOrNo(enabled)]];
}

type TermsProps = { readonly whose: Whose; readonly form: Pick<FormOf<typeof TERMS>, 'field'> };

export function Terms({ whose, form: { field } }: TermsProps) {
  return (
    <>
      {whose === 'merchant' ? (
        <Text size="sm">{texts.of_merchant}</Text>
      ) : (
        <>
          <Select
            label={texts.severity}
            data={Object.entries(texts.severity_of).map(([value, label]) => ({ value, label }))}
            allowDeselect={false}
            {...field('min_severity')}
          />
          <MultiSelect
            label={texts.kinds}
            description={texts.kinds_hint}
            data={Object.entries(kind_names).map(([value, label]) => ({ value, label }))}
            {...field('kinds')}
            searchable
            clearable
          />
        </>
      )}
      <Checkbox label={texts.enabled} {...field('enabled')} />
    </>
  );
}

export function Belongs({ value, onChange, ...place }: InputFor<Owner>) {
  const { whose, id } = value;
  return (
    <>
      <Select
        label={texts.whose}
        data={WHOSE.map((one) => ({ value: one, label: texts.whose_of[one] }))}
        allowDeselect={false}
        value={whose}
        onChange={(one) => onChange({ whose: one === 'merchant' ? 'merchant' : 'house', id: null })}
      />
      {whose === 'house' ? null : (
        <MerchantPicker
          value={id}
          change={(chosen) => onChange({ whose, id: chosen })}
          is_required
          place={place}
        />
      )}
    </>
  );
}
