// What the calls of merchants about an existing order may contain.

import { requestShape } from '../request/request-shape.ts';
import { keyField, pastedUtrField, uuidField } from '../request/text-fields.ts';
import { LIMITS } from '../service/limits.ts';
import { MERCHANT_ID, ORDER_ID } from './create-requests.ts';

export const ATTACH_UTR = requestShape('AttachUtr', {
  merchant_id: MERCHANT_ID,
  id: uuidField('The pay-in'),
  utr: pastedUtrField('As the bank shows it; separators are removed'),
});

export const SEARCH_ORDER = requestShape('SearchOrder', {
  merchant_id: MERCHANT_ID,
  order_id: keyField(LIMITS.order_id_max_length, ORDER_ID),
});

export const CANCEL_ORDER = requestShape('CancelOrder', {
  merchant_id: MERCHANT_ID,
  id: uuidField('The trade'),
});
