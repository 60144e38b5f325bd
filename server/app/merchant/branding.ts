// Operators set how a merchant's pages look, and which sites may show them in a frame.

import {
  type Branding,
  type Contact,
  type Logo,
  logoName,
  NO_BRANDING,
} from '../../domain/merchant/branding.ts';
import { UPDATE_BRANDING } from '../../domain/merchant/branding-requests.ts';
import { brandingTerms } from '../../domain/merchant/change-branding.ts';
import { namedOnly, type RawFields, readRequest } from '../../domain/request/read-request.ts';
import { isRefusal, type Refusal } from '../../domain/service/refusal.ts';
import { type Accents, accentsOf, parseColor } from '../../lib/contrast.ts';
import type { App } from '../process/app.ts';
import type { OperatorCaller } from '../request/caller.ts';
import { addressRules } from '../request/read-web-address.ts';
import { settingVersion } from '../request/setting-version.ts';
import { changeSetting } from '../setting/change-setting.ts';
import { SETTINGS_ACTS } from '../setting/settings-acts.ts';
import { merchantRecord } from './merchants.ts';

export type LogoBody = { url: string; content_type: string; width: number; height: number };

export type BrandingBody = Contact & {
  display_name: string | null;
  footer: string | null;
  color: string | null;
  /** The colour that pages use: the readable one nearest to `color`; null if there is none. */
  accents: Accents | null;
  frame_ancestors: readonly string[];
  logo: LogoBody | null;
  version: string;
};

function logoBody(app: App, logo: Logo): LogoBody {
  const { content_type, width, height } = logo;
  return { url: `${app.public_url}/pay/logos/${logoName(logo)}`, content_type, width, height };
}

export function brandingBody(app: App, branding: Branding): BrandingBody {
  const { logo, color, ...rest } = branding;
  const parsed = color === null ? null : parseColor(color);
  return {
    ...rest,
    color,
    accents: parsed === null ? null : accentsOf(parsed),
    logo: logo === null ? null : logoBody(app, logo),
    version: settingVersion(app.store.cipher, brandingTerms(branding)),
  };
}

export async function getBranding(app: App, id: string): Promise<BrandingBody | Refusal> {
  const record = await merchantRecord(app, id);
  if (isRefusal(record)) return record;
  const { brandings } = await app.settings.current();
  return brandingBody(app, brandings.get(record.merchant_id) ?? NO_BRANDING);
}

export async function updateBranding(
  app: App,
  operator: OperatorCaller,
  id: string,
  raw: RawFields,
): Promise<BrandingBody | Refusal> {
  const record = await merchantRecord(app, id);
  if (isRefusal(record)) return record;
  const changes = readRequest(UPDATE_BRANDING, raw, addressRules(app));
  if (isRefusal(changes)) return changes;
  const { merchant_id } = record;
  const request = { merchant_id, changes: namedOnly(changes) };
  const changed = await changeSetting(app, operator, SETTINGS_ACTS.change_branding, request);
  return isRefusal(changed) ? changed : brandingBody(app, changed);
}
