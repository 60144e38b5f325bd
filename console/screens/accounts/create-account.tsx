// Adds a receiving account: payers will send money to its number, which never changes.
import { NativeSelect, TextInput } from '@mantine/core';
import { BOUNDS } from '../../api/bounds.gen.ts';
import { call } from '../../api/client.ts';
import type { CreateReceivingAccount } from '../../api/schema.gen.ts';
import { FormAct } from '../../parts/act/form-act.tsx';
import { textOf } from '../../parts/act/form-fields.ts';
import { ReasonField } from '../../parts/act/reason-field.tsx';
import { choicesOf } from '../../parts/list/choices.ts';
import { CURRENCY_CODE } from '../../parts/typed-bounds.ts';
import { RECEIVING_ACCOUNT_TEXTS as texts } from '../../texts/accounts/accounts.ts';
import { TYPE_NAMES } from '../../texts/trade-words.ts';

const TYPES = [...choicesOf(TYPE_NAMES)];

export function CreateAccount() {
  return (
    <FormAct
      about={null}
      {...texts.create}
      run={(fields, idempotency_key) =>
        call('createReceivingAccount', {
          body: {
            type: textOf(fields, 'type') as CreateReceivingAccount['type'],
            currency: textOf(fields, 'currency').toUpperCase(),
            name: textOf(fields, 'name'),
            number: textOf(fields, 'number'),
            bank_name: textOf(fields, 'bank_name') || null,
            note: textOf(fields, 'note'),
          },
          idempotency_key,
        })
      }
    >
      <NativeSelect name="type" label={texts.type} data={TYPES} />
      <TextInput
        name="currency"
        label={texts.currency}
        {...CURRENCY_CODE}
        autoComplete="off"
        required
      />
      <TextInput
        name="name"
        label={texts.fields.name}
        {...BOUNDS.createReceivingAccount.name}
        autoComplete="off"
      />
      <TextInput
        name="number"
        label={texts.number}
        {...BOUNDS.createReceivingAccount.number}
        autoComplete="off"
      />
      <TextInput
        name="bank_name"
        label={texts.fields.bank_name}
        {...BOUNDS.createReceivingAccount.bank_name}
        autoComplete="off"
      />
      <ReasonField />
    </FormAct>
  );
}
