// Changes the name of a merchant.
import { TextInput } from '@mantine/core';
import { call } from '../../api/client.ts';
import type { Merchant } from '../../api/schema.gen.ts';
import { ActButton } from '../../parts/act/act-button.tsx';
import { requestForm } from '../../parts/form/forms.ts';
import { typedText } from '../../parts/form/typed-fields.ts';
import { WRONG_TEXTS as wrong } from '../../texts/forms.ts';
import { MERCHANT_TEXTS } from '../../texts/merchants/merchants.ts';

const { change_name, create } = MERCHANT_TEXTS;

export function Rename({ merchant: { id, name: present, version } }: { merchant: Merchant }) {
  const form = requestForm('updateMerchant', { name: typedText() }, ({ name }) =>
    name.trim() === present ? { name: wrong.same } : {},
  );
  return (
    <ActButton
      about={null}
      {...change_name}
      is_quiet
      form={form}
      setting={{
        version,
        values: { name: present },
        shown: ({ name }) => [[create.name, name]],
      }}
      run={(note, idempotency_key, seen, sent) =>
        call('updateMerchant', {
          path: { id },
          body: { ...sent, note, ...seen },
          idempotency_key,
        })
      }
    >
      {({ field }) => (
        <TextInput label={create.name} description={create.name_hint} {...field('name')} />
      )}
    </ActButton>
  );
}
