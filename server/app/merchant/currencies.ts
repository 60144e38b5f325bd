// Operators set which currencies new orders may have.

import { PUT_CURRENCIES } from '../../domain/merchant/price-requests.ts';
import { type RawFields, readRequest } from '../../domain/request/read-request.ts';
import { isRefusal, type Refusal } from '../../domain/service/refusal.ts';
import { readCurrencies } from '../../store/merchant/currencies.ts';
import type { App } from '../process/app.ts';
import type { OperatorCaller } from '../request/caller.ts';
import { settingVersion } from '../request/setting-version.ts';
import { changeSetting } from '../setting/change-setting.ts';
import { SETTINGS_ACTS } from '../setting/settings-acts.ts';

export type CurrenciesBody = { currencies: string[]; is_default: boolean; version: string };

export async function getCurrencies(app: App): Promise<CurrenciesBody> {
  const { enabled_currencies } = await app.settings.current();
  const listed = await readCurrencies(app.store.db);
  return {
    currencies: [...enabled_currencies].sort(),
    is_default: listed.length === 0,
    version: settingVersion(app.store.cipher, listed),
  };
}

/** Applies to orders created from now on; open orders are not affected. */
export async function putCurrencies(
  app: App,
  operator: OperatorCaller,
  raw: RawFields,
): Promise<CurrenciesBody | Refusal> {
  const asked = readRequest(PUT_CURRENCIES, raw);
  if (isRefusal(asked)) return asked;
  const set = await changeSetting(app, operator, SETTINGS_ACTS.set_currencies, asked.currencies);
  return isRefusal(set) ? set : await getCurrencies(app);
}
