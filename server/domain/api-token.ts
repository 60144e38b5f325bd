// API tokens: the prefix tells live from test, the rest is 256 random bits.

import { decodeBase64url, encodeBase64url } from './base64url.ts';

export type TokenMode = 'live' | 'test';
export type Scope = 'payin' | 'payout' | 'read';

export const SCOPES: readonly Scope[] = ['payin', 'payout', 'read'];

const RANDOM_BYTES = 32;
const API_TOKEN = /^(live|test)_([A-Za-z0-9_-]{43})$/;

export function formatApiToken(mode: TokenMode, random32: Uint8Array): string {
  if (random32.length !== RANDOM_BYTES) throw new Error('a token needs exactly 32 random bytes');
  return `${mode}_${encodeBase64url(random32)}`;
}

/** Null unless this could be a token, so that nothing else is ever looked up. */
export function parseApiToken(text: string): { readonly mode: TokenMode } | null {
  const [, prefix, random] = API_TOKEN.exec(text) ?? [];
  if (random === undefined || decodeBase64url(random) === null) return null;
  return { mode: prefix === 'live' ? 'live' : 'test' };
}

export function isScope(text: string): text is Scope {
  return SCOPES.some((scope) => scope === text);
}
