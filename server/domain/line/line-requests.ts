// What the lists of bank lines may be asked for, and what people and feeds send about lines.

import { parseUuid } from '../../lib/uuid.ts';
import { LINE_STATUSES } from '../record/bank-line.ts';
import { noteField } from '../request/common-fields.ts';
import {
  amountRange,
  checkAmounts,
  checkTimes,
  idFilter,
  timeRange,
  WITH_UTR,
  wordFilter,
} from '../request/filter-fields.ts';
import { customField, optionalField, queryShape, requestShape } from '../request/request-shape.ts';
import { textField } from '../request/text-fields.ts';
import { SUSPENSE_AGE_NAMES } from './suspense-age.ts';

const OF_ONE_ACCOUNT = idFilter('Of one receiving account');

const SEARCH_MAX_LENGTH = 500;

/** What a search of bank lines may ask for. */
export const FIND_LINES = queryShape(
  {
    receiving_account_id: OF_ONE_ACCOUNT,
    statement_id: idFilter('From one statement'),
    status: wordFilter(LINE_STATUSES),
    age: wordFilter(
      SUSPENSE_AGE_NAMES,
      `How long ago it was booked, one of: ${SUSPENSE_AGE_NAMES.join(', ')}`,
    ),
    utr: WITH_UTR,
    text: optionalField(
      textField(
        SEARCH_MAX_LENGTH,
        'Whose narration or end-to-end id has all these words; whole words only',
        { examples: ['UPI ASHA'] },
      ),
    ),
    counterparty: optionalField(
      textField(
        SEARCH_MAX_LENGTH,
        'Whose counterparty has all these words in its name, or this number',
        { examples: ['Asha Rao'] },
      ),
    ),
    ...amountRange('With this amount; negative: money went out'),
    ...timeRange('Booked'),
  },
  (read, notes) => {
    checkAmounts(read, notes);
    checkTimes(read, notes);
  },
);

export const FIND_OWED = queryShape({ receiving_account_id: OF_ONE_ACCOUNT });

const WAITING_LINE_STATES = ['waiting', 'decided'] as const;

export const FIND_WAITING = queryShape({
  id: idFilter('Only this line, decided or not'),
  receiving_account_id: OF_ONE_ACCOUNT,
  state: wordFilter(WAITING_LINE_STATES, '`waiting` (default) or `decided`'),
});

const MOST_SAME = 200;

/** Null: the request names none. */
const bank_line_ids = customField<readonly string[] | null>(
  {
    type: 'array',
    items: { type: 'string', format: 'uuid', description: 'A stored line of the account' },
    maxItems: MOST_SAME,
    description:
      'The stored lines; several must add up to this line. Default: the one that is shown beside it, if it is one',
  },
  'optional',
  (value, name, notes) => {
    if (value === undefined || value === null) return null;
    const given = Array.isArray(value) ? value : [null];
    const ids = given.flatMap((id) => (typeof id === 'string' ? (parseUuid(id) ?? []) : []));
    if (ids.length !== given.length) {
      notes.wrong(name, 'not_allowed', 'must be a list of ids of bank lines');
      return undefined;
    }
    if (ids.length <= MOST_SAME) return ids;
    notes.wrong(name, 'not_allowed', `must have at most ${MOST_SAME} lines`);
    return undefined;
  },
);

export const DECIDE_WAITING = {
  same: requestShape('DecideSameLine', { bank_line_ids, note: noteField() }),
  other: requestShape('DecideOtherLine', { note: noteField() }),
};
