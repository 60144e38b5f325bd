// Fields that say whom money is paid to.

import { LIMITS } from '../service/limits.ts';
import { PAYMENT_TYPES } from '../values/payment-type.ts';
import { normalisePhone, PHONE_RULE } from '../values/phone.ts';
import { type Field, optionalField, refinedField } from './request-shape.ts';
import { textField } from './text-fields.ts';
import { typeField } from './word-fields.ts';

/** Longer than any number with its separators. */
const NUMBER_MAX_LENGTH = 128;

/** The number of a card or an account; its payment type knows its form. */
export const paymentNumberField = (description: string): Field<string> =>
  textField(NUMBER_MAX_LENGTH, description);

/** In its canonical form. */
export const phoneField = (): Field<string> =>
  refinedField(
    textField(NUMBER_MAX_LENGTH, 'E.164', { examples: ['+911234567890'] }),
    (given, name, notes) => {
      const canonical = normalisePhone(given);
      if (canonical !== null) return canonical;
      notes.wrong(name, 'format', PHONE_RULE);
      return undefined;
    },
  );

export const payeeNameField = (description = 'The payee’s name'): Field<string> =>
  textField(LIMITS.name_max_length, description);

export const bankNameField = (description = 'The payee’s bank'): Field<string> =>
  textField(LIMITS.bank_name_max_length, description);

const type_names = PAYMENT_TYPES.map(({ type }) => type).join(', ');

/** Whom a refund or a return pays: what is left out is taken from whoever is known. */
export const PAYEE_FIELDS = {
  type: optionalField(typeField(`One of ${type_names}; default: recognised from the number`)),
  number: optionalField(
    paymentNumberField('The payee’s number; default: the payer’s, if the bank reported it'),
  ),
  name: optionalField(payeeNameField()),
  payment_data_bank_name: optionalField(bankNameField()),
  customer_phone_number: optionalField(phoneField()),
};
