// Tokens of feeds, which give bank lines, are issued, changed and revoked.
import type { FeedTerms, FeedToken } from '../record/operator-token.ts';
import type { Refusal } from '../service/refusal.ts';
import { raisedToken, type TokenReach } from '../setting/raises.ts';
import { openly } from '../setting/settings-ask.ts';
import type { Asker, SettingsDecision, SettingsVerdict } from '../setting/settings-decision.ts';
import { isoMoment } from '../values/day.ts';
import { askedEnd, refuseBeyond, type TokenEnd } from './change-operator-token.ts';

const targetOf = (id: string): string => `feed_tokens/${id}`;

/** The terms as answers and the audit trail show them. */
export const feedTermsRow = (terms: FeedTerms) => ({
  receiving_account_ids: terms.receiving_account_ids,
  allowed_ips: terms.allowed_ips,
  expires_at: isoMoment(terms.expires_at),
  lines_per_hour: terms.lines_per_hour,
  daily_cents: Number(terms.daily_cents),
});

/** Null if the caller may issue tokens of feeds. */
export const refuseFeedIssuer = (asker: Pick<Asker, 'role' | 'scopes'>): Refusal | null =>
  refuseBeyond({ role: 'feed', scopes: null }, asker);

export type IssuedFeed = { token: FeedToken; text: string; token_hash: string };

export type FeedIssue = IssuedFeed & { asked_end: unknown };

export function decideFeedIssue(
  _facts: unknown,
  { token, text, token_hash, asked_end }: FeedIssue,
  asker: Asker,
): SettingsVerdict<IssuedFeed> {
  const refused = refuseFeedIssuer(asker);
  if (refused !== null) return refused;
  const { name, operator_token_id } = token;
  const terms = { name, ...feedTermsRow(token) };
  const after = { ...terms, expires_at: askedEnd(asked_end) };
  return {
    saved: { token, text, token_hash },
    target: targetOf(operator_token_id),
    detail: terms,
    ask: openly({ merchant_id: null, target: 'feed_tokens', before: null, after }),
    shown_once: { token: text },
  };
}

export type FeedChange = { operator_token_id: string; changes: Partial<FeedTerms> };

const reachOf = (token: FeedToken): TokenReach => ({ ...token, scopes: [] });

/** What the request does not name stays unchanged, and so does the token itself. */
export function decideFeedChange(
  before: FeedToken,
  { operator_token_id, changes }: FeedChange,
): SettingsDecision<FeedToken> {
  const saved = { ...before, ...changes };
  const target = targetOf(operator_token_id);
  const raised = raisedToken(reachOf(before), reachOf(saved));
  return {
    saved,
    target,
    detail: { before: feedTermsRow(before), after: feedTermsRow(saved) },
    ask: raised && openly({ merchant_id: null, target, ...raised }),
  };
}

export const decideFeedEnd = (
  _facts: unknown,
  token: TokenEnd,
): SettingsDecision<TokenEnd, null> => ({
  saved: token,
  target: targetOf(token.operator_token_id),
  detail: { before: { revoked_at: null }, after: { revoked_at: isoMoment(token.now) } },
  ask: null,
});
