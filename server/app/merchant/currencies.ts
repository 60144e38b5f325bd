// Operators set which currencies new orders may have.

import { isRefusal, type Refusal } from '../../domain/service/refusal.ts';
import { CURRENCIES, isCurrency } from '../../domain/values/currency.ts';
import { CURRENCY_RULE } from '../../domain/values/text.ts';
import { readCurrencies } from '../../store/merchant/currencies.ts';
import type { App } from '../process/app.ts';
import type { OperatorCaller } from '../request/caller.ts';
import { type FieldReader, type RawFields, readFields } from '../request/fields.ts';
import { changeSetting } from '../setting/change-setting.ts';
import { SETTINGS_ACTS } from '../setting/settings-acts.ts';

export type CurrenciesBody = { currencies: string[]; is_default: boolean };

/** Null: back to the default of the mode. */
function readList(reader: FieldReader): readonly string[] | null {
  const value = reader.raw('currencies');
  if (value === null) return null;
  if (value === undefined) reader.wrong('currencies', 'required', 'is required');
  else if (!Array.isArray(value)) reader.wrong('currencies', 'type', 'must be a list or null');
  else if (value.length < 1 || value.length > CURRENCIES.length) {
    const message = `must have from 1 to ${CURRENCIES.length} currencies; null is the default`;
    reader.wrong('currencies', 'length', message);
  } else {
    const wrong = value.findIndex((code) => typeof code !== 'string' || !isCurrency(code));
    if (wrong === -1) return [...new Set<string>(value)];
    reader.wrong(`currencies[${wrong}]`, 'unknown_value', CURRENCY_RULE);
  }
  return null;
}

export async function getCurrencies(app: App): Promise<CurrenciesBody> {
  const { enabled_currencies } = await app.settings.current();
  const listed = await readCurrencies(app.store.db);
  return { currencies: [...enabled_currencies].sort(), is_default: listed.length === 0 };
}

/** Applies to orders created from now on; open orders are not affected. */
export async function putCurrencies(
  app: App,
  operator: OperatorCaller,
  raw: RawFields,
): Promise<CurrenciesBody | Refusal> {
  const reader = readFields(raw, ['currencies']);
  const currencies = readList(reader);
  const refused = reader.refusal();
  if (refused !== null) return refused;
  const set = await changeSetting(app, operator, SETTINGS_ACTS.set_currencies, currencies);
  return isRefusal(set) ? set : await getCurrencies(app);
}
