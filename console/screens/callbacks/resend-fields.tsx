// What is sent again: of which merchant and endpoint, which events, and of what time.
import { MultiSelect, NativeSelect, SimpleGrid, Text, TextInput } from '@mantine/core';
import { ALL_PATTERNS, endpointName } from '../../parts/callback/endpoint-name.ts';
import { useEndpoints } from '../../parts/callback/use-endpoints.ts';
import type { FormOf } from '../../parts/form/form-inputs.ts';
import { requestForm } from '../../parts/form/forms.ts';
import {
  leftOutIfEmpty,
  typedChoice,
  typedChoices,
  typedChosenId,
  typedText,
  typedWhole,
} from '../../parts/form/typed-fields.ts';
import { MerchantName } from '../../parts/merchant/merchant-name.tsx';
import { MerchantPicker } from '../../parts/merchant/merchant-picker.tsx';
import { EVENT_NAMES } from '../../texts/callback-words.ts';
import { CALLBACK_TEXTS } from '../../texts/callbacks.ts';

const { many: texts } = CALLBACK_TEXTS;

const WINDOW_FIELDS = {
  merchant_id: typedChosenId(),
  which: typedChoice(texts.whiches),
  endpoint: leftOutIfEmpty(typedWhole()),
  from: leftOutIfEmpty(typedText()),
  to: leftOutIfEmpty(typedText()),
  types: leftOutIfEmpty(typedChoices(EVENT_NAMES)),
};

export const WINDOW = requestForm('resendEvents', WINDOW_FIELDS);

type Props = {
  readonly form: FormOf<typeof WINDOW_FIELDS>;
  /** What was counted no longer counts. */
  readonly again: () => void;
  /** It was chosen before: by the filter of the list, or because it is the person's own. */
  readonly has_merchant: boolean;
};

function EndpointField({ form: { values, field } }: Pick<Props, 'form'>) {
  const { data } = useEndpoints(values.merchant_id ?? '');
  const known = (data?.data ?? []).map((one) => ({
    value: String(one.number),
    label: endpointName(one),
  }));
  return (
    <NativeSelect
      label={texts.endpoint}
      data={[{ value: '', label: texts.all_endpoints }, ...known]}
      {...field('endpoint')}
    />
  );
}

export function WindowFields({ form, again, has_merchant }: Props) {
  const { values, field, at, set } = form;
  const { merchant_id } = values;
  return (
    <>
      <Text size="sm">{texts.what}</Text>
      {has_merchant && merchant_id !== null ? (
        <Text size="sm" fw={600}>
          {texts.merchant}: <MerchantName id={merchant_id} />
        </Text>
      ) : (
        <MerchantPicker
          value={merchant_id}
          change={(id) => {
            set('merchant_id', id);
            set('endpoint', '');
            again();
          }}
          is_required
          place={at('merchant_id')}
        />
      )}
      <EndpointField form={form} />
      <NativeSelect
        label={texts.which}
        data={Object.entries(texts.whiches).map(([which, label]) => ({ value: which, label }))}
        {...field('which')}
      />
      <SimpleGrid cols={{ base: 1, xs: 2 }}>
        <TextInput type="date" label={texts.from} {...field('from')} />
        <TextInput type="date" label={texts.to} {...field('to')} />
      </SimpleGrid>
      <MultiSelect
        label={texts.types}
        description={texts.types_hint}
        data={ALL_PATTERNS.map((type) => ({ value: type, label: EVENT_NAMES[type] }))}
        {...field('types')}
        onChange={(given) => {
          set('types', given);
          again();
        }}
        searchable
        clearable
      />
    </>
  );
}
