// Tokens of operators' programs are issued, replaced, changed and revoked.

import { HOUR_MS } from '../../lib/durations.ts';
import { type RightsHolder, rightsBeyond, scopesOf } from '../access/rights.ts';
import type { OperatorRole, RightScope } from '../access/roles.ts';
import type { KnownOperatorToken, OperatorTokenTerms } from '../record/operator-token.ts';
import {
  type FieldError,
  type Refusal,
  refuse,
  refuseFields,
  refuseUnknown,
} from '../service/refusal.ts';
import { raisedToken, type TokenReach } from '../setting/raises.ts';
import { openly } from '../setting/settings-ask.ts';
import type { Asker, SettingsDecision, SettingsVerdict } from '../setting/settings-decision.ts';
import { isoMoment } from '../values/day.ts';

/** The token of the setting with this name is found by it, and replaced if the setting changes. */
export const RESERVED_NAME = 'OPERATOR_TOKEN';

/** Active tokens of one person, or of nobody. */
export const TOKENS_MAX = 20;

export const tokenTarget = (id: string): string => `operator_tokens/${id}`;

type Terms = Pick<
  KnownOperatorToken,
  'name' | 'role' | 'scopes' | 'merchant_id' | 'allowed_ips' | 'expires_at'
>;

/** What answers show of its terms. */
export const operatorTokenTerms = ({
  name,
  role,
  scopes,
  merchant_id,
  allowed_ips,
  expires_at,
}: Terms) => ({
  name,
  role,
  scopes,
  merchant_id,
  allowed_ips,
  expires_at: isoMoment(expires_at),
});

/** Nobody gives more than they have: a token may not give itself what its scopes lack. */
export function refuseBeyond(holder: RightsHolder, caller: RightsHolder): Refusal | null {
  const [first] = rightsBeyond(holder, caller);
  if (first === undefined) return null;
  return refuse('forbidden', `The token would have the right ${first}, which you do not have.`, {
    extra: { missing_right: first },
  });
}

export const refuseMoreTokens = (): Refusal =>
  refuse('token_limit', `A person has at most ${TOKENS_MAX} active tokens; revoke one first.`);

/**
 * What is known of whoever issues a token. Their person keeps the role until the transaction ends:
 * a token issued while the role is taken away would otherwise outlive it.
 */
export type IssuerFacts = {
  /** The role of the caller's person now; null: they have none any more, or there is no person. */
  role: OperatorRole | null;
  /** The active tokens of the person, or of nobody. */
  tokens: number;
};

export const refuseNoIssuer = (): Refusal => refuse('forbidden', 'You can no longer issue tokens.');

/** Beyond the caller as they asked, or beyond their person as it is now. */
function refuseIssuer(token: RightsHolder, { role }: IssuerFacts, asker: Asker): Refusal | null {
  if (asker.person_id === null) return refuseBeyond(token, asker);
  if (role === null) return refuseNoIssuer();
  return refuseBeyond(token, asker) ?? refuseBeyond(token, { role, scopes: null });
}

/** The text is shown once; only its hash is stored. */
export type TokenText = { text: string; token_hash: string };

export type FreshToken = TokenText & { token: KnownOperatorToken };

export type TokenIssue = FreshToken & {
  /** The end that the request names: the usual one moves with the time of the approval. */
  asked_end: unknown;
  now: number;
};

/** What a token of this kind may do, as a second person sees it. */
export const askedEnd = (expires_at: unknown): unknown =>
  expires_at === undefined ? 'a year after it is issued' : expires_at;

export function decideIssue(
  facts: IssuerFacts,
  { token, text, token_hash, asked_end }: TokenIssue,
  asker: Asker,
): SettingsVerdict<FreshToken> {
  const refused = refuseIssuer(token, facts, asker);
  if (refused !== null) return refused;
  if (facts.tokens >= TOKENS_MAX) return refuseMoreTokens();
  const terms = operatorTokenTerms(token);
  const after = { ...terms, expires_at: askedEnd(asked_end) };
  return {
    saved: { token, text, token_hash },
    target: tokenTarget(token.operator_token_id),
    detail: terms,
    // A token acts as its person without anybody sitting there.
    ask: openly({ merchant_id: null, target: 'operator_tokens', before: null, after }),
    shown_once: { token: text },
  };
}

/** What it may do and until when was confirmed with a second factor when it was made. */
const IS_OWN = 'A person made this token for themselves: it can only be revoked.';

/** Whoever sees the new token is its person: so another person's token cannot be rotated. */
function refuseRotation(token: KnownOperatorToken, { person_id }: Asker): Refusal | null {
  if (token.name === RESERVED_NAME) {
    return refuse('forbidden', `This token is the setting ${RESERVED_NAME}: change it there.`);
  }
  if (token.is_own) return refuse('forbidden', IS_OWN);
  if (token.person_id === null || token.person_id === person_id) return null;
  return refuse('forbidden', 'Only the person whose token it is can rotate it; you can revoke it.');
}

