// The look of a merchant's pages is changed, and its logo set or removed.
import { changedFields } from '../../lib/changed-fields.ts';
import type { SettingsDecision } from '../setting/settings-decision.ts';
import type { Branding, Logo } from './branding.ts';
import { merchantTarget } from './change-merchant.ts';

function changed(
  before: Branding,
  merchant_id: string,
  changes: Partial<Branding>,
  told: Readonly<Record<string, unknown>>,
): SettingsDecision<Branding, null> {
  const saved = { ...before, ...changes };
  const detail = { ...told, ...changedFields(before, saved) };
  return { saved, target: merchantTarget(merchant_id), detail, ask: null };
}

/** What can be changed of the look but the logo, which is a file of its own. */
export const brandingTerms = ({ logo: _, ...terms }: Branding) => terms;

export type BrandingChange = { merchant_id: string; changes: Partial<Branding> };

/** What the request does not name stays. */
export const decideBranding = (before: Branding, { merchant_id, changes }: BrandingChange) =>
  changed(before, merchant_id, changes, changes);

export type NewLogo = { merchant_id: string; logo: Logo; bytes: Uint8Array };

export const decideLogo = (before: Branding, { merchant_id, logo, bytes }: NewLogo) =>
  changed(before, merchant_id, { logo }, { ...logo, size: bytes.length });

export const decideLogoRemoval = (before: Branding, { merchant_id }: { merchant_id: string }) =>
  changed(before, merchant_id, { logo: null }, {});
