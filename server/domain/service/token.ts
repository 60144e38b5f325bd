// A merchant's API token as the rules see it: its rights, its addresses and its validity.

import { cidrContains, parseCidr } from '../../lib/ip-address.ts';
import type { Scope } from './api-token.ts';

export const TOKEN_MODES = ['token', 'signature'] as const;

export type ApiToken = {
  token_id: string;
  merchant_id: string;
  /**
   * `token`: X-Token carries the token itself. `signature`: X-Token is an HMAC under its secret.
   */
  mode: (typeof TOKEN_MODES)[number];
  scopes: readonly Scope[];
  /** Addresses or CIDRs; empty means any. */
  allowed_ips: readonly string[];
  require_signature: boolean;
  /** 0 means no limit; null means the service's default. */
  rate_limit_per_second: number | null;
  expires_at: number | null;
  revoked_at: number | null;
  created_at: number;
  /** To within some minutes; null: not yet. */
  last_used_at: number | null;
};

export function isTokenActive(
  token: Pick<ApiToken, 'expires_at' | 'revoked_at'>,
  now: number,
): boolean {
  if (token.revoked_at !== null && token.revoked_at <= now) return false;
  return token.expires_at === null || token.expires_at > now;
}

export function allowsAddress(token: Pick<ApiToken, 'allowed_ips'>, address: string): boolean {
  if (token.allowed_ips.length === 0) return true;
  return token.allowed_ips.some((text) => {
    const cidr = parseCidr(text);
    return cidr !== null && cidrContains(cidr, address);
  });
}
