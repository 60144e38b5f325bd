// What the audit trail is searched for, how the keys that encrypt the rows are rotated, and how a
// copy of the database is adopted.

import { noteField } from '../request/common-fields.ts';
import { idFilter, momentFilter, wordFilter } from '../request/filter-fields.ts';
import {
  field,
  optionalField,
  queryShape,
  requestShape,
  withDefault,
} from '../request/request-shape.ts';
import { textField } from '../request/text-fields.ts';
import { ROTATED_PURPOSES, type RotatedPurpose } from '../service/encryption-key.ts';

const WORD_MAX_LENGTH = 64;
const TARGET_MAX_LENGTH = 200;

const word = (description: string, example?: string) => {
  const more = example === undefined ? {} : { examples: [example] };
  return optionalField(textField(WORD_MAX_LENGTH, description, more));
};
const words = (description: string) => optionalField(textField(TARGET_MAX_LENGTH, description));

const oneId = (description: string) => idFilter(description, 'must be an id');

/** As `since` counts them. */
const SETTINGS_CHANGES = ['all', 'by_others'] as const;

export const FIND_AUDIT = queryShape({
  actor: word('A role, or the id of a person or token', 'owner'),
  action: word('One kind of act'),
  target: words('One record with everything below it: `trades/MERCHANT`, `trades/MERCHANT/TRADE`'),
  address: word('The IP address from which it came', '203.0.113.7'),
  request_id: word('One request'),
  session_id: oneId('One session'),
  operator_token_id: oneId('One token, also of a person'),
  note: words('Words of the reason: entries that have all of them'),
  settings: wordFilter(
    SETTINGS_CHANGES,
    '`all`: only changes of settings; `by_others`: those that neither you nor the service made',
  ),
  from: momentFilter('From this time on, or from this day on in UTC'),
  to: momentFilter('Before this time, or before this day in UTC'),
});

const purpose = field<RotatedPurpose>(
  { type: 'string', enum: ROTATED_PURPOSES, description: 'Default: data' },
  (given, name, notes) => {
    const found = ROTATED_PURPOSES.find((one) => one === given);
    if (found !== undefined) return found;
    const message =
      given === 'lookup'
        ? 'cannot be lookup: rows that are found by that key could not be found any more'
        : `must be one of ${ROTATED_PURPOSES.join(', ')}`;
    notes.wrong(name, 'unknown_value', message);
    return undefined;
  },
);

export const ROTATE_ENCRYPTION_KEY = requestShape('RotateEncryptionKey', {
  purpose: withDefault(purpose, 'data'),
  reason: noteField('Why'),
});

export const ADOPT_COPY = requestShape('AdoptCopy', { reason: noteField('Why') });
