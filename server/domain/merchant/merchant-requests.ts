// What may be asked of merchants and their settings.

import { MINUTE_MS } from '../../lib/durations.ts';
import { isRecord } from '../../lib/is-record.ts';
import { AMOUNT_POLICIES, type MerchantSettings } from '../record/merchant.ts';
import { wordFilter } from '../request/filter-fields.ts';
import { grouped } from '../request/number-fields.ts';
import {
  customField,
  optionalField,
  queryShape,
  requestShape,
  type ToldValue,
} from '../request/request-shape.ts';
import { textField } from '../request/text-fields.ts';
import { currencyField, TOLD_CURRENCY } from '../request/word-fields.ts';
import { namesFilter } from '../search/name-search.ts';
import { LIMITS } from '../service/limits.ts';
import { SHARED_CAPS } from './merchant-caps.ts';

const flag = (description: string): ToldValue => ({ type: 'boolean', description });
const words = (values: readonly string[], description: string): ToldValue => ({
  type: 'string',
  enum: values,
  description,
});
const number = (minimum: number, maximum: number, description: string): ToldValue => ({
  type: 'integer',
  minimum,
  maximum,
  description,
});
const numberOrNull = (minimum: number, maximum: number, description: string): ToldValue => ({
  ...number(minimum, maximum, description),
  or_null: true,
});

const COUNT_MAX = 1_000_000;
const CENTS_MAX = LIMITS.amount_max_cents;
const LIFE = {
  min: LIMITS.payin_life_min_ms / MINUTE_MS,
  max: LIMITS.payin_life_max_ms / MINUTE_MS,
};
const ALL_CURRENCIES = 'Of one customer in all currencies; null: no limit';
const EACH_CURRENCY = 'Of one customer, in each currency by itself; null: no limit, in minor units';

/** What each setting may be, as requests are read and as the reference tells it. */
export const MERCHANT_SETTINGS: Readonly<Record<keyof MerchantSettings, ToldValue>> = {
  payin_life_minutes: number(
    LIFE.min,
    LIFE.max,
    `How long a pay-in waits: ${LIFE.min} to ${LIFE.max} minutes`,
  ),
  deferred_assignment: flag('The payment page assigns the receiving account'),
  amount_policy: words(
    AMOUNT_POLICIES,
    'What to do if another amount than the requested one is received',
  ),
  tolerance_cents: number(
    0,
    CENTS_MAX,
    'With policy `tolerance`: the largest difference, in minor units',
  ),
  amount_shift: flag('The payable amount may be shifted by 1 to 99 minor units'),
  max_open_payins: numberOrNull(
    1,
    1_000_000_000,
    `Most open pay-ins; null: ${grouped(SHARED_CAPS.open_payins)} if other merchants use the ` +
      'same receiving accounts',
  ),
  max_account_day_percent: numberOrNull(
    1,
    100,
    'Most of an account’s daily limits, in percent; null: ' +
      `${SHARED_CAPS.account_day_percent} if other merchants use it too`,
  ),
  client_max_open_payins: numberOrNull(
    1,
    10_000,
    'Most open pay-ins of one customer; null: no limit',
  ),
  client_unique_amounts: flag(
    'No two open pay-ins of one customer with equal amounts in one currency',
  ),
  client_max_count_per_hour: numberOrNull(1, COUNT_MAX, ALL_CURRENCIES),
  client_max_count_per_day: numberOrNull(1, COUNT_MAX, ALL_CURRENCIES),
  client_max_sum_cents_per_hour: numberOrNull(1, CENTS_MAX, EACH_CURRENCY),
  client_max_sum_cents_per_day: numberOrNull(1, CENTS_MAX, EACH_CURRENCY),
  settlement_delay_days: number(0, 366, 'Days that a pay-in’s credit is blocked; 0 = none'),
  reserve_percent: number(
    0,
    100,
    'Percent of a credit that is blocked for `reserve_days`; 0 = none',
  ),
  reserve_days: number(0, 366, 'How long the reserve is blocked'),
};

function settingProblem(told: ToldValue, value: unknown): string | null {
  const { type, enum: known, minimum = 0, maximum = 0, or_null } = told;
  if (type === 'boolean') return typeof value === 'boolean' ? null : 'must be true or false';
  if (known !== undefined) {
    return known.some((word) => word === value) ? null : `must be one of: ${known.join(', ')}`;
  }
  if (value === null && or_null === true) return null;
  const is_whole = typeof value === 'number' && Number.isSafeInteger(value);
  if (is_whole && value >= minimum && value <= maximum) return null;
  const end = or_null === true ? `${maximum}, or null` : `${maximum}`;
  return `must be a whole number from ${minimum} to ${end}`;
}

/** Only the named settings change. Which of them go together is decided later. */
const settings = customField<Partial<MerchantSettings>>(
  {
    type: 'object',
    properties: MERCHANT_SETTINGS,
    title: 'MerchantSettingsChange',
    additionalProperties: false,
  },
  'optional',
  (given, name, notes) => {
    if (given === undefined) return {};
    if (!isRecord(given)) {
      notes.wrong(name, 'type', 'must be an object');
      return undefined;
    }
    const named: Record<string, unknown> = {};
    for (const [setting, told] of Object.entries(MERCHANT_SETTINGS)) {
      if (!Object.hasOwn(given, setting)) continue;
      const problem = settingProblem(told, given[setting]);
      if (problem === null) named[setting] = given[setting];
      else notes.wrong(`${name}.${setting}`, 'range', problem);
    }
    return named;
  },
);

const name = textField(LIMITS.name_max_length, 'What payers see');

export const CREATE_MERCHANT = requestShape('CreateMerchant', {
  name,
  balance_currency: currencyField('ISO 4217 code in upper case; never changes'),
  settings,
});

export const UPDATE_MERCHANT = requestShape('UpdateMerchant', {
  name: optionalField(name),
  /** The present one may be repeated. */
  balance_currency: customField<string | undefined>(
    { ...TOLD_CURRENCY, description: 'Never changes: another one is refused' },
    'optional',
    (given, field, notes) => {
      if (given === undefined) return undefined;
      // The use case compares it.
      if (typeof given === 'string' && given.length <= TOLD_CURRENCY.maxLength) return given;
      notes.wrong(field, 'not_allowed', 'never changes');
      return undefined;
    },
  ),
  settings,
});

export const FIND_MERCHANTS = queryShape({
  q: namesFilter('the name or the id'),
  balance: wordFilter(['negative'], '`negative`: only those below zero'),
});
