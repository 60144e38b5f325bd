// Changes the name of a merchant.
import { TextInput } from '@mantine/core';
import { useState } from 'react';
import { BOUNDS } from '../../api/bounds.gen.ts';
import { call } from '../../api/client.ts';
import type { Merchant } from '../../api/schema.gen.ts';
import { ActButton } from '../../parts/act/act-button.tsx';
import { MERCHANT_TEXTS } from '../../texts/merchants/merchants.ts';

const { change_name, create } = MERCHANT_TEXTS;

export function Rename({ merchant: { id, name: present, version } }: { merchant: Merchant }) {
  const [name, setName] = useState(present);
  return (
    <ActButton
      about={null}
      version={version}
      {...change_name}
      is_quiet
      onOpen={() => setName(present)}
      is_ready={name.trim() !== '' && name.trim() !== present}
      run={(note, idempotency_key, seen) =>
        call('updateMerchant', {
          path: { id },
          body: { name: name.trim(), note, ...seen },
          idempotency_key,
        })
      }
    >
      <TextInput
        label={create.name}
        description={create.name_hint}
        value={name}
        {...BOUNDS.updateMerchant.name}
        onChange={(event) => setName(event.currentTarget.value)}
      />
    </ActButton>
  );
}
