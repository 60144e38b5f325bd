// Operators set a merchant's tariffs and the exchange rates.

import { PUT_RATES, PUT_TARIFFS } from '../../domain/merchant/price-requests.ts';
import { rateTerms, tariffRow, tariffTerms } from '../../domain/merchant/set-prices.ts';
import type { Rate, Tariff } from '../../domain/record/merchant.ts';
import { type RawFields, readRequest } from '../../domain/request/read-request.ts';
import { isRefusal, type Refusal } from '../../domain/service/refusal.ts';
import { toWireNumber } from '../../domain/values/decimal.ts';
import type { App } from '../process/app.ts';
import { serviceTime } from '../process/service-time.ts';
import type { OperatorCaller } from '../request/caller.ts';
import { settingVersion } from '../request/setting-version.ts';
import { iso } from '../request/views.ts';
import { changeSetting } from '../setting/change-setting.ts';
import { SETTINGS_ACTS } from '../setting/settings-acts.ts';
import { merchantRecord } from './merchants.ts';

export type TariffsBody = { tariffs: TariffBody[]; version: string };

export type TariffBody = {
  direction: string;
  type: string | null;
  currency: string | null;
  percent: number;
};

const tariffsBody = (app: App, tariffs: readonly Tariff[]): TariffsBody => ({
  tariffs: tariffs.map(tariffRow),
  version: settingVersion(app.store.cipher, tariffTerms(tariffs)),
});

/** Replaces all rows. Applies to trades created from now on. */
export async function putTariffs(
  app: App,
  operator: OperatorCaller,
  merchant_id: string,
  raw: RawFields,
): Promise<TariffsBody | Refusal> {
  const record = await merchantRecord(app, merchant_id);
  if (isRefusal(record)) return record;
  const asked = readRequest(PUT_TARIFFS, raw);
  if (isRefusal(asked)) return asked;
  const { merchant_id: id } = record;
  const request = { merchant_id: id, ...asked };
  const set = await changeSetting(app, operator, SETTINGS_ACTS.set_tariffs, request);
  return isRefusal(set) ? set : tariffsBody(app, set.tariffs);
}

export async function getTariffs(app: App, merchant_id: string): Promise<TariffsBody | Refusal> {
  const record = await merchantRecord(app, merchant_id);
  if (isRefusal(record)) return record;
  const { tariffs } = await app.settings.current();
  return tariffsBody(app, tariffs.get(record.merchant_id) ?? []);
}

export type RateBody = {
  trade_currency: string;
  balance_currency: string;
  rate: number;
  source: string;
  rate_at: string;
  version: string;
};

const rateBody = (app: App, rate: Rate): RateBody => ({
  trade_currency: rate.trade_currency,
  balance_currency: rate.balance_currency,
  rate: toWireNumber(rate.rate),
  source: rate.source,
  rate_at: iso(rate.at),
  version: settingVersion(app.store.cipher, rateTerms(rate)),
});

/** Sets the named pairs, leaves the others. Applies to trades created from now on. */
export async function putRates(
  app: App,
  operator: OperatorCaller,
  raw: RawFields,
): Promise<{ rates: RateBody[] } | Refusal> {
  const asked = readRequest(PUT_RATES, raw);
  if (isRefusal(asked)) return asked;
  const at = serviceTime(app);
  const rates = asked.rates.map((rate) => ({ ...rate, at }));
  const set = await changeSetting(app, operator, SETTINGS_ACTS.set_rates, rates);
  return isRefusal(set) ? set : await listRates(app);
}

export async function listRates(app: App): Promise<{ rates: RateBody[] }> {
  const { rates } = await app.settings.current();
  return { rates: [...rates.values()].map((rate) => rateBody(app, rate)) };
}
