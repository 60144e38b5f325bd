// The look of merchants’ pages, and who may embed them: name, footer, colour, logo, framing.
import { type Accents, accentsOf, parseColor } from '../../lib/contrast.ts';
import { type LocalPolicy, returnUrlProblem, type WebAddress } from '../values/web-address.ts';

export const BRANDING_LIMITS = {
  footer_max_length: 500,
  frame_ancestors_max: 10,
  logo_max_bytes: 256 * 1_024,
  logo_max_pixels: 1_024,
} as const;

export type Logo = {
  /** SHA-256 of its bytes, hex: another logo gets another address. */
  hash: string;
  content_type: LogoType;
  width: number;
  height: number;
};

export const LOGO_TYPES = ['image/png', 'image/jpeg', 'image/webp'] as const;
export type LogoType = (typeof LOGO_TYPES)[number];

/** How payers reach the merchant; each null if not given. */
export type Contact = {
  contact_email: string | null;
  /** E.164. */
  contact_phone: string | null;
  /** A help page. */
  contact_url: string | null;
};

export type Branding = Contact & {
  /** The name shown to payers; null: the merchant's name. */
  display_name: string | null;
  /** Plain text at the end of the page, for example whom to ask. */
  footer: string | null;
  /** `#rrggbb`; null: the page's own colour. */
  color: string | null;
  /** Origins that may show the page in a frame; empty: none. */
  frame_ancestors: readonly string[];
  logo: Logo | null;
};

export const NO_BRANDING: Branding = {
  display_name: null,
  footer: null,
  color: null,
  frame_ancestors: [],
  logo: null,
  contact_email: null,
  contact_phone: null,
  contact_url: null,
};

/** The file name's ending gives the type, so that the name alone decides how it is served. */
const LOGO_ENDINGS: Readonly<Record<LogoType, string>> = {
  'image/png': 'png',
  'image/jpeg': 'jpg',
  'image/webp': 'webp',
};

/** The branding that a page shows; paths are relative to the service's own address. */
export type PageBranding = Contact & {
  name: string;
  footer: string | null;
  logo_path: string | null;
  logo_size: { width: number; height: number } | null;
  colors: Accents | null;
  /** A style sheet with only these colours. */
  colors_path: string | null;
  frame_ancestors: readonly string[];
};

export const logoName = ({ hash, content_type }: Logo) => `${hash}.${LOGO_ENDINGS[content_type]}`;

export function pageBranding(merchant_name: string, branding: Branding): PageBranding {
  const { display_name, footer, logo, frame_ancestors } = branding;
  const { contact_email, contact_phone, contact_url } = branding;
  const color = branding.color === null ? null : parseColor(branding.color);
  return {
    name: display_name ?? merchant_name,
    footer,
    logo_path: logo === null ? null : `/pay/logos/${logoName(logo)}`,
    logo_size: logo === null ? null : { width: logo.width, height: logo.height },
    colors: color === null ? null : accentsOf(color),
    colors_path: branding.color === null ? null : `/pay/colors/${branding.color.slice(1)}.css`,
    frame_ancestors,
    contact_email,
    contact_phone,
    contact_url,
  };
}

/** The problem of an origin that is to frame pages, or null. No wildcards: each origin is named. */
export function frameAncestorProblem(
  address: WebAddress & { readonly origin: string },
  policy: LocalPolicy,
): string | null {
  if (address.scheme !== 'https' && !policy.allow_local)
    return 'must be an https origin like https://shop.example';
  const problem = returnUrlProblem(address, policy);
  if (problem !== null) return problem;
  return address.raw === address.origin ? null : 'must be an origin: https://host, without a path';
}

/** The merchant whose logo has this file name. */
export const logosOf = (
  brandings: readonly { merchant_id: string; branding: Branding }[],
): ReadonlyMap<string, string> =>
  new Map(
    brandings.flatMap(({ merchant_id, branding: { logo } }) =>
      logo === null ? [] : [[logoName(logo), merchant_id] as const],
    ),
  );
