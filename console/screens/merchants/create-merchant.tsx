// Creates a merchant and leads to its page, where the first steps are.
import { TextInput } from '@mantine/core';
import { useNavigate } from '@tanstack/react-router';
import { call } from '../../api/client.ts';
import { FormAct } from '../../parts/act/form-act.tsx';
import { ReasonField } from '../../parts/act/reason-field.tsx';
import { requestForm } from '../../parts/form/forms.ts';
import { typedCurrency, typedText } from '../../parts/form/typed-fields.ts';
import { MERCHANT_TEXTS } from '../../texts/merchants/merchants.ts';

const { create } = MERCHANT_TEXTS;

const FORM = requestForm('createMerchant', {
  name: typedText(),
  balance_currency: typedCurrency(),
  note: typedText(),
});

export function CreateMerchant() {
  const navigate = useNavigate();
  return (
    <FormAct
      about={null}
      label={create.label}
      what={create.what}
      done={create.done}
      form={FORM}
      run={async (body, idempotency_key) => {
        const made = await call('createMerchant', { body, idempotency_key });
        await navigate({ to: '/merchants/$id', params: { id: made.id } });
        return made;
      }}
    >
      {({ field }) => (
        <>
          <TextInput
            label={create.name}
            description={create.name_hint}
            {...field('name')}
            autoComplete="off"
            data-autofocus
          />
          <TextInput
            label={create.currency}
            description={create.currency_hint}
            {...field('balance_currency')}
            autoComplete="off"
          />
          <ReasonField {...field('note')} />
        </>
      )}
    </FormAct>
  );
}
