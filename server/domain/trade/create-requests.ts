// What the three create calls may contain, in the documented order, and how their fields go
// together.

import type { Payee } from '../record/trade.ts';
import { EXPECTED_TRADE, noteField } from '../request/common-fields.ts';
import { amountField } from '../request/number-fields.ts';
import {
  bankNameField,
  PAYEE_FIELDS,
  payeeNameField,
  paymentNumberField,
  phoneField,
} from '../request/payee-fields.ts';
import {
  optionalField,
  type ReadSoFar,
  type RequestOf,
  requestShape,
} from '../request/request-shape.ts';
import {
  keyField,
  sentKeyField,
  textField,
  uuidField,
  webAddressField,
} from '../request/text-fields.ts';
import { currencyField, typeField } from '../request/word-fields.ts';
import { LIMITS } from '../service/limits.ts';
import type { Metadata } from '../values/text.ts';
import { metadataField } from './metadata.ts';

/** What merchants' own identifiers of orders are. */
export const ORDER_ID =
  'Your own identifier: unique over pay-ins and pay-outs, and the idempotency key';

/** Identified by its canonical form, and shown as first sent. */
const order_id = sentKeyField(LIMITS.order_id_max_length, ORDER_ID);

export const MERCHANT_ID = uuidField('Your merchant id');

const ORDER = {
  merchant_id: MERCHANT_ID,
  order_id,
  amount_cents: amountField('Amount in minor units'),
  amount_currency: currencyField('ISO 4217 code in upper case', { examples: ['INR'] }),
  type: typeField('Payment type'),
};

const client_id = keyField(
  LIMITS.client_id_max_length,
  'Your own, stable identifier of the customer',
);

const callback_url = optionalField(
  webAddressField('callback', 'The address for this trade’s callbacks'),
);

const metadata = optionalField(metadataField());

export const CREATE_PAYIN = requestShape('CreatePayin', {
  ...ORDER,
  client_id,
  callback_url,
  return_url: optionalField(
    webAddressField('return', 'The address to which the payment page leads the customer back'),
  ),
  description: optionalField(
    textField(LIMITS.description_max_length, 'What the customer pays for, as the page shows it'),
  ),
  metadata,
});

export const CREATE_PAYOUT = requestShape(
  'CreatePayout',
  {
    ...ORDER,
    number: paymentNumberField('Card or account to pay to; separators are removed'),
    name: optionalField(payeeNameField()),
    client_id,
    callback_url,
    customer_phone_number: optionalField(phoneField()),
    payment_data_bank_name: optionalField(bankNameField()),
    metadata,
  },
  ({ type, number }, notes) => {
    if (type === undefined || number === undefined || type.normalise(number) !== null) return;
    notes.wrong('number', 'format', type.rule);
  },
);

/** The check has seen that the number has its type's form. */
export const payeeOf = (asked: RequestOf<typeof CREATE_PAYOUT>): Payee => ({
  number: asked.type.normalise(asked.number) ?? '',
  name: asked.name,
  bank_name: asked.payment_data_bank_name,
  phone: asked.customer_phone_number,
});

/** The fields that a merchant's and an operator's refund share. */
const REFUND = {
  amount_cents: optionalField(
    amountField('In the pay-in’s currency and minor units; default: everything that is left'),
  ),
  ...PAYEE_FIELDS,
  callback_url: optionalField(
    webAddressField('callback', 'The address for the refund’s callbacks'),
  ),
};

/** What is read of a refund, whoever asks for it. */
export type AskedRefund = ReadSoFar<typeof REFUND> & {
  readonly note: string | null | undefined;
  /** Only merchants give it. */
  readonly metadata?: Metadata | null | undefined;
};

export const CREATE_REFUND = requestShape('CreateRefund', {
  merchant_id: MERCHANT_ID,
  id: uuidField('The pay-in'),
  order_id,
  ...REFUND,
  note: optionalField(noteField()),
  metadata,
});

/** By an operator: the address names the pay-in. */
export const REFUND_TRADE = requestShape('RefundTrade', {
  ...REFUND,
  note: noteField(),
  expected_sequence: EXPECTED_TRADE,
});

/** The calls whose contents are compared: see create-content.ts. */
export const CREATE_SHAPES = { payin: CREATE_PAYIN, payout: CREATE_PAYOUT, refund: CREATE_REFUND };
