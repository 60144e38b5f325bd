// Settings acts on the look of merchants' pages, and on the accounts to which they are paid.
import { type Branding, NO_BRANDING } from '../../domain/merchant/branding.ts';
import {
  type BrandingChange,
  brandingTerms,
  decideBranding,
  decideLogo,
  decideLogoRemoval,
  type NewLogo,
} from '../../domain/merchant/change-branding.ts';
import type { SettlementAccount } from '../../domain/record/settlement-record.ts';
import {
  type AccountRemoval,
  decideAccountRemoval,
  decideSettlementAccount,
  type SettlementAccountFacts,
} from '../../domain/settlement/change-account.ts';
import {
  deleteLogo,
  lockBranding,
  saveBranding,
  saveLogo,
} from '../../store/merchant/brandings.ts';
import { lockMerchant } from '../../store/merchant/tokens.ts';
import {
  deleteSettlementAccount,
  readSettlementAccount,
  saveSettlementAccount,
} from '../../store/settlement/settlement-accounts.ts';
import { settingVersion } from '../request/setting-version.ts';
import { type At, actOfOne, actOfTwo, NOTHING_MORE } from './settings-act.ts';

type OfMerchant = { merchant_id: string };

async function lockLook({ tx }: At, { merchant_id }: OfMerchant): Promise<Branding> {
  await lockMerchant(tx, merchant_id);
  return (await lockBranding(tx, merchant_id)) ?? NO_BRANDING;
}

async function lockPaidAccount(
  { tx, cipher }: At,
  { merchant_id }: OfMerchant,
): Promise<SettlementAccountFacts> {
  await lockMerchant(tx, merchant_id);
  return { known: await readSettlementAccount(tx, cipher, merchant_id) };
}

export const BRANDING_ACTS = {
  change_branding: actOfOne({
    action: 'branding_changed',
    locks: ['merchants', 'brandings'],
    gate: null,
    version: 'save',
    lock: (at, request: BrandingChange) => lockLook(at, request),
    seen: {
      version: ({ cipher }, look) => settingVersion(cipher, brandingTerms(look)),
      by: ['branding_changed'],
    },
    decide: decideBranding,
    save: async ({ tx, now }, { saved }, _before, { merchant_id }) => {
      await saveBranding(tx, merchant_id, saved, now);
      return NOTHING_MORE;
    },
  }),
  set_logo: actOfOne({
    action: 'logo_set',
    locks: ['merchants', 'brandings'],
    gate: null,
    version: 'save',
    lock: (at, request: NewLogo) => lockLook(at, request),
    decide: decideLogo,
    save: async ({ tx, now }, { saved }, _before, { merchant_id, logo, bytes }) => {
      await saveBranding(tx, merchant_id, saved, now);
      await saveLogo(tx, merchant_id, { ...logo, bytes }, now);
      return NOTHING_MORE;
    },
  }),
  remove_logo: actOfOne({
    action: 'logo_removed',
    locks: ['merchants', 'brandings'],
    gate: null,
    version: 'save',
    lock: (at, request: OfMerchant) => lockLook(at, request),
    decide: decideLogoRemoval,
    save: async ({ tx, now }, { saved }, _before, { merchant_id }) => {
      await saveBranding(tx, merchant_id, saved, now);
      await deleteLogo(tx, merchant_id);
      return NOTHING_MORE;
    },
  }),
  set_settlement_account: actOfTwo({
    action: 'settlement_account_set',
    locks: ['merchants'],
    gate: 'settlement_account',
    version: null,
    lock: (at, request: SettlementAccount) => lockPaidAccount(at, request),
    seen: {
      version: ({ cipher }, { known }) => settingVersion(cipher, known?.changed_at ?? null),
      by: ['settlement_account_set', 'settlement_account_removed'],
    },
    decide: decideSettlementAccount,
    save: async ({ tx, cipher }, { saved }) => {
      await saveSettlementAccount(tx, cipher, saved);
      return NOTHING_MORE;
    },
  }),
  remove_settlement_account: actOfTwo({
    action: 'settlement_account_removed',
    locks: ['merchants'],
    gate: 'settlement_account',
    version: null,
    lock: (at, request: AccountRemoval) => lockPaidAccount(at, request),
    decide: decideAccountRemoval,
    // There may be one that cannot be decrypted.
    save: async ({ tx }, { saved: { merchant_id } }) =>
      (await deleteSettlementAccount(tx, merchant_id)) ? NOTHING_MORE : null,
    nothingWritten: (saved) => ({ ...saved, removed: false }),
  }),
};
