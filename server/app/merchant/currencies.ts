// Operators set which currencies new orders may have.

import { changedFields } from '../../domain/record/changed-fields.ts';
import type { Refusal } from '../../domain/service/refusal.ts';
import { CURRENCIES, isCurrency } from '../../domain/values/currency.ts';
import { CURRENCY_RULE } from '../../domain/values/text.ts';
import { bumpSettingsVersion } from '../../store/batch/settings-version.ts';
import { readCurrencies, saveCurrencies } from '../../store/merchant/currencies.ts';
import type { App } from '../process/app.ts';
import { auditIn } from '../request/audit.ts';
import { type OperatorCaller, operatorActor } from '../request/caller.ts';
import { type FieldReader, type RawFields, readFields } from '../request/fields.ts';

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
  await app.store.db.transaction(async (tx) => {
    const known = await readCurrencies(tx);
    await saveCurrencies(tx, currencies ?? []);
    await bumpSettingsVersion(tx);
    const changed = changedFields({ currencies: known }, { currencies: currencies ?? [] });
    const detail = { currencies, ...changed };
    await auditIn(tx, operatorActor(operator), 'currencies_set', 'currencies', detail);
  });
  await app.settings.refresh();
  return await getCurrencies(app);
}
