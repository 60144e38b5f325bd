// What is sent again: of which merchant and endpoint, which events, and of what time.
import { MultiSelect, NativeSelect, SimpleGrid, Text, TextInput } from '@mantine/core';
import type { ResendEvents } from '../../api/schema.gen.ts';
import { textOf } from '../../parts/act/form-fields.ts';
import { ALL_PATTERNS, endpointName } from '../../parts/callback/endpoint-name.ts';
import { useEndpoints } from '../../parts/callback/use-endpoints.ts';
import { MerchantName } from '../../parts/merchant/merchant-name.tsx';
import { MerchantPicker } from '../../parts/merchant/merchant-picker.tsx';
import { EVENT_NAMES, type EventPattern } from '../../texts/callback-words.ts';
import { CALLBACK_TEXTS } from '../../texts/callbacks.ts';

const { many: texts } = CALLBACK_TEXTS;

export type WindowChoice = {
  readonly merchant_id: string | null;
  /** Its number; '': all. */
  readonly endpoint: string;
  readonly types: readonly EventPattern[];
};

/** Null as long as no merchant is chosen. */
export function askedOf(
  fields: FormData,
  { merchant_id, endpoint, types }: WindowChoice,
): ResendEvents | null {
  if (merchant_id === null) return null;
  const from = textOf(fields, 'from');
  const to = textOf(fields, 'to');
  return {
    merchant_id,
    which: textOf(fields, 'which') === 'all' ? 'all' : 'not_delivered',
    ...(endpoint === '' ? {} : { endpoint: Number(endpoint) }),
    ...(from === '' ? {} : { from }),
    ...(to === '' ? {} : { to }),
    ...(types.length === 0 ? {} : { types }),
  };
}

type Props = {
  readonly value: WindowChoice;
  readonly change: (value: WindowChoice) => void;
  /** It was chosen before: by the filter of the list, or because it is the person's own. */
  readonly has_merchant: boolean;
};

function EndpointField({ value, change }: Omit<Props, 'has_merchant'>) {
  const { data } = useEndpoints(value.merchant_id ?? '');
  const known = (data?.data ?? []).map((one) => ({
    value: String(one.number),
    label: endpointName(one),
  }));
  return (
    <NativeSelect
      label={texts.endpoint}
      value={value.endpoint}
      data={[{ value: '', label: texts.all_endpoints }, ...known]}
      onChange={(event) => change({ ...value, endpoint: event.currentTarget.value })}
    />
  );
}

export function WindowFields({ value, change, has_merchant }: Props) {
  const { merchant_id, types } = value;
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
          change={(id) => change({ ...value, merchant_id: id, endpoint: '' })}
          is_required
        />
      )}
      <EndpointField value={value} change={change} />
      <NativeSelect
        name="which"
        label={texts.which}
        data={Object.entries(texts.whiches).map(([which, label]) => ({ value: which, label }))}
      />
      <SimpleGrid cols={{ base: 1, xs: 2 }}>
        <TextInput name="from" type="date" label={texts.from} />
        <TextInput name="to" type="date" label={texts.to} />
      </SimpleGrid>
      <MultiSelect
        label={texts.types}
        description={texts.types_hint}
        data={ALL_PATTERNS.map((type) => ({ value: type, label: EVENT_NAMES[type] }))}
        value={[...types]}
        onChange={(given) =>
          change({ ...value, types: ALL_PATTERNS.filter((type) => given.includes(type)) })
        }
        searchable
        clearable
      />
    </>
  );
}
