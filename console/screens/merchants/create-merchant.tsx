// Creates a merchant and leads to its page, where the first steps are.
import { TextInput } from '@mantine/core';
import { useNavigate } from '@tanstack/react-router';
import { BOUNDS } from '../../api/bounds.gen.ts';
import { call } from '../../api/client.ts';
import { FormAct } from '../../parts/act/form-act.tsx';
import { textOf } from '../../parts/act/form-fields.ts';
import { ReasonField } from '../../parts/act/reason-field.tsx';
import { CURRENCY_CODE } from '../../parts/typed-bounds.ts';
import { MERCHANT_TEXTS } from '../../texts/merchants/merchants.ts';

const { create } = MERCHANT_TEXTS;

export function CreateMerchant() {
  const navigate = useNavigate();
  return (
    <FormAct
      about={null}
      label={create.label}
      what={create.what}
      done={create.done}
      run={async (fields, idempotency_key) => {
        const body = {
          name: textOf(fields, 'name'),
          balance_currency: textOf(fields, 'balance_currency').toUpperCase(),
          note: textOf(fields, 'note'),
        };
        const made = await call('createMerchant', { body, idempotency_key });
        await navigate({ to: '/merchants/$id', params: { id: made.id } });
        return made;
      }}
    >
      <TextInput
        name="name"
        label={create.name}
        description={create.name_hint}
        {...BOUNDS.createMerchant.name}
        autoComplete="off"
        data-autofocus
      />
      <TextInput
        name="balance_currency"
        label={create.currency}
        description={create.currency_hint}
        {...CURRENCY_CODE}
        autoComplete="off"
        required
      />
      <ReasonField />
    </FormAct>
  );
}
