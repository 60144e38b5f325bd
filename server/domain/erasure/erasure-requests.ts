// What may be asked about erasing the data of a payer.
import { noteField } from '../request/common-fields.ts';
import { optionalField, requestShape } from '../request/request-shape.ts';

const FIELDS = {
  reason: noteField('Why, in your words; they stay in the audit trail, so name nobody'),
  early_reason: optionalField(
    noteField(
      'Why before the period of the law has passed; without it the act is refused until then',
    ),
  ),
};

export const ERASE_PAYER = requestShape('ErasePayer', FIELDS);

export const ERASE_CUSTOMER = requestShape('EraseCustomer', FIELDS);