export type TokenRotation = TokenText & {
  operator_token_id: string;
  /** Who asks; null: a token of nobody. */
  person_id: string | null;
  new_token_id: string;
  overlap_hours: number;
  now: number;
};

export type ReplacedToken = IssuerFacts & { old: KnownOperatorToken | null };

export type RotatedToken = FreshToken & {
  /** The token that it replaces, with the end that it has now. */
  old: KnownOperatorToken;
};

/** A new token with the same terms; the old one is accepted until the overlap ends. */
export function decideTokenRotation(
  { old, ...issuer }: ReplacedToken,
  { operator_token_id, new_token_id, overlap_hours, now, text, token_hash }: TokenRotation,
  asker: Asker,
): SettingsVerdict<RotatedToken> {
  if (issuer.role === null && asker.person_id !== null) return refuseNoIssuer();
  if (old === null || (old.expires_at ?? now + 1) <= now) return refuseUnknown();
  const refused = refuseRotation(old, asker) ?? refuseIssuer(old, issuer, asker);
  if (refused !== null) return refused;
  const { person_id } = asker;
  // The old one is not counted: it ends by itself.
  const own = old.person_id === person_id ? 1 : 0;
  if (issuer.tokens - own >= TOKENS_MAX) return refuseMoreTokens();
  const token: KnownOperatorToken = {
    ...old,
    operator_token_id: new_token_id,
    person_id,
    expires_at: old.expires_at === null ? null : now + old.expires_at - old.created_at,
    created_at: now,
    last_used_at: null,
    revoked_at: null,
  };
  const ends_at = Math.min(
    old.expires_at ?? Number.POSITIVE_INFINITY,
    now + overlap_hours * HOUR_MS,
  );
  const target = tokenTarget(operator_token_id);
  const before = operatorTokenTerms(old);
  return {
    saved: { token, text, token_hash, old: { ...old, expires_at: ends_at } },
    target,
    detail: { new_token: new_token_id, old_token_ends_at: isoMoment(ends_at) },
    ask: openly({ merchant_id: null, target, before, after: { rotated: before, overlap_hours } }),
    shown_once: { token: text },
  };
}

/** Without scopes of its own it has all of its role. */
const reachOf = ({ scopes, role, allowed_ips, expires_at }: KnownOperatorToken): TokenReach => ({
  scopes: scopes ?? scopesOf(role),
  allowed_ips,
  expires_at,
  receiving_account_ids: [],
  lines_per_hour: 0,
  daily_cents: 0n,
});

export const scopesRule = (role: OperatorRole): string =>
  `must be one of those of the role ${role}: ${scopesOf(role).join(', ')}`;

/** Only what the request names; the scopes as they are listed there. */
export type TokenChange = {
  operator_token_id: string;
  changes: Partial<OperatorTokenTerms>;
};

/** What is wrong with a change of just this token. */
function changeProblems(
  before: KnownOperatorToken,
  { name, scopes }: Partial<OperatorTokenTerms>,
): FieldError[] {
  const problems: FieldError[] = [];
  if (before.name === RESERVED_NAME && name !== undefined && name !== before.name) {
    const message = 'finds the token of the settings, so it stays';
    problems.push({ field: 'name', code: 'not_allowed', message });
  }
  const possible: readonly RightScope[] = scopesOf(before.role);
  const wrong = (scopes ?? []).findIndex((scope) => !possible.includes(scope));
  if (wrong !== -1) {
    const message = scopesRule(before.role);
    problems.push({ field: `scopes[${wrong}]`, code: 'format', message });
  }
  return problems;
}

/** What the request does not name stays unchanged; the role never changes. */
export function decideTokenChange(
  before: KnownOperatorToken,
  { operator_token_id, changes }: TokenChange,
  asker: Asker,
): SettingsVerdict<KnownOperatorToken> {
  if (before.is_own) return refuse('forbidden', IS_OWN);
  const problems = changeProblems(before, changes);
  if (problems.length > 0) return refuseFields(problems);
  const scopes = changes.scopes ? { scopes: [...new Set(changes.scopes)] } : {};
  const saved: KnownOperatorToken = { ...before, ...changes, ...scopes };
  const beyond = refuseBeyond(saved, asker);
  if (beyond !== null) return beyond;
  const target = tokenTarget(operator_token_id);
  const raised = raisedToken(reachOf(before), reachOf(saved));
  return {
    saved,
    target,
    detail: { before: operatorTokenTerms(before), after: operatorTokenTerms(saved) },
    ask: raised && openly({ merchant_id: null, target, ...raised }),
  };
}

export type TokenEnd = { operator_token_id: string; now: number };

export const decideOperatorTokenEnd = (
  _facts: unknown,
  token: TokenEnd,
): SettingsDecision<TokenEnd, null> => ({
  saved: token,
  target: tokenTarget(token.operator_token_id),
  detail: {},
  ask: null,
});
