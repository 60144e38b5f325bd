// A merchant as a filter: chosen by its name, which the service searches for.
import { Select } from '@mantine/core';
import { useState } from 'react';
import { TEXTS } from '../../texts/en.ts';
import { useMerchantsToChoose } from '../merchant/use-merchants.ts';

type Props = { readonly label: string; readonly change: (id: string) => void };

/** Empty again after each choice: the chip shows what was chosen. */
export function MerchantFilter({ label, change }: Props) {
  const [typed, type] = useState('');
  const { found, is_reading } = useMerchantsToChoose(typed.trim());
  return (
    <Select
      aria-label={label}
      placeholder={label}
      size="xs"
      searchable
      searchValue={typed}
      onSearchChange={type}
      data={found.map(({ id, name }) => ({ value: id, label: name }))}
      filter={({ options }) => options}
      nothingFoundMessage={is_reading ? TEXTS.common.loading : TEXTS.forms.no_merchant}
      value={null}
      onChange={(id) => {
        type('');
        if (id !== null) change(id);
      }}
    />
  );
}
