// Settings acts on tokens: of merchants, of operators' programs, and of feeds.
import {
  decideToken,
  decideTokenEnd,
  type NamedToken,
  type NewToken,
} from '../../domain/merchant/change-token.ts';
import {
  decideFeedChange,
  decideFeedEnd,
  decideFeedIssue,
  type FeedChange,
  type FeedIssue,
  feedTermsRow,
} from '../../domain/operator-token/change-feed-token.ts';
import {
  decideIssue,
  decideOperatorTokenEnd,
  decideTokenChange,
  decideTokenRotation,
  type FreshToken,
  operatorTokenTerms,
  type TokenChange,
  type TokenEnd,
  type TokenIssue,
  type TokenRotation,
} from '../../domain/operator-token/change-operator-token.ts';
import {
  decideOwnToken,
  decideOwnTokenEnd,
  type OwnTokenEnd,
} from '../../domain/operator-token/change-own-token.ts';
import { refuseUnknown } from '../../domain/service/refusal.ts';
import {
  countOperatorTokens,
  insertOperatorToken,
  lockOperatorToken,
  markOperatorTokenRevoked,
  saveOperatorTerms,
  UNBOUND,
} from '../../store/access/operator-tokens.ts';
import { markOwnTokenRevoked } from '../../store/access/own-tokens.ts';
import { holdPersonRole } from '../../store/access/people.ts';
import {
  lockFeedToken,
  markFeedTokenRevoked,
  saveFeedTerms,
} from '../../store/account/feed-tokens.ts';
import { bumpSettingsVersion } from '../../store/batch/settings-version.ts';
import {
  insertToken,
  lockMerchant,
  markTokenRevoked,
  readTokens,
} from '../../store/merchant/tokens.ts';
import { settingVersion } from '../request/setting-version.ts';
import { type At, actOfOne, actOfTwo, NOTHING_MORE, noFacts } from './settings-act.ts';

/** Their person keeps the role until the transaction ends. */
const holdRole = ({ tx }: At, person_id: string | null) =>
  person_id === null ? Promise.resolve(null) : holdPersonRole(tx, person_id);

async function lockIssuer(at: At, person_id: string | null, now: number) {
  const role = await holdRole(at, person_id);
  await bumpSettingsVersion(at.tx);
  return { role, tokens: await countOperatorTokens(at.tx, person_id, now) };
}

async function saveIssued({ tx, mode }: At, { token, token_hash }: FreshToken): Promise<void> {
  const row = { ...UNBOUND, ...token, token_hash, service_mode: mode };
  await insertOperatorToken(tx, row, token.created_at);
}

const MERCHANT_TOKEN_ACTS = {
  issue_token: actOfTwo({
    action: 'token_issued',
    locks: ['merchants'],
    gate: 'merchant_token',
    version: 'save',
    lock: async ({ tx, cipher }, { token: { merchant_id } }: NewToken) => {
      await lockMerchant(tx, merchant_id);
      return await readTokens(tx, cipher, merchant_id);
    },
    decide: decideToken,
    save: async ({ tx, cipher, mode }, { saved: { token, token_hash, signing_secret } }) => {
      await insertToken(tx, cipher, { token, token_hash, signing_secret, service_mode: mode });
      return NOTHING_MORE;
    },
  }),
  revoke_token: actOfOne({
    action: 'token_revoked',
    locks: [],
    gate: null,
    version: 'save',
    lock: noFacts<NamedToken>,
    decide: decideTokenEnd,
    save: async ({ tx }, { saved: { merchant_id, token_id } }) =>
      (await markTokenRevoked(tx, merchant_id, token_id)) ? NOTHING_MORE : null,
    overtaken: refuseUnknown(),
  }),
};

