// What merchants may ask about their disputes.

import { MERCHANT_VISIBILITIES } from '../record/dispute-message.ts';
import { optionalField, queryShape, requestShape } from '../request/request-shape.ts';
import { searchedKeyField, uuidField } from '../request/text-fields.ts';
import { MERCHANT_ID } from '../trade/create-requests.ts';
import { FLAG_FILTERS, messageFields, OPENING_FIELDS, OWN_FILTERS } from './dispute-requests.ts';

export const FIND_OWN_DISPUTES = queryShape({ ...OWN_FILTERS, ...FLAG_FILTERS });

const KEY_MAX_LENGTH = 255;

const idempotency_key = optionalField(
  searchedKeyField(
    KEY_MAX_LENGTH,
    'Your own key: the same one does this once, however often it is sent',
  ),
);

/** Contests a trade. */
export const OPEN_OWN_DISPUTE = requestShape('OpenDispute', {
  merchant_id: MERCHANT_ID,
  trade_id: uuidField('The trade'),
  ...OPENING_FIELDS,
  idempotency_key,
});

const NAMES = { merchant_id: MERCHANT_ID, id: uuidField('The dispute') };

export const OWN_STEPS = {
  message: requestShape('SendDisputeMessage', {
    ...NAMES,
    ...messageFields(MERCHANT_VISIBILITIES, {
      text: 'What you want to say',
      visibility: 'Default: shared; merchant: not the customer',
    }),
    idempotency_key,
  }),
  accept: requestShape('AcceptDispute', NAMES),
  withdraw: requestShape('WithdrawDispute', NAMES),
  appeal: requestShape('AppealDispute', NAMES),
};
