// API tokens: a prefix that tells live from test, followed by 256 random bits.

import { encodeBase64url } from '../../lib/base64url.ts';
import { type Refusal, refuse } from './refusal.ts';
import type { ServiceMode } from './service-mode.ts';

export const SCOPES = ['payin', 'payout', 'read'] as const;
export type Scope = (typeof SCOPES)[number];

const RANDOM_BYTES = 32;
/**
 * The last character carries four bits; with other values of its two spare bits, one token would
 * have several spellings.
 */
const API_TOKEN = /^(?:live|test)_[A-Za-z0-9_-]{42}[AEIMQUYcgkosw048]$/;

const PREFIXES: Readonly<Record<ServiceMode, string>> = { live: 'live', sandbox: 'test' };

export function formatApiToken(mode: ServiceMode, random32: Uint8Array): string {
  if (random32.length !== RANDOM_BYTES) throw new Error('a token needs exactly 32 random bytes');
  return `${PREFIXES[mode]}_${encodeBase64url(random32)}`;
}

/** Null unless the text has the form of a token, so that nothing else is looked up. */
export function parseApiToken(text: string): { readonly mode: ServiceMode } | null {
  if (!API_TOKEN.test(text)) return null;
  return { mode: text.startsWith('live') ? 'live' : 'sandbox' };
}

const KINDS = Object.entries(PREFIXES) as readonly [ServiceMode, string][];

/**
 * What is wrong with a token of the other mode; null for any other text. It depends on the text and
 * the service's mode only, so it tells nothing about the tokens that exist.
 */
export function otherKind(text: string, mode: ServiceMode): string | null {
  const found = KINDS.find(([, prefix]) => text.startsWith(`${prefix}_`));
  if (found === undefined || found[0] === mode) return null;
  const right = `${PREFIXES[mode]}_`;
  const used = `the service runs in ${mode} mode`;
  return `This is a ${found[1]}_ token, and ${used}: use a ${right} token.`;
}

/** Of operators' tokens that a sandbox makes. */
const OPERATOR_PREFIX = 'op_';

/**
 * What is wrong with a text that cannot be a merchant's token; null for all others. It depends on
 * the text only, so it tells nothing about the tokens that exist.
 */
export function noMerchantToken(text: string): string | null {
  if (text === '') {
    return 'The header X-Token is missing: send the API token in it, and not in Authorization.';
  }
  if (/^bearer\b/i.test(text)) return 'X-Token takes the token alone, without Bearer before it.';
  if (!text.startsWith(OPERATOR_PREFIX)) return null;
  return 'This is an operator’s token: the merchants’ API takes the API token of a merchant.';
}

/** The same of the operators' API, where `token` is what follows Bearer. */
export function noOperatorToken(authorization: string, token: string): string | null {
  if (token === '') {
    const what = authorization === '' ? 'is missing' : 'has no Bearer token';
    return `The header Authorization ${what}: send it as "Bearer" and an operator’s token.`;
  }
  if (!KINDS.some(([, prefix]) => token.startsWith(`${prefix}_`))) return null;
  return 'This is a merchant’s API token: the operators’ API takes an operator’s token.';
}

export function isScope(text: string): text is Scope {
  return SCOPES.some((scope) => scope === text);
}

/** Null if the token has one of the scopes. */
export function refuseScopes(has: readonly Scope[], scopes: readonly Scope[]): Refusal | null {
  if (scopes.some((scope) => has.includes(scope))) return null;
  return refuse('insufficient_scope', `The token has no scope ${scopes.join(' or ')}.`);
}
