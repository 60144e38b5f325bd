// Adds a receiving account: payers will send money to its number, which never changes.
import { NativeSelect, TextInput } from '@mantine/core';
import { call } from '../../api/client.ts';
import { FormAct } from '../../parts/act/form-act.tsx';
import { ReasonField } from '../../parts/act/reason-field.tsx';
import { requestForm } from '../../parts/form/forms.ts';
import {
  nullIfEmpty,
  typedChoice,
  typedCurrency,
  typedText,
} from '../../parts/form/typed-fields.ts';
import { choicesOf } from '../../parts/list/choices.ts';
import { RECEIVING_ACCOUNT_TEXTS as texts } from '../../texts/accounts/accounts.ts';
import { TYPE_NAMES } from '../../texts/trade-words.ts';

const TYPES = [...choicesOf(TYPE_NAMES)];

const FORM = requestForm('createReceivingAccount', {
  type: typedChoice(TYPE_NAMES),
  currency: typedCurrency(),
  name: typedText(),
  number: typedText(),
  bank_name: nullIfEmpty(typedText()),
  note: typedText(),
});

export function CreateAccount() {
  return (
    <FormAct
      about={null}
      {...texts.create}
      form={FORM}
      values={{ type: 'account' }}
      run={(body, idempotency_key) => call('createReceivingAccount', { body, idempotency_key })}
    >
      {({ field }) => (
        <>
          <NativeSelect label={texts.type} data={TYPES} {...field('type')} />
          <TextInput label={texts.currency} {...field('currency')} autoComplete="off" />
          <TextInput label={texts.fields.name} {...field('name')} autoComplete="off" />
          <TextInput label={texts.number} {...field('number')} autoComplete="off" />
          <TextInput label={texts.fields.bank_name} {...field('bank_name')} autoComplete="off" />
          <ReasonField {...field('note')} />
        </>
      )}
    </FormAct>
  );
}
