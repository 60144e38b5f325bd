// Operators set how a merchant's pages look, and which sites may show them in a frame.

import {
  BRANDING_LIMITS,
  type Branding,
  type Contact,
  frameAncestorProblem,
  type Logo,
  logoName,
  NO_BRANDING,
} from '../../domain/merchant/branding.ts';
import { LIMITS } from '../../domain/service/limits.ts';
import { isRefusal, type Refusal } from '../../domain/service/refusal.ts';
import { normalisePhone } from '../../domain/values/phone.ts';
import { type Accents, accentsOf, parseColor } from '../../lib/contrast.ts';
import { emailProblem } from '../../lib/email.ts';
import type { App } from '../process/app.ts';
import type { OperatorCaller } from '../request/caller.ts';
import { type FieldReader, type RawFields, readFields } from '../request/fields.ts';
import { parseWebAddress } from '../request/read-web-address.ts';
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
  };
}

export async function getBranding(app: App, id: string): Promise<BrandingBody | Refusal> {
  const record = await merchantRecord(app, id);
  if (isRefusal(record)) return record;
  const { brandings } = await app.settings.current();
  return brandingBody(app, brandings.get(record.merchant.merchant_id) ?? NO_BRANDING);
}

function readColor(reader: FieldReader): string | null {
  const given = reader.raw('color');
  if (given === null) return null;
  const color = typeof given === 'string' && given.startsWith('#') ? parseColor(given) : null;
  if (color === null) {
    reader.wrong('color', 'format', 'must be a colour like #1a56c4, or null');
    return null;
  }
  return String(given).toLowerCase();
}

function originProblem(given: unknown, allow_local: boolean): string | null {
  const address = typeof given === 'string' ? parseWebAddress(given) : null;
  if (address === null) return 'must be an origin like https://shop.example';
  const { origin } = new URL(address.raw);
  return frameAncestorProblem({ ...address, origin }, { allow_local });
}

function readOrigins(app: App, reader: FieldReader): string[] {
  const given = reader.raw('frame_ancestors');
  const most = BRANDING_LIMITS.frame_ancestors_max;
  if (!Array.isArray(given) || given.length > most) {
    reader.wrong('frame_ancestors', 'type', `must be a list of at most ${most} origins`);
    return [];
  }
  for (const [index, one] of given.entries()) {
    const problem = originProblem(one, app.allow_local_callbacks);
    if (problem !== null) reader.wrong(`frame_ancestors[${index}]`, 'format', problem);
  }
  return [...new Set(given.map(String))];
}

function readPhone(reader: FieldReader): string | null {
  const given = reader.optionalText('contact_phone', LIMITS.name_max_length);
  const phone = given === null ? null : normalisePhone(given);
  if (given !== null && phone === null) {
    reader.wrong('contact_phone', 'format', 'must be a phone number like +14155550123');
  }
  return phone;
}

function readEmail(reader: FieldReader): string | null {
  const email = reader.optionalText('contact_email', LIMITS.name_max_length);
  const problem = email === null ? null : emailProblem(email);
  if (problem !== null) reader.wrong('contact_email', 'format', problem);
  return email;
}

function readContactUrl(app: App, reader: FieldReader): string | null {
  return reader.webAddress('contact_url', 'return', { allow_local: app.allow_local_callbacks });
}

const ORDER = [
  'display_name',
  'footer',
  'color',
  'frame_ancestors',
  'contact_email',
  'contact_phone',
  'contact_url',
];

/** Only named fields change; null removes one. */
function readChange(app: App, reader: FieldReader): Partial<Branding> {
  const isNamed = (name: keyof Branding) => reader.raw(name) !== undefined;
  const display_name = reader.optionalText('display_name', LIMITS.name_max_length);
  const footer = reader.optionalText('footer', BRANDING_LIMITS.footer_max_length);
  return {
    ...(isNamed('display_name') ? { display_name } : {}),
    ...(isNamed('footer') ? { footer } : {}),
    ...(isNamed('color') ? { color: readColor(reader) } : {}),
    ...(isNamed('frame_ancestors') ? { frame_ancestors: readOrigins(app, reader) } : {}),
    ...(isNamed('contact_email') ? { contact_email: readEmail(reader) } : {}),
    ...(isNamed('contact_phone') ? { contact_phone: readPhone(reader) } : {}),
    ...(isNamed('contact_url') ? { contact_url: readContactUrl(app, reader) } : {}),
  };
}

export async function updateBranding(
  app: App,
  operator: OperatorCaller,
  id: string,
  raw: RawFields,
): Promise<BrandingBody | Refusal> {
  const record = await merchantRecord(app, id);
  if (isRefusal(record)) return record;
  const reader = readFields(raw, ORDER);
  const changes = readChange(app, reader);
  const refused = reader.refusal();
  if (refused !== null) return refused;
  const { merchant_id } = record.merchant;
  const request = { merchant_id, changes };
  const changed = await changeSetting(app, operator, SETTINGS_ACTS.change_branding, request);
  return isRefusal(changed) ? changed : brandingBody(app, changed);
}
