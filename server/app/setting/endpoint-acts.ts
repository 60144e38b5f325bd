// Settings acts on merchants' callback endpoints.
import {
  decideEndpoint,
  decideGone,
  decideNewEndpoint,
  decideRemoval,
  decideRotation,
  type EndpointChange,
  type EndpointFacts,
  endpointTerms,
  type GoneEndpoint,
  isRevived,
  type KnownEndpoint,
  type NamedEndpoint,
  type NewEndpoint,
} from '../../domain/merchant/change-endpoint.ts';
import {
  nextEndpointNumber,
  readCallbackEndpoints,
  removeCallbackEndpoint,
  saveCallbackEndpoint,
} from '../../store/callback/callback-endpoints.ts';
import { reviveEndpoint } from '../../store/callback/endpoint-health.ts';
import { lockMerchant } from '../../store/merchant/tokens.ts';
import { settingVersion } from '../request/setting-version.ts';
import { type At, actOfOne, actOfTwo, NOTHING_MORE } from './settings-act.ts';

/** The endpoints of a merchant as they are now, under the lock of its row. */
async function lockEndpoints(
  { tx, cipher }: At,
  { merchant_id }: { merchant_id: string },
): Promise<EndpointFacts> {
  await lockMerchant(tx, merchant_id);
  const endpoints = await readCallbackEndpoints(tx, cipher, merchant_id);
  return { endpoints, next_number: await nextEndpointNumber(tx, merchant_id) };
}

async function lockEndpoint(at: At, named: NamedEndpoint): Promise<KnownEndpoint | null> {
  const facts = await lockEndpoints(at, named);
  const before = facts.endpoints.find(({ number }) => number === named.number);
  return before === undefined ? null : { ...facts, before };
}

export const ENDPOINT_ACTS = {
  add_endpoint: actOfTwo({
    action: 'callback_endpoint_added',
    locks: ['merchants'],
    gate: 'callback_address',
    version: 'save',
    lock: (at, request: NewEndpoint) => lockEndpoints(at, request),
    decide: decideNewEndpoint,
    save: async ({ tx, cipher }, { saved }) => {
      await saveCallbackEndpoint(tx, cipher, saved);
      return NOTHING_MORE;
    },
  }),
  change_endpoint: actOfTwo({
    action: 'callback_endpoint_changed',
    locks: ['merchants'],
    gate: 'callback_address',
    version: 'save',
    lock: (at, request: EndpointChange) => lockEndpoint(at, request),
    seen: {
      version: ({ cipher }, { before }) => settingVersion(cipher, endpointTerms(before)),
      by: ['callback_endpoint_changed', 'callback_endpoint_added', 'callback_endpoint_disabled'],
    },
    decide: decideEndpoint,
    save: async ({ tx, cipher }, { saved }, { before }, { changes, now }) => {
      await saveCallbackEndpoint(tx, cipher, saved);
      if (isRevived(before, saved, changes)) await reviveEndpoint(tx, saved, { now });
      return NOTHING_MORE;
    },
  }),
  rotate_secret: actOfOne({
    action: 'callback_secret_rotated',
    locks: ['merchants'],
    gate: null,
    version: 'save',
    lock: (at, request: NamedEndpoint) => lockEndpoint(at, request),
    decide: decideRotation,
    save: async ({ tx, cipher }, { saved }) => {
      await saveCallbackEndpoint(tx, cipher, saved);
      return NOTHING_MORE;
    },
  }),
  remove_endpoint: actOfOne({
    action: 'callback_endpoint_removed',
    locks: ['merchants'],
    gate: null,
    version: 'save',
    lock: (at, request: NamedEndpoint) => lockEndpoint(at, request),
    decide: decideRemoval,
    save: async ({ tx }, { saved }, _facts, { now }) => {
      await removeCallbackEndpoint(tx, saved, now);
      await reviveEndpoint(tx, saved, { now, is_over: true });
      return NOTHING_MORE;
    },
  }),
  disable_gone_endpoint: actOfOne({
    action: 'callback_endpoint_disabled',
    locks: ['merchants'],
    gate: null,
    version: 'save',
    lock: (at, request: GoneEndpoint) => lockEndpoints(at, request),
    decide: decideGone,
    save: async ({ tx, cipher }, { saved }) => {
      if (saved !== null) await saveCallbackEndpoint(tx, cipher, saved);
      return NOTHING_MORE;
    },
  }),
};
