// Settings acts on merchants, their tariffs, the rates and the currencies.
import { firstEndpoint } from '../../domain/merchant/change-endpoint.ts';
import {
  decideHouseMerchant,
  decideMerchant,
  decideNewMerchant,
  type MerchantChange,
  merchantTerms,
  type NewMerchant,
} from '../../domain/merchant/change-merchant.ts';
import {
  decideCurrencies,
  decideRates,
  decideTariffs,
  type NewTariffs,
  tariffTerms,
} from '../../domain/merchant/set-prices.ts';
import type { Rate } from '../../domain/record/merchant.ts';
import { bumpSettingsVersion } from '../../store/batch/settings-version.ts';
import { saveCallbackEndpoint } from '../../store/callback/callback-endpoints.ts';
import { insertBook } from '../../store/ledger/ledger.ts';
import { readCurrencies, saveCurrencies } from '../../store/merchant/currencies.ts';
import {
  insertMerchant,
  lockMerchantRecord,
  readRates,
  readTariffs,
  saveMerchant,
  saveRates,
  saveTariffs,
} from '../../store/merchant/merchants.ts';
import { lockMerchant } from '../../store/merchant/tokens.ts';
import { settingVersion, versionsOfRates } from '../request/setting-version.ts';
import { type At, actOfOne, actOfTwo, NOTHING_MORE, noFacts } from './settings-act.ts';

/** With its default endpoint and its book; null if another process has just created it. */
async function insertWhole({ tx, cipher }: At, { merchant, secret }: NewMerchant) {
  if (!(await insertMerchant(tx, merchant))) return null;
  await saveCallbackEndpoint(tx, cipher, firstEndpoint(merchant, secret));
  await insertBook(tx, merchant.merchant_id);
  return NOTHING_MORE;
}

export const MERCHANT_ACTS = {
  create_merchant: actOfTwo({
    action: 'merchant_created',
    locks: [],
    gate: 'limits',
    version: 'save',
    lock: noFacts<NewMerchant>,
    decide: decideNewMerchant,
    save: (at, _decision, _facts, request) => insertWhole(at, request),
  }),
  create_house_merchant: actOfOne({
    action: 'merchant_created',
    locks: [],
    gate: null,
    version: 'save',
    lock: noFacts<NewMerchant>,
    decide: decideHouseMerchant,
    // Two processes may create it at once; both then have the same one.
    save: (at, _decision, _facts, request) => insertWhole(at, request),
  }),
  change_merchant: actOfTwo({
    action: 'merchant_changed',
    locks: ['merchants'],
    gate: 'limits',
    version: 'save',
    lock: ({ tx }, { merchant_id }: MerchantChange) => lockMerchantRecord(tx, merchant_id),
    seen: {
      version: ({ cipher }, merchant) => settingVersion(cipher, merchantTerms(merchant)),
      by: ['merchant_changed', 'merchant_created'],
    },
    decide: decideMerchant,
    save: async ({ tx }, { saved }) => {
      await saveMerchant(tx, saved);
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
    seen: {
      version: ({ cipher }, tariffs) => settingVersion(cipher, tariffTerms(tariffs)),
      by: ['tariffs_set'],
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
    seen: {
      version: ({ cipher }, known, rates) => versionsOfRates(cipher, known, rates),
      by: ['rates_set'],
    },
    decide: decideRates,
    save: async ({ tx }, { saved }) => {
      await saveRates(tx, saved);
      return NOTHING_MORE;
    },
  }),
  set_currencies: actOfOne({
    action: 'currencies_set',
    locks: ['settings_versions'],
    gate: null,
    version: 'lock',
    lock: async ({ tx }, _currencies: readonly string[] | null) => {
      await bumpSettingsVersion(tx);
      return await readCurrencies(tx);
    },
    seen: {
      version: ({ cipher }, currencies) => settingVersion(cipher, currencies),
      by: ['currencies_set'],
    },
    decide: decideCurrencies,
    save: async ({ tx }, { saved }) => {
      await saveCurrencies(tx, saved);
      return NOTHING_MORE;
    },
  }),
};
