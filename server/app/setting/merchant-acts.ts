// Settings acts on merchants, their tariffs, the rates and the currencies.
import {
  decideHouseMerchant,
  decideMerchant,
  decideNewMerchant,
  type MerchantChange,
} from '../../domain/merchant/change-merchant.ts';
import {
  decideCurrencies,
  decideRates,
  decideTariffs,
  type NewTariffs,
} from '../../domain/merchant/set-prices.ts';
import type { MerchantRecord, Rate } from '../../domain/record/merchant.ts';
import { bumpSettingsVersion } from '../../store/batch/settings-version.ts';
import { insertBook } from '../../store/ledger/ledger.ts';
import { readCurrencies, saveCurrencies } from '../../store/merchant/currencies.ts';
import {
  insertMerchantOnce,
  lockMerchantRecord,
  readRates,
  readTariffs,
  saveMerchant,
  saveRates,
  saveTariffs,
} from '../../store/merchant/merchants.ts';
import { lockMerchant } from '../../store/merchant/tokens.ts';
import { actOfOne, actOfTwo, NOTHING_MORE, noFacts } from './settings-act.ts';

export const MERCHANT_ACTS = {
  create_merchant: actOfTwo({
    action: 'merchant_created',
    locks: [],
    gate: 'limits',
    version: 'save',
    lock: noFacts<MerchantRecord>,
    decide: decideNewMerchant,
    save: async ({ tx, cipher }, { saved }) => {
      await saveMerchant(tx, cipher, saved);
      await insertBook(tx, saved.merchant.merchant_id);
      return NOTHING_MORE;
    },
  }),
  create_house_merchant: actOfOne({
    action: 'merchant_created',
    locks: [],
    gate: null,
    version: 'save',
    lock: noFacts<MerchantRecord>,
    decide: decideHouseMerchant,
    // Two processes may create it at once; both then have the same one.
    save: async ({ tx, cipher }, { saved }) => {
      if (!(await insertMerchantOnce(tx, cipher, saved))) return null;
      await insertBook(tx, saved.merchant.merchant_id);
      return NOTHING_MORE;
    },
  }),
  change_merchant: actOfTwo({
    action: 'merchant_changed',
    locks: ['merchants'],
    gate: 'limits',
    version: 'save',
    lock: ({ tx, cipher }, { merchant_id }: MerchantChange) =>
      lockMerchantRecord(tx, cipher, merchant_id),
    decide: decideMerchant,
    save: async ({ tx, cipher }, { saved }) => {
      await saveMerchant(tx, cipher, saved);
      return NOTHING_MORE;
    },
  }),
  set_tariffs: actOfTwo({
    action: 'tariffs_set',
    locks: ['merchants'],
    gate: 'tariff',
    version: 'save',
    // Of two lists that come at once, the second replaces the first.
    lock: async ({ tx }, { merchant_id }: NewTariffs) => {
      await lockMerchant(tx, merchant_id);
      return (await readTariffs(tx)).filter((one) => one.merchant_id === merchant_id);
    },
    decide: decideTariffs,
    save: async ({ tx }, { saved }) => {
      await saveTariffs(tx, saved.merchant_id, saved.tariffs);
      return NOTHING_MORE;
    },
  }),
  set_rates: actOfTwo({
    action: 'rates_set',
    locks: ['settings_versions'],
    gate: 'rate',
    version: 'lock',
    lock: async ({ tx }, _rates: readonly Rate[]) => {
      await bumpSettingsVersion(tx);
      return await readRates(tx);
    },
    decide: decideRates,
    save: async ({ tx }, { saved }) => {
      await saveRates(tx, saved);
      return NOTHING_MORE;
    },
  }),
  set_currencies: actOfOne({
    action: 'currencies_set',
    locks: [],
    gate: null,
    version: 'save',
    lock: ({ tx }, _currencies: readonly string[] | null) => readCurrencies(tx),
    decide: decideCurrencies,
    save: async ({ tx }, { saved }) => {
      await saveCurrencies(tx, saved);
      return NOTHING_MORE;
    },
  }),
};
