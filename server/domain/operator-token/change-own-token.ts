// Tokens that people make for themselves: who makes one, what it may do at each moment, its end.

import type { RightsHolder } from '../access/rights.ts';
import type { OperatorRole, RightScope } from '../access/roles.ts';
import { isFreshConfirmation } from '../factor/second-factor.ts';
import { type Refusal, refuse } from '../service/refusal.ts';
import type { Asker, SettingsDecision, SettingsVerdict } from '../setting/settings-decision.ts';
import { isoMoment } from '../values/day.ts';
import {
  type FreshToken,
  type IssuerFacts,
  operatorTokenTerms,
  refuseMoreTokens,
  refuseNoIssuer,
  TOKENS_MAX,
  tokenTarget,
} from './change-operator-token.ts';

/** A token that somebody forgot ends before anybody looks for it. */
export const OWN_TOKEN_DAYS = { min: 1, max: 90, usual: 30 };

/**
 * With `own`, so that the person can confirm acts with it. The rights are those of the person's
 * role, so a scope of which the role has nothing gives nothing.
 */
export const ownTokenScopes = (named: readonly RightScope[] | null): RightScope[] | null =>
  named === null ? null : [...new Set<RightScope>(['own', ...named])];

/** A token makes no other one: that would outlive its end. */
export function refuseTokenMaker(maker: {
  readonly person_id: string | null;
  readonly session_id: string | null;
}): Refusal | null {
  if (maker.person_id !== null && maker.session_id !== null) return null;
  return refuse('forbidden', 'Only a person who is signed in makes tokens of their own.');
}

export function decideOwnToken(
  facts: IssuerFacts,
  { token, text, token_hash }: FreshToken,
  asker: Asker,
): SettingsVerdict<FreshToken, null> {
  const { role, tokens } = facts;
  // Of another role by now: their sessions have ended, and so would this token have.
  if (role === null || role !== asker.role) return refuseNoIssuer();
  if (tokens >= TOKENS_MAX) return refuseMoreTokens();
  return {
    saved: { token, text, token_hash },
    target: tokenTarget(token.operator_token_id),
    detail: operatorTokenTerms(token),
    // It has no right that the person lacks, and dangerous acts ask the person for a second factor.
    ask: null,
  };
}

export type OwnTokenEnd = { operator_token_id: string; person_id: string; now: number };

export const decideOwnTokenEnd = (
  _facts: unknown,
  end: OwnTokenEnd,
): SettingsDecision<OwnTokenEnd, null> => ({
  saved: end,
  target: tokenTarget(end.operator_token_id),
  detail: { ended_at: isoMoment(end.now) },
  ask: null,
});

/** A token of a person's own and the person, as they are at the moment of a request. */
export type OwnTokenState = {
  role: OperatorRole;
  merchant_id: string | null;
  is_active: boolean;
  scopes: readonly RightScope[] | null;
  expires_at: number;
  revoked_at: number | null;
  confirmed_at: number | null;
  /** The confirmation was given from the address of this request. */
  is_confirmed_here: boolean;
};

export type OwnTokenRights = RightsHolder & {
  merchant_id: string | null;
  confirmed_at: number | null;
};

/** What a request by the token may do: never more than the person themselves; null: nothing. */
export function ownTokenRights(state: OwnTokenState, now: number): OwnTokenRights | null {
  const { role, merchant_id, scopes, confirmed_at } = state;
  if (!state.is_active || state.revoked_at !== null || state.expires_at <= now) return null;
  const counts = state.is_confirmed_here && isFreshConfirmation(confirmed_at, now);
  return { role, merchant_id, scopes, confirmed_at: counts ? confirmed_at : null };
}
