// Operators set a merchant's tariffs and the exchange rates.

import { tariffRow } from '../../domain/merchant/set-prices.ts';
import type { Rate, Tariff } from '../../domain/record/merchant.ts';
import { DIRECTIONS } from '../../domain/record/trade.ts';
import { isRefusal, type Refusal } from '../../domain/service/refusal.ts';
import { isCurrency } from '../../domain/values/currency.ts';
import { toWireNumber } from '../../domain/values/decimal.ts';
import { PAYMENT_TYPE_RULE, paymentType } from '../../domain/values/payment-type.ts';
import { parsePercent, parseRate } from '../../domain/values/rate.ts';
import { CURRENCY_RULE } from '../../domain/values/text.ts';
import { isRecord } from '../../lib/is-record.ts';
import type { App } from '../process/app.ts';
import { serviceTime } from '../process/service-time.ts';
import type { OperatorCaller } from '../request/caller.ts';
import { type FieldReader, type RawFields, readFields } from '../request/fields.ts';
import { iso } from '../request/views.ts';
import { changeSetting } from '../setting/change-setting.ts';
import { SETTINGS_ACTS } from '../setting/settings-acts.ts';
import { merchantRecord } from './merchants.ts';

export type TariffBody = {
  direction: string;
  type: string | null;
  currency: string | null;
  percent: number;
};

const MOST_ROWS = 1000;

/** The rows of a list of objects; notes what is wrong with the list itself. */
function readRows(reader: FieldReader, name: string): Record<string, unknown>[] {
  const value = reader.raw(name);
  if (value === undefined) reader.wrong(name, 'required', 'is required');
  else if (!Array.isArray(value)) reader.wrong(name, 'type', 'must be a list');
  else if (value.length > MOST_ROWS) {
    reader.wrong(name, 'length', `must have at most ${MOST_ROWS} rows`);
  } else if (!value.every(isRecord)) {
    reader.wrong(name, 'type', 'must be a list of objects');
  } else return value;
  return [];
}

/** A text is never taken as a number, even if it contains one. */
const numeric = (value: unknown) => (typeof value === 'number' ? value : '');

function readTariff(reader: FieldReader, row: Record<string, unknown>, at: string): Tariff[] {
  const direction = DIRECTIONS.find((known) => known === row.direction);
  const type = row.type ?? null;
  const currency = row.currency ?? null;
  const percent = parsePercent(numeric(row.percent));
  const wrong = (field: string, message: string) =>
    reader.wrong(`${at}.${field}`, 'format', message);
  if (direction === undefined) wrong('direction', 'must be payin or payout');
  const type_fits = type === null || (typeof type === 'string' && paymentType(type) !== undefined);
  if (!type_fits) wrong('type', `${PAYMENT_TYPE_RULE}, or null`);
  const currency_fits = currency === null || (typeof currency === 'string' && isCurrency(currency));
  if (!currency_fits) wrong('currency', `${CURRENCY_RULE}, or null`);
  if (percent === null) wrong('percent', 'must be from 0 to 100 with at most 4 decimals, like 1.5');
  if (direction === undefined || percent === null || !type_fits || !currency_fits) return [];
  return [{ direction, type: type as string | null, currency: currency as string | null, percent }];
}

/** Replaces all rows. Applies to trades created from now on. */
export async function putTariffs(
  app: App,
  operator: OperatorCaller,
  merchant_id: string,
  raw: RawFields,
): Promise<{ tariffs: TariffBody[] } | Refusal> {
  const record = await merchantRecord(app, merchant_id);
  if (isRefusal(record)) return record;
  const reader = readFields(raw, ['tariffs']);
  const tariffs = readRows(reader, 'tariffs').flatMap((row, index) =>
    readTariff(reader, row, `tariffs[${index}]`),
  );
  const keys = tariffs.map((tariff) => `${tariff.direction}/${tariff.type}/${tariff.currency}`);
  if (new Set(keys).size !== keys.length) {
    reader.wrong('tariffs', 'not_allowed', 'names a direction, type and currency twice');
  }
  const refused = reader.refusal();
  if (refused !== null) return refused;
  const { merchant_id: id } = record.merchant;
  const request = { merchant_id: id, tariffs };
  const set = await changeSetting(app, operator, SETTINGS_ACTS.set_tariffs, request);
  return isRefusal(set) ? set : { tariffs: set.tariffs.map(tariffRow) };
}

export async function getTariffs(
  app: App,
  merchant_id: string,
): Promise<{ tariffs: TariffBody[] } | Refusal> {
  const record = await merchantRecord(app, merchant_id);
  if (isRefusal(record)) return record;
  const { tariffs } = await app.settings.current();
  return { tariffs: (tariffs.get(record.merchant.merchant_id) ?? []).map(tariffRow) };
}

export type RateBody = {
  trade_currency: string;
  balance_currency: string;
  rate: number;
  source: string;
  rate_at: string;
};

const rateBody = (rate: Rate): RateBody => ({
  trade_currency: rate.trade_currency,
  balance_currency: rate.balance_currency,
  rate: toWireNumber(rate.rate),
  source: rate.source,
  rate_at: iso(rate.at),
});

function readRate(
  reader: FieldReader,
  row: Record<string, unknown>,
  at: string,
  now: number,
): Rate[] {
  const { trade_currency, balance_currency, source = 'operator' } = row;
  const rate = parseRate(numeric(row.rate));
  const wrong = (field: string, message: string) =>
    reader.wrong(`${at}.${field}`, 'format', message);
  const known = (value: unknown): value is string => typeof value === 'string' && isCurrency(value);
  if (!known(trade_currency)) wrong('trade_currency', CURRENCY_RULE);
  if (!known(balance_currency)) wrong('balance_currency', CURRENCY_RULE);
  if (rate === null) wrong('rate', 'must be above 0 with at most 8 decimals and 15 digits');
  const named = typeof source === 'string' && /^[\w .:/-]{1,64}$/.test(source);
  if (!named) wrong('source', 'must be a short name');
  if (!known(trade_currency) || !known(balance_currency) || rate === null || !named) return [];
  if (trade_currency === balance_currency) wrong('rate', 'of a currency to itself is always 1');
  return [{ trade_currency, balance_currency, rate, source, at: now }];
}

/** Sets the named pairs, leaves the others. Applies to trades created from now on. */
export async function putRates(
  app: App,
  operator: OperatorCaller,
  raw: RawFields,
): Promise<{ rates: RateBody[] } | Refusal> {
  const reader = readFields(raw, ['rates']);
  const rates = readRows(reader, 'rates').flatMap((row, index) =>
    readRate(reader, row, `rates[${index}]`, serviceTime(app)),
  );
  const refused = reader.refusal();
  if (refused !== null) return refused;
  const set = await changeSetting(app, operator, SETTINGS_ACTS.set_rates, rates);
  return isRefusal(set) ? set : await listRates(app);
}

export async function listRates(app: App): Promise<{ rates: RateBody[] }> {
  const { rates } = await app.settings.current();
  return { rates: [...rates.values()].map(rateBody) };
}
