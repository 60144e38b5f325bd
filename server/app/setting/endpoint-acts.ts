// Settings acts on merchants' callback endpoints.
import {
  decideEndpoint,
  decideGone,
  decideNewEndpoint,
  decideRemoval,
  decideRotation,
  type EndpointChange,
  type EndpointFacts,
  type GoneEndpoint,
  isRevived,
  type KnownEndpoint,
  type NamedEndpoint,
  type NewEndpoint,
} from '../../domain/merchant/change-endpoint.ts';
import { endpointsByMerchant } from '../../domain/merchant/merchant-endpoints.ts';
import { type CallbackEndpoint, DEFAULT_ENDPOINT } from '../../domain/record/callback-endpoint.ts';
import type { MerchantRecord } from '../../domain/record/merchant.ts';
import {
  nextEndpointNumber,
  readCallbackEndpoints,
  removeCallbackEndpoint,
  saveCallbackEndpoint,
} from '../../store/callback/callback-endpoints.ts';
import { reviveEndpoint } from '../../store/callback/endpoint-health.ts';
import { lockMerchantRecord, saveMerchant } from '../../store/merchant/merchants.ts';
import { type At, actOfOne, actOfTwo, NOTHING_MORE } from './settings-act.ts';

/** The merchant and its endpoints as they are now, locked. */
async function lockEndpoints(
  { tx, cipher }: At,
  { merchant_id }: { merchant_id: string },
): Promise<EndpointFacts> {
  const record = await lockMerchantRecord(tx, cipher, merchant_id);
  const stored = await readCallbackEndpoints(tx, cipher, merchant_id);
  const endpoints = endpointsByMerchant([record], stored).get(merchant_id) ?? [];
  return { record, endpoints, next_number: await nextEndpointNumber(tx, merchant_id) };
}

async function lockEndpoint(at: At, named: NamedEndpoint): Promise<KnownEndpoint | null> {
  const facts = await lockEndpoints(at, named);
  const before = facts.endpoints.find(({ number }) => number === named.number);
  return before === undefined ? null : { ...facts, before };
}

async function saveEndpoint(
  { tx, cipher }: At,
  record: MerchantRecord,
  endpoint: CallbackEndpoint,
): Promise<void> {
  if (endpoint.number === DEFAULT_ENDPOINT) {
    const { url, secret, previous_secret, previous_until } = endpoint;
    const callbacks = { url, secret, previous_secret, previous_until };
    await saveMerchant(tx, cipher, { ...record, callbacks });
  }
  await saveCallbackEndpoint(tx, cipher, endpoint);
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
    decide: decideEndpoint,
    save: async (at, { saved }, { record, before }, { changes, now }) => {
      await saveEndpoint(at, record, saved);
      if (isRevived(before, saved, changes)) await reviveEndpoint(at.tx, saved, { now });
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
    save: async (at, { saved }, { record }) => {
      await saveEndpoint(at, record, saved);
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
    save: async (at, { saved }, { record }) => {
      if (saved !== null) await saveEndpoint(at, record, saved);
      return NOTHING_MORE;
    },
  }),
};
