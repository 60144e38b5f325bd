// A merchant is added, or gets another name or other settings.

import { changedFields } from '../../lib/changed-fields.ts';
import { DEFAULT_SETTINGS, type Merchant, type MerchantSettings } from '../record/merchant.ts';
import { raisedSettings } from '../setting/raises.ts';
import { openly, type SettingsAsk } from '../setting/settings-ask.ts';
import type { SettingsDecision } from '../setting/settings-decision.ts';
import { currencyExponent } from '../values/currency.ts';

export const merchantTarget = (merchant_id: string): string => `merchants/${merchant_id}`;

/** Asked if it starts with less protection of the house and the payers than others. */
function askAboutNew({ name, balance_currency, settings }: Merchant): SettingsAsk | null {
  const raised = raisedSettings(DEFAULT_SETTINGS, settings);
  if (raised === null) return null;
  const after = { name, balance_currency, ...raised.after };
  return openly({ merchant_id: null, target: 'merchants', before: raised.before, after });
}

/** With the first secret of its default endpoint. */
export type NewMerchant = { merchant: Merchant; secret: string };

export function decideNewMerchant(
  _facts: unknown,
  { merchant }: NewMerchant,
): SettingsDecision<Merchant> {
  const { merchant_id, name, balance_currency } = merchant;
  return {
    saved: merchant,
    target: merchantTarget(merchant_id),
    detail: { name, balance_currency, exponent: currencyExponent(balance_currency) },
    ask: askAboutNew(merchant),
  };
}

/** The service's own merchant; no protection is taken from anybody. */
export function decideHouseMerchant(
  _facts: unknown,
  { merchant }: NewMerchant,
): SettingsDecision<Merchant, null> {
  const { merchant_id, name, balance_currency } = merchant;
  return {
    saved: merchant,
    target: merchantTarget(merchant_id),
    detail: { name, balance_currency, is_house: true },
    ask: null,
  };
}

/** What can be changed of a merchant. */
export const merchantTerms = ({ name, settings }: Merchant): object => ({ name, ...settings });

/** Only named settings change; the balance currency never does. */
export type MerchantChange = {
  merchant_id: string;
  /** Null: it stays. */
  name: string | null;
  settings: Partial<MerchantSettings>;
};

export function decideMerchant(
  before: Merchant,
  { merchant_id, name, settings: named }: MerchantChange,
): SettingsDecision<Merchant> {
  const settings = { ...before.settings, ...named };
  const saved = { ...before, name: name ?? before.name, settings };
  // What protects the house and the payers, if it is taken away.
  const raised = raisedSettings(before.settings, settings);
  const target = merchantTarget(merchant_id);
  return {
    saved,
    target,
    detail: { name, settings, ...changedFields(merchantTerms(before), merchantTerms(saved)) },
    ask: raised && openly({ merchant_id, target, ...raised }),
  };
}
