// What may be asked of tariffs, exchange rates, the currencies of new orders, and balances.

import type { Rate, Tariff } from '../record/merchant.ts';
import { DIRECTIONS } from '../record/trade.ts';
import { noteField } from '../request/common-fields.ts';
import { integerWithin } from '../request/number-fields.ts';
import {
  field,
  type Notes,
  refinedField,
  requestShape,
  requiredOrNull,
  type ToldValue,
} from '../request/request-shape.ts';
import { type Row, rowsField } from '../request/row-fields.ts';
import { TOLD_CURRENCY, TOLD_TYPE } from '../request/word-fields.ts';
import { LIMITS } from '../service/limits.ts';
import { CURRENCIES, isCurrency } from '../values/currency.ts';
import { PAYMENT_TYPE_RULE, paymentType } from '../values/payment-type.ts';
import { parsePercent, parseRate } from '../values/rate.ts';
import { CURRENCY_RULE, LINE_PATTERN } from '../values/text.ts';

export const PRICE_ROWS_MOST = 1_000;

/** A text is never taken as a number, even if it contains one. */
const numeric = (value: unknown) => (typeof value === 'number' ? value : '');
const isCode = (value: unknown): value is string => typeof value === 'string' && isCurrency(value);
const isType = (value: unknown): value is string =>
  typeof value === 'string' && paymentType(value) !== undefined;

/** What a row's members are, as requests and answers tell it. */
export const TARIFF_TOLD = {
  direction: {
    type: 'string',
    enum: DIRECTIONS,
    description: 'Of the trades: `payin` receives money, `payout` sends it',
  },
  type: { ...TOLD_TYPE, or_null: true, description: 'A payment type; null: any' },
  currency: { ...TOLD_CURRENCY, or_null: true, description: 'ISO 4217 code; null: any' },
  percent: { type: 'number', description: '0 to 100, at most 4 decimals: 1.5 = 1.5 %' },
} as const satisfies Record<string, ToldValue>;

function readTariff(row: Row, at: string, notes: Notes): Tariff | undefined {
  const direction = DIRECTIONS.find((known) => known === row.direction);
  const { type = null, currency = null } = row;
  const percent = parsePercent(numeric(row.percent));
  const wrong = (name: string, message: string) => notes.wrong(`${at}.${name}`, 'format', message);
  if (direction === undefined) wrong('direction', 'must be payin or payout');
  const type_fits = type === null || isType(type);
  if (!type_fits) wrong('type', `${PAYMENT_TYPE_RULE}, or null`);
  const currency_fits = currency === null || isCode(currency);
  if (!currency_fits) wrong('currency', `${CURRENCY_RULE}, or null`);
  if (percent === null) wrong('percent', 'must be from 0 to 100 with at most 4 decimals, like 1.5');
  if (direction === undefined || percent === null || !type_fits || !currency_fits) return undefined;
  return { direction, type, currency, percent };
}

const ROWS = {
  least: 0,
  most: PRICE_ROWS_MOST,
  rule: `must have at most ${PRICE_ROWS_MOST} rows`,
  list_rule: 'must be a list',
} as const;

export const PUT_TARIFFS = requestShape(
  'PutTariffs',
  {
    tariffs: rowsField(
      { ...ROWS, description: 'All tariffs of the merchant: they replace those before' },
      {
        type: 'object',
        properties: TARIFF_TOLD,
        required: ['direction', 'percent'],
        title: 'NewTariff',
        additionalProperties: false,
      },
      readTariff,
    ),
  },
  ({ tariffs = [] }, notes) => {
    const keys = tariffs.map(({ direction, type, currency }) => `${direction}/${type}/${currency}`);
    if (new Set(keys).size === keys.length) return;
    notes.wrong('tariffs', 'not_allowed', 'names a direction, type and currency twice');
  },
);

export const RATE_TOLD = {
  trade_currency: { ...TOLD_CURRENCY, description: 'ISO 4217 code' },
  balance_currency: { ...TOLD_CURRENCY, description: 'ISO 4217 code' },
  rate: {
    type: 'number',
    description: 'Trade currency per one unit of the balance currency, at most 8 decimals',
  },
} as const satisfies Record<string, ToldValue>;

const SOURCE_MAX_LENGTH = 64;
const SOURCE = /^[\w .:/-]+$/;
const isSource = (value: unknown): value is string =>
  typeof value === 'string' && value.length <= SOURCE_MAX_LENGTH && SOURCE.test(value);

function readRate(row: Row, at: string, notes: Notes): Omit<Rate, 'at'> | undefined {
  const { trade_currency, balance_currency, source = 'operator' } = row;
  const rate = parseRate(numeric(row.rate));
  const wrong = (name: string, message: string) => notes.wrong(`${at}.${name}`, 'format', message);
  if (!isCode(trade_currency)) wrong('trade_currency', CURRENCY_RULE);
  if (!isCode(balance_currency)) wrong('balance_currency', CURRENCY_RULE);
  if (rate === null) wrong('rate', 'must be above 0 with at most 8 decimals and 15 digits');
  const named = isSource(source);
  if (!named) wrong('source', 'must be a short name');
  if (!isCode(trade_currency) || !isCode(balance_currency) || rate === null || !named) {
    return undefined;
  }
  if (trade_currency === balance_currency) wrong('rate', 'of a currency to itself is always 1');
  return { trade_currency, balance_currency, rate, source };
}

export const PUT_RATES = requestShape('PutRates', {
  rates: rowsField(
    { ...ROWS, description: 'The rates to set; those of other currencies stay' },
    {
      type: 'object',
      properties: {
        ...RATE_TOLD,
        source: {
          type: 'string',
          maxLength: SOURCE_MAX_LENGTH,
          pattern: LINE_PATTERN,
          description: '`operator` where absent',
        },
      },
      required: Object.keys(RATE_TOLD),
      title: 'NewRate',
      additionalProperties: false,
    },
    readRate,
  ),
});

const currencies = field<readonly string[]>(
  {
    type: 'array',
    items: TOLD_CURRENCY,
    minItems: 1,
    maxItems: CURRENCIES.length,
    description: 'ISO 4217 codes in upper case; null: the default',
  },
  (value, name, notes) => {
    if (!Array.isArray(value)) notes.wrong(name, 'type', 'must be a list or null');
    else if (value.length < 1 || value.length > CURRENCIES.length) {
      const message = `must have from 1 to ${CURRENCIES.length} currencies; null is the default`;
      notes.wrong(name, 'length', message);
    } else {
      const wrong = value.findIndex((code) => !isCode(code));
      if (wrong === -1) return [...new Set<string>(value)];
      notes.wrong(`${name}[${wrong}]`, 'unknown_value', CURRENCY_RULE);
    }
    return undefined;
  },
);

export const PUT_CURRENCIES = requestShape('PutCurrencies', {
  currencies: requiredOrNull(currencies, 'is required'),
});

const most = LIMITS.amount_max_cents;
const RANGE = `must be from -${most} to ${most}, but not 0`;

export const ADD_ADJUSTMENT = requestShape('AddAdjustment', {
  amount_cents: refinedField(
    integerWithin(
      { min: -most, max: most, rule: RANGE },
      'In the balance currency; negative takes from the balance, in minor units',
    ),
    (amount, name, notes) => {
      if (amount === 0) notes.wrong(name, 'range', RANGE);
      return amount;
    },
  ),
  reason: noteField('Why; recorded in the audit trail'),
});
