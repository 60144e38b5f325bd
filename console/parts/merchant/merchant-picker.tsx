// Chooses a merchant by its name.
import { useState } from 'react';
import { readOf } from '../../api/keys.ts';
import { useRead } from '../../api/use-read.ts';
import { FORM_TEXTS as forms } from '../../texts/acts.ts';
import type { FieldPlace } from '../form/form-inputs.ts';
import { Picker } from '../list/picker.tsx';
import { type FoundMerchant, MERCHANTS } from './use-merchants.ts';

type Props = {
  readonly value: string | null;
  readonly change: (id: string | null) => void;
  readonly is_required?: boolean;
  /** In a form: where its errors stand. */
  readonly place?: FieldPlace;
};

export function MerchantPicker({ value, change, is_required = false, place }: Props) {
  const [chosen, choose] = useState<FoundMerchant | null>(null);
  const is_here = chosen !== null && chosen.id === value;
  const { data } = useRead({
    ...readOf('getMerchant', { path: { id: value ?? '' } }),
    enabled: value !== null && !is_here,
  });
  return (
    <Picker<FoundMerchant>
      label={forms.merchant}
      empty={forms.merchant_hint}
      none={forms.no_merchant}
      is_required={is_required}
      {...(place === undefined ? {} : { place })}
      finder={MERCHANTS}
      nameOf={({ name }) => name}
      value={value}
      known={is_here ? chosen : data}
      change={(id, found) => {
        choose(found);
        change(id);
      }}
    />
  );
}
