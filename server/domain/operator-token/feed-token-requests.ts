// What may be asked of the tokens of feeds.

import { FEED_DEFAULTS } from '../record/feed-bounds.ts';
import { listField } from '../request/list-fields.ts';
import { countWithin, grouped } from '../request/number-fields.ts';
import {
  type Field,
  ifGiven,
  optionalField,
  refinedField,
  requestShape,
} from '../request/request-shape.ts';
import { textField } from '../request/text-fields.ts';
import {
  expiryField,
  NETWORKS_TOLD,
  networksField,
  notEmpty,
  TOKEN_LIST_MAX,
} from '../request/token-fields.ts';
import { LIMITS } from '../service/limits.ts';

const NAME_MAX = 128;
const LINES_PER_HOUR_MAX = 1_000_000;

/** Which accounts there are, the reader asks the settings. */
const accountsField = (description: string): Field<readonly unknown[]> =>
  refinedField(
    listField(TOKEN_LIST_MAX, {
      items: { type: 'string', format: 'uuid', description: 'A receiving account' },
      minItems: 1,
      description,
    }),
    (given, name, notes) =>
      notEmpty(given, 'must name at least one receiving account', name, notes),
  );

const TERMS = {
  allowed_ips: optionalField(networksField(NETWORKS_TOLD)),
  // An explicit null: it never expires.
  expires_at: ifGiven(optionalField(expiryField('A year from now if absent; null: never'))),
  lines_per_hour: optionalField(
    countWithin(1, LINES_PER_HOUR_MAX, `Default ${grouped(FEED_DEFAULTS.lines_per_hour)}`),
  ),
  daily_cents: optionalField(
    refinedField(
      countWithin(
        1,
        LIMITS.balance_max_cents,
        `Per account; default ${grouped(FEED_DEFAULTS.daily_cents)}, in minor units`,
      ),
      BigInt,
    ),
  ),
};

export const ISSUE_FEED_TOKEN = requestShape('IssueFeedToken', {
  name: textField(NAME_MAX, 'What it is for'),
  receiving_account_ids: accountsField('The only accounts whose lines it may send'),
  ...TERMS,
});

export const CHANGE_FEED_TOKEN = requestShape('ChangeFeedToken', {
  receiving_account_ids: optionalField(
    accountsField('The only accounts whose lines it may send; absent or null: as before'),
  ),
  ...TERMS,
});
