// What may be asked about the keys that sign proofs, and about the days of receiving accounts.

import { noteField } from '../request/common-fields.ts';
import { integerFilter } from '../request/filter-fields.ts';
import { flagField, integerField, integerWithin } from '../request/number-fields.ts';
import { optionalField, queryShape, requestShape, withDefault } from '../request/request-shape.ts';

export const ROTATE_KEY = requestShape('RotateProofKey', {
  key_id: integerField('The key to end; named so that a repeated request ends only one'),
  note: noteField('Why'),
});

const MOST_MINUTES = 14 * 60;
const OFFSET = {
  min: -MOST_MINUTES,
  max: MOST_MINUTES,
  rule: `must be a whole number from -${MOST_MINUTES} to ${MOST_MINUTES}`,
};
const OF_ZONE =
  'Minutes by which the account’s time zone is ahead of UTC: it decides the day of lines with a time';

export const SHOW_DAY = queryShape({
  zone_offset_minutes: withDefault(integerFilter(OFFSET, OF_ZONE, { examples: [330] }), 0),
});

export const CLOSE_DAY = requestShape(
  'CloseAccountDay',
  {
    zone_offset_minutes: withDefault(integerWithin(OFFSET, OF_ZONE), 0),
    accept_differences: withDefault(flagField('Needs a note'), false),
    note: optionalField(noteField()),
  },
  ({ accept_differences, note }, notes) => {
    if (accept_differences !== true || (note ?? null) !== null) return;
    notes.wrong('note', 'required', 'is required: why the differences are accepted');
  },
);
