// Chooses a merchant by its name: the service searches, so that there may be any number of them.
import { Select } from '@mantine/core';
import { useState } from 'react';
import { FORM_TEXTS as forms } from '../../texts/acts.ts';
import { COMMON_TEXTS } from '../../texts/common.ts';
import type { FieldPlace } from '../form/form-inputs.ts';
import { type FoundMerchant, useMerchantsToChoose } from './use-merchants.ts';

type Props = {
  readonly value: string | null;
  readonly change: (id: string | null) => void;
  readonly is_required?: boolean;
  /** In a form: where its errors stand. */
  readonly place?: FieldPlace;
};

export function MerchantPicker({ value, change, is_required = false, place }: Props) {
  const [typed, type] = useState('');
  const [chosen, choose] = useState<FoundMerchant | null>(null);
  // The field shows the chosen name: that is no search.
  const wanted = typed.trim() === chosen?.name ? '' : typed.trim();
  const { found: data, is_reading } = useMerchantsToChoose(wanted);
  const listed =
    chosen === null || data.some(({ id }) => id === chosen.id) ? data : [chosen, ...data];
  return (
    <Select
      label={forms.merchant}
      description={forms.merchant_hint}
      required={is_required}
      {...place}
      searchable
      searchValue={typed}
      onSearchChange={type}
      data={listed.map(({ id, name }) => ({ value: id, label: name }))}
      // The service has searched already.
      filter={({ options }) => options}
      nothingFoundMessage={is_reading ? COMMON_TEXTS.loading : forms.no_merchant}
      value={value}
      onChange={(id) => {
        choose(listed.find((one) => one.id === id) ?? null);
        change(id);
      }}
    />
  );
}