const OPERATOR_TOKEN_ACTS = {
  issue_operator_token: actOfTwo({
    action: 'operator_token_issued',
    // The settings are locked before the tokens are counted, so that the limit holds.
    locks: ['people', 'settings_versions'],
    gate: 'operator_token',
    version: 'lock',
    lock: (at, { token, now }: TokenIssue) => lockIssuer(at, token.person_id, now),
    decide: decideIssue,
    save: async (at, { saved }) => {
      await saveIssued(at, saved);
      return NOTHING_MORE;
    },
  }),
  rotate_operator_token: actOfTwo({
    action: 'operator_token_rotated',
    locks: ['people', 'operator_tokens', 'settings_versions'],
    gate: 'operator_token',
    version: 'lock',
    lock: async (at, request: TokenRotation) => {
      const role = await holdRole(at, request.person_id);
      const old = await lockOperatorToken(at.tx, request.operator_token_id);
      await bumpSettingsVersion(at.tx);
      const tokens = await countOperatorTokens(at.tx, request.person_id, request.now);
      return { role, old, tokens };
    },
    decide: decideTokenRotation,
    save: async (at, { saved }) => {
      await saveIssued(at, saved);
      await saveOperatorTerms(at.tx, saved.old.operator_token_id, saved.old);
      return NOTHING_MORE;
    },
  }),
  change_operator_token: actOfTwo({
    action: 'operator_token_changed',
    locks: ['operator_tokens'],
    gate: 'operator_token',
    version: 'save',
    lock: ({ tx }, { operator_token_id }: TokenChange) => lockOperatorToken(tx, operator_token_id),
    seen: {
      version: ({ cipher }, token) => settingVersion(cipher, operatorTokenTerms(token)),
      by: ['operator_token_changed', 'operator_token_issued', 'operator_token_rotated'],
    },
    decide: decideTokenChange,
    save: async ({ tx }, { saved }) => {
      await saveOperatorTerms(tx, saved.operator_token_id, saved);
      return NOTHING_MORE;
    },
  }),
  revoke_operator_token: actOfOne({
    action: 'operator_token_revoked',
    locks: [],
    gate: null,
    version: 'save',
    lock: noFacts<TokenEnd>,
    decide: decideOperatorTokenEnd,
    save: async ({ tx }, { saved: { operator_token_id, now } }) =>
      (await markOperatorTokenRevoked(tx, operator_token_id, now)) ? NOTHING_MORE : null,
    overtaken: refuseUnknown(),
  }),
};

const OWN_TOKEN_ACTS = {
  issue_own_token: actOfOne({
    action: 'own_token_issued',
    locks: ['people', 'settings_versions'],
    gate: null,
    version: 'lock',
    lock: (at, { token }: FreshToken) => lockIssuer(at, token.person_id, token.created_at),
    decide: decideOwnToken,
    save: async (at, { saved }) => {
      await saveIssued(at, saved);
      return NOTHING_MORE;
    },
  }),
  revoke_own_token: actOfOne({
    action: 'own_token_revoked',
    locks: [],
    gate: null,
    version: 'save',
    lock: noFacts<OwnTokenEnd>,
    decide: decideOwnTokenEnd,
    save: async ({ tx }, { saved }) =>
      (await markOwnTokenRevoked(tx, saved)) ? NOTHING_MORE : null,
    overtaken: refuseUnknown(),
  }),
};

const FEED_TOKEN_ACTS = {
  issue_feed_token: actOfTwo({
    action: 'feed_token_issued',
    locks: [],
    gate: 'operator_token',
    version: 'save',
    lock: noFacts<FeedIssue>,
    decide: decideFeedIssue,
    save: async ({ tx, mode }, { saved: { token, token_hash } }) => {
      const row = { ...UNBOUND, ...token, role: 'feed', token_hash, service_mode: mode } as const;
      await insertOperatorToken(tx, row, token.created_at);
      return NOTHING_MORE;
    },
  }),
  change_feed_token: actOfTwo({
    action: 'feed_token_changed',
    locks: ['operator_tokens'],
    gate: 'operator_token',
    version: 'save',
    lock: ({ tx }, { operator_token_id }: FeedChange) => lockFeedToken(tx, operator_token_id),
    seen: {
      version: ({ cipher }, token) => settingVersion(cipher, feedTermsRow(token)),
      by: ['feed_token_changed', 'feed_token_issued'],
    },
    decide: decideFeedChange,
    save: async ({ tx }, { saved }) => {
      await saveFeedTerms(tx, saved.operator_token_id, saved);
      return NOTHING_MORE;
    },
  }),
  revoke_feed_token: actOfOne({
    action: 'feed_token_revoked',
    locks: [],
    gate: null,
    version: 'save',
    lock: noFacts<TokenEnd>,
    decide: decideFeedEnd,
    save: async ({ tx }, { saved: { operator_token_id, now } }) =>
      (await markFeedTokenRevoked(tx, operator_token_id, now)) ? NOTHING_MORE : null,
    overtaken: refuseUnknown(),
  }),
};

export const TOKEN_ACTS = {
  ...MERCHANT_TOKEN_ACTS,
  ...OPERATOR_TOKEN_ACTS,
  ...OWN_TOKEN_ACTS,
  ...FEED_TOKEN_ACTS,
};
