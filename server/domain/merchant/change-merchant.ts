// A merchant is added, or gets another name or other settings.

import { changedFields } from '../../lib/changed-fields.ts';
import {
  DEFAULT_SETTINGS,
  type MerchantRecord,
  type MerchantSettings,
} from '../record/merchant.ts';
import { raisedSettings } from '../setting/raises.ts';
import { openly, type SettingsAsk } from '../setting/settings-ask.ts';
import type { SettingsDecision } from '../setting/settings-decision.ts';
import { currencyExponent } from '../values/currency.ts';
import { originOf } from '../values/web-address.ts';

export const merchantTarget = (merchant_id: string): string => `merchants/${merchant_id}`;

/** Asked if it starts with less protection of the house and the payers than others. */
function askAboutNew({ merchant }: MerchantRecord): SettingsAsk | null {
  const { name, balance_currency, settings } = merchant;
  const raised = raisedSettings(DEFAULT_SETTINGS, settings);
  if (raised === null) return null;
  const after = { name, balance_currency, ...raised.after };
  return openly({ merchant_id: null, target: 'merchants', before: raised.before, after });
}

export function decideNewMerchant(
  _facts: unknown,
  record: MerchantRecord,
): SettingsDecision<MerchantRecord> {
  const { merchant_id, name, balance_currency } = record.merchant;
  return {
    saved: record,
    target: merchantTarget(merchant_id),
    detail: { name, balance_currency, exponent: currencyExponent(balance_currency) },
    ask: askAboutNew(record),
  };
}

/** The service's own merchant; no protection is taken from anybody. */
export function decideHouseMerchant(
  _facts: unknown,
  record: MerchantRecord,
): SettingsDecision<MerchantRecord, null> {
  const { merchant_id, name, balance_currency } = record.merchant;
  return {
    saved: record,
    target: merchantTarget(merchant_id),
    detail: { name, balance_currency, is_house: true },
    ask: null,
  };
}

/** Of the address of callbacks only scheme, host and port, because its path may hold a key. */
export function auditedFields({ merchant, callbacks }: MerchantRecord): object {
  const { name, settings } = merchant;
  const { url, previous_until } = callbacks;
  return { name, ...settings, callback_url: url === null ? null : originOf(url), previous_until };
}

/** Only named settings change; the balance currency never does. */
export type MerchantChange = {
  merchant_id: string;
  /** Null: it stays. */
  name: string | null;
  settings: Partial<MerchantSettings>;
};

export function decideMerchant(
  before: MerchantRecord,
  { merchant_id, name, settings: named }: MerchantChange,
): SettingsDecision<MerchantRecord> {
  const settings = { ...before.merchant.settings, ...named };
  const merchant = { ...before.merchant, name: name ?? before.merchant.name, settings };
  const saved = { ...before, merchant };
  // What protects the house and the payers, if it is taken away.
  const raised = raisedSettings(before.merchant.settings, settings);
  const target = merchantTarget(merchant_id);
  return {
    saved,
    target,
    detail: { name, settings, ...changedFields(auditedFields(before), auditedFields(saved)) },
    ask: raised && openly({ merchant_id, target, ...raised }),
  };
}
