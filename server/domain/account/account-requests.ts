// What may be asked of receiving accounts.

import { countWithin, flagField } from '../request/number-fields.ts';
import { paymentNumberField } from '../request/payee-fields.ts';
import {
  customField,
  ifGiven,
  optionalField,
  queryShape,
  refinedField,
  requestShape,
  withDefault,
} from '../request/request-shape.ts';
import { textField } from '../request/text-fields.ts';
import { currencyField, typeField } from '../request/word-fields.ts';
import { namesFilter } from '../search/name-search.ts';
import { LIMITS } from '../service/limits.ts';
import { ANY_PATTERN } from '../values/text.ts';

const LAST_MINUTE = 24 * 60 - 1;
const DAY_SUM_MAX = 10 ** 15;
const DAY_COUNT_MAX = 10 ** 9;
const WEIGHT_MAX = 1_000;

/** Null removes a limit. */
const limit = (min: number, max: number, description: string) =>
  ifGiven(optionalField(countWithin(min, max, description)));
const cents = (max: number, description: string) =>
  ifGiven(
    optionalField(refinedField(countWithin(1, max, `${description}, in minor units`), BigInt)),
  );

/** Null leaves it as it is. */
const flag = (description: string) => withDefault(flagField(description), undefined);

/** What changes is only what is named. */
const CHANGES = {
  bank_name: ifGiven(optionalField(textField(LIMITS.bank_name_max_length, 'What payers see'))),
  min_amount_cents: cents(LIMITS.amount_max_cents, 'Smallest amount of an order; null: no limit'),
  max_amount_cents: cents(
    LIMITS.amount_max_cents,
    'Largest amount of an order; null: the limit of the rail (UPI: 100,000.00 INR), or none',
  ),
  daily_count_limit: limit(1, DAY_COUNT_MAX, 'Most orders per UTC day; null: no limit'),
  daily_amount_limit_cents: cents(DAY_SUM_MAX, 'Largest sum per UTC day; null: no limit'),
  active_from_minute: limit(
    0,
    LAST_MINUTE,
    'First active minute of the UTC day; null: always active',
  ),
  active_to_minute: limit(
    0,
    LAST_MINUTE,
    'First inactive minute of the UTC day after that; null: always active',
  ),
  weight: ifGiven(
    withDefault(
      countWithin(1, WEIGHT_MAX, 'Its share among equally suitable accounts: 1 to 1000'),
      1,
    ),
  ),
  exclusive_only: flag('Never two open pay-ins with the same amount'),
  enabled: flag('Whether pay-ins may use it'),
};

const name = textField(LIMITS.name_max_length, 'Its holder');

export const CREATE_ACCOUNT = requestShape(
  'CreateReceivingAccount',
  {
    type: typeField(),
    currency: currencyField('ISO 4217 code in upper case'),
    name,
    number: paymentNumberField('Checked by its type; separators are removed'),
    ...CHANGES,
  },
  ({ type, number }, notes) => {
    if (type === undefined || number === undefined || type.normalise(number) !== null) return;
    notes.wrong('number', 'format', type.rule);
  },
);

/** Named in the reference, so that the answer can say why it cannot be changed. */
const fixed = customField<undefined>(
  {
    type: 'string',
    maxLength: LIMITS.name_max_length,
    pattern: ANY_PATTERN,
    description: 'Cannot be changed: refused',
  },
  'optional',
  (given, field, notes) => {
    if (given !== undefined) notes.wrong(field, 'not_allowed', 'never changes');
    return undefined;
  },
);

export const UPDATE_ACCOUNT = requestShape('UpdateReceivingAccount', {
  type: fixed,
  currency: fixed,
  name: withDefault(name, undefined),
  number: fixed,
  ...CHANGES,
});

export const FIND_RECEIVING_ACCOUNTS = queryShape({
  q: namesFilter('the name, the bank, the number as it is shown, or the currency'),
});
