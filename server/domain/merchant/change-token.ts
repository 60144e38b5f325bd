// A merchant's API tokens are issued and revoked.

import { LIMITS } from '../service/limits.ts';
import { refuse } from '../service/refusal.ts';
import { type ApiToken, isTokenActive } from '../service/token.ts';
import { openly } from '../setting/settings-ask.ts';
import type { Asker, SettingsDecision, SettingsVerdict } from '../setting/settings-decision.ts';
import { merchantTarget } from './change-merchant.ts';

/** What the token is, and what is shown of it once. */
export type NewToken = {
  token: ApiToken;
  /** The token itself; in signature mode nobody sends it, so nobody sees it. */
  text: string;
  token_hash: string;
  signing_secret: string;
  now: number;
};

const targetOf = (merchant_id: string, token_id?: string): string =>
  [merchantTarget(merchant_id), 'tokens', ...(token_id === undefined ? [] : [token_id])].join('/');

function termsOf(token: ApiToken) {
  const { mode, scopes, allowed_ips, require_signature, rate_limit_per_second, expires_at } = token;
  return { mode, scopes, allowed_ips, require_signature, rate_limit_per_second, expires_at };
}

/** The merchant's other tokens are locked, so that the limit holds. */
export function decideToken(
  others: readonly ApiToken[],
  request: NewToken,
  asker: Asker,
): SettingsVerdict<NewToken> {
  const { token, text, signing_secret, now } = request;
  const { merchant_id, token_id, mode, scopes, allowed_ips, rate_limit_per_second } = token;
  const most = LIMITS.active_tokens_max;
  if (others.filter((other) => isTokenActive(other, now)).length >= most) {
    return refuse('token_limit', `A merchant has at most ${most} active tokens; revoke one first.`);
  }
  const about = { merchant_id, target: targetOf(merchant_id) };
  return {
    saved: request,
    target: targetOf(merchant_id, token_id),
    detail: { mode, scopes, allowed_ips, rate_limit_per_second },
    // A merchant's own people issue its tokens alone: to become one of them takes two.
    ask:
      asker.merchant_id === null ? openly({ ...about, before: null, after: termsOf(token) }) : null,
    shown_once: { token: mode === 'token' ? text : null, signing_secret },
  };
}

export type NamedToken = { merchant_id: string; token_id: string };

export const decideTokenEnd = (
  _facts: unknown,
  token: NamedToken,
): SettingsDecision<NamedToken, null> => ({
  saved: token,
  target: targetOf(token.merchant_id, token.token_id),
  detail: { before: { revoked: false }, after: { revoked: true } },
  ask: null,
});
