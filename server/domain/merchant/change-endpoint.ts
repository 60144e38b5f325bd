// A merchant's callback endpoints are added, changed, disabled and removed, and their secrets
// rotated.

import { changedFields } from '../../lib/changed-fields.ts';
import {
  type CallbackEndpoint,
  DEFAULT_ENDPOINT,
  ENDPOINT_NUMBER_MAX,
} from '../record/callback-endpoint.ts';
import type { Merchant } from '../record/merchant.ts';
import { namedOnly } from '../request/read-request.ts';
import type { RequestOf } from '../request/request-shape.ts';
import { LIMITS } from '../service/limits.ts';
import { type Refusal, refuse } from '../service/refusal.ts';
import { openly, type SettingsAsk } from '../setting/settings-ask.ts';
import type { Asker, SettingsDecision, SettingsVerdict } from '../setting/settings-decision.ts';
import { originOf } from '../values/web-address.ts';
import { merchantTarget } from './change-merchant.ts';
import type { UPDATE_ENDPOINT } from './endpoint-requests.ts';

/** For so long the secret before signs too, so that receivers can change over. */
const OVERLAP_MS = 24 * 3_600_000;

/** What is undefined stays as it is. */
export type EndpointChanges = Partial<RequestOf<typeof UPDATE_ENDPOINT>>;

/**
 * `secret` is a new one, for an act that needs one. A request that is repeated with its key brings
 * the same one again.
 */
type Fresh = { merchant_id: string; secret: string; now: number };

/** Null: the path names no endpoint. */
export type NamedEndpoint = Fresh & { number: number | null };

const shownOrigin = (url: string | null) => ({ url: url === null ? null : originOf(url) });

const addressAsk = (
  { merchant_id, target }: { merchant_id: string; target: string },
  before: string | null,
  after: string | null,
): SettingsAsk => ({
  ...openly({ merchant_id, target, before: { url: before }, after: { url: after } }),
  shown: { before: shownOrigin(before), after: shownOrigin(after) },
});

/** A merchant's own people decide about their own addresses. */
const isOwn = ({ merchant_id }: Asker): boolean => merchant_id !== null;

const targetOf = ({ merchant_id, number }: CallbackEndpoint): string =>
  `${merchantTarget(merchant_id)}/callback_endpoints/${number}`;

/** What can be changed of an endpoint but its secret. */
export function endpointTerms(endpoint: CallbackEndpoint) {
  const { url, description, event_types, max_concurrent, max_per_second, disabled_at } = endpoint;
  return { url, description, event_types, max_concurrent, max_per_second, disabled_at };
}

/** Of the address only scheme, host and port, because its path may hold a key. */
function auditDetail(endpoint: CallbackEndpoint) {
  const { number, url, description, event_types, max_concurrent, max_per_second } = endpoint;
  const enabled = endpoint.disabled_at === null;
  const limits = { max_concurrent, max_per_second };
  return { endpoint: number, ...shownOrigin(url), description, event_types, ...limits, enabled };
}

/** Whoever sets the address of an endpoint that answered 410 Gone wants it to be used again. */
const isUsedAgain = ({ disabled_by }: CallbackEndpoint, { url = null, enabled }: EndpointChanges) =>
  disabled_by === 'gone' && url !== null && enabled === undefined;

function changed(before: CallbackEndpoint, asked: EndpointChanges, now: number): CallbackEndpoint {
  const { enabled = isUsedAgain(before, asked) ? true : undefined, ...changes } = asked;
  const after = { ...before, ...namedOnly(changes) };
  if (enabled === true) return { ...after, disabled_at: null, disabled_by: null };
  if (enabled === false && before.disabled_at === null) {
    return { ...after, disabled_at: now, disabled_by: 'person' };
  }
  return after;
}

const withFirstSecret = (endpoint: CallbackEndpoint, secret: string): CallbackEndpoint => ({
  ...endpoint,
  secret,
  previous_secret: null,
  previous_until: null,
});

type Signing = Pick<CallbackEndpoint, 'secret' | 'previous_secret' | 'previous_until'>;

const rotated = (before: Signing, { secret, now }: Fresh): Signing => ({
  secret,
  previous_secret: before.secret,
  previous_until: before.secret === null ? null : now + OVERLAP_MS,
});

/** The endpoints of a merchant, the default one first. */
export type EndpointFacts = {
  endpoints: readonly CallbackEndpoint[];
  /** The number of the next endpoint. */
  next_number: number;
};

/** The same, if the named endpoint is there. */
export type KnownEndpoint = EndpointFacts & { before: CallbackEndpoint };

export type NewEndpoint = Fresh & { changes: EndpointChanges };

const refuseMore = (): Refusal =>
  refuse(
    'act_not_allowed',
    `There are ${LIMITS.callback_endpoints_max} callback endpoints: remove one first.`,
  );

const newEndpoint = (merchant_id: string, number: number, now: number): CallbackEndpoint => ({
  merchant_id,
  number,
  url: null,
  secret: null,
  previous_secret: null,
  previous_until: null,
  description: '',
  event_types: [],
  max_concurrent: null,
  max_per_second: null,
  disabled_at: null,
  disabled_by: null,
  created_at: now,
});

