// What the lists of the ledger may be asked for.

import { idFilter } from '../request/filter-fields.ts';
import { optionalField, queryShape, withDefault } from '../request/request-shape.ts';
import { textField, uuidField } from '../request/text-fields.ts';
import { HOUSE_BOOK } from './ledger.ts';

export const FIND_ACCOUNTS = queryShape({
  merchant_id: idFilter('One merchant’s book; default: all'),
});

const ACCOUNT_MAX_LENGTH = 200;

export const FIND_ENTRIES = queryShape({
  merchant_id: withDefault(uuidField('One merchant’s book; default: the house’s'), HOUSE_BOOK),
  account: optionalField(textField(ACCOUNT_MAX_LENGTH, 'Only entries on this account')),
});