/** The default endpoint, made with its merchant: it can sign, and has no address. */
export const firstEndpoint = (
  { merchant_id, created_at }: Merchant,
  secret: string,
): CallbackEndpoint => ({ ...newEndpoint(merchant_id, DEFAULT_ENDPOINT, created_at), secret });

const refuseOtherUse = (): Refusal =>
  refuse(
    'reference_taken',
    'This Idempotency-Key was used for a secret or an endpoint that is another one by now.',
  );

/** The endpoint that an earlier request with the same key has made. */
function decideRepeated(
  known: CallbackEndpoint,
  { changes, now }: NewEndpoint,
): SettingsVerdict<CallbackEndpoint> {
  const asked = changed(known, changes, now);
  const is_same = asked.url === known.url && sameJson(auditDetail(asked), auditDetail(known));
  return is_same ? { saved: known, is_unchanged: true } : refuseOtherUse();
}

const sameJson = (one: unknown, other: unknown) => JSON.stringify(one) === JSON.stringify(other);

export function decideNewEndpoint(
  { endpoints, next_number }: EndpointFacts,
  request: NewEndpoint,
  asker: Asker,
): SettingsVerdict<CallbackEndpoint> {
  const { merchant_id, secret, now, changes } = request;
  const known = endpoints.find((one) => one.secret === secret);
  if (known !== undefined) return decideRepeated(known, request);
  const is_full = endpoints.length >= LIMITS.callback_endpoints_max;
  if (is_full || next_number > ENDPOINT_NUMBER_MAX) return refuseMore();
  const plain = newEndpoint(merchant_id, next_number, now);
  const saved = withFirstSecret(changed(plain, changes, now), secret);
  const target = targetOf(saved);
  return {
    saved,
    target,
    detail: auditDetail(saved),
    ask: isOwn(asker) ? null : addressAsk({ merchant_id, target }, null, saved.url),
    shown_once: { secret },
  };
}

export type EndpointChange = NamedEndpoint & { changes: EndpointChanges };

export function decideEndpoint(
  { before }: KnownEndpoint,
  { merchant_id, secret, now, changes }: EndpointChange,
  asker: Asker,
): SettingsDecision<CallbackEndpoint> {
  const after = changed(before, changes, now);
  // A secret that cannot be decrypted is of no use to anybody.
  const saved = before.secret === null ? withFirstSecret(after, secret) : after;
  const target = targetOf(saved);
  return {
    saved,
    target,
    detail: {
      endpoint: saved.number,
      ...changedFields(auditDetail(before), auditDetail(saved)),
    },
    ask: isOwn(asker) ? null : addressAsk({ merchant_id, target }, before.url, saved.url),
  };
}

/** The secret before signs too for a day. */
export function decideRotation(
  { before }: KnownEndpoint,
  request: NamedEndpoint,
): SettingsVerdict<CallbackEndpoint, null> {
  if (before.secret === request.secret) return { saved: before, is_unchanged: true };
  if (before.previous_secret === request.secret) return refuseOtherUse();
  const saved = { ...before, ...rotated(before, request) };
  return { saved, target: targetOf(saved), detail: { endpoint: saved.number }, ask: null };
}

/** What waits for it is given up. */
export function decideRemoval({ before }: KnownEndpoint): SettingsVerdict<CallbackEndpoint, null> {
  if (before.number === DEFAULT_ENDPOINT) {
    return refuse(
      'act_not_allowed',
      'The default endpoint cannot be removed: set its url to null instead.',
    );
  }
  return { saved: before, target: targetOf(before), detail: auditDetail(before), ask: null };
}

/** What waits for it is sent at once. */
export const isRevived = (
  before: CallbackEndpoint,
  after: CallbackEndpoint,
  { enabled }: EndpointChanges,
): boolean =>
  after.url !== before.url ||
  enabled === true ||
  (before.disabled_at !== null && after.disabled_at === null);

export type GoneEndpoint = { merchant_id: string; number: number; url: string; now: number };

/**
 * The receiver answered 410 Gone: nothing more is sent there until somebody enables the endpoint or
 * sets its address. Null: the endpoint has changed meanwhile.
 */
export function decideGone(
  { endpoints }: EndpointFacts,
  { merchant_id, number, url, now }: GoneEndpoint,
): SettingsVerdict<CallbackEndpoint | null, null> {
  const before = endpoints.find((one) => one.number === number);
  if (before?.url !== url || before.disabled_at !== null) {
    return { saved: null, is_unchanged: true };
  }
  return {
    saved: { ...before, disabled_at: now, disabled_by: 'gone' },
    target: merchantTarget(merchant_id),
    detail: { endpoint: number, url: originOf(url), status: 410 },
    ask: null,
  };
}

type Called = { readonly url: string; readonly secret: string };

/** Where a test goes, and what it is signed with. */
export function addressToTest({
  url,
  secret,
}: { readonly [Name in keyof Called]: Called[Name] | null }): Called | Refusal {
  if (url !== null && secret !== null) return { url, secret };
  return refuse('act_not_allowed', 'The endpoint has no address: set its url first.');
}
