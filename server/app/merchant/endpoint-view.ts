// A callback endpoint as people and merchants see it, with its health.
import { endpointTerms } from '../../domain/merchant/change-endpoint.ts';
import {
  type CallbackEndpoint,
  DEFAULT_ENDPOINT,
  type Disabler,
} from '../../domain/record/callback-endpoint.ts';
import type { EndpointHealth } from '../../store/callback/endpoint-health.ts';
import type { Cipher } from '../../store/encryption/encryption.ts';
import { settingVersion } from '../request/setting-version.ts';
import { iso, isoOrNull } from '../request/views.ts';

/** `no_address`: nothing is sent there; `healthy` is also one to which nothing was sent yet. */
export const ENDPOINT_STATUSES = ['healthy', 'failing', 'disabled', 'no_address'] as const;
export type EndpointStatus = (typeof ENDPOINT_STATUSES)[number];

export type EndpointBody = {
  number: number;
  is_default: boolean;
  url: string | null;
  description: string;
  event_types: string[];
  max_concurrent: number | null;
  max_per_second: number | null;
  status: EndpointStatus;
  status_since: string | null;
  disabled_by: Disabler | null;
  consecutive_failures: number;
  last_success_at: string | null;
  last_failure_at: string | null;
  last_status: number | null;
  last_error: string | null;
  next_probe_at: string | null;
  previous_secret_until: string | null;
  created_at: string;
};

/** With the version that a change of it may name. */
export type VersionedEndpoint = EndpointBody & { version: string };

export const versionedEndpoint = (
  cipher: Cipher,
  endpoint: CallbackEndpoint,
  health: EndpointHealth | undefined,
): VersionedEndpoint => ({
  ...endpointBody(endpoint, health),
  version: settingVersion(cipher, endpointTerms(endpoint)),
});

function statusOf(endpoint: CallbackEndpoint, failing_since: number | null) {
  if (endpoint.disabled_at !== null)
    return { status: 'disabled', since: endpoint.disabled_at } as const;
  if (endpoint.url === null) return { status: 'no_address', since: null } as const;
  if (failing_since !== null) return { status: 'failing', since: failing_since } as const;
  return { status: 'healthy', since: null } as const;
}

export function endpointBody(
  endpoint: CallbackEndpoint,
  health: EndpointHealth | undefined,
): EndpointBody {
  const { status, since } = statusOf(endpoint, health?.failing_since ?? null);
  return {
    number: endpoint.number,
    is_default: endpoint.number === DEFAULT_ENDPOINT,
    url: endpoint.url,
    description: endpoint.description,
    event_types: [...endpoint.event_types],
    max_concurrent: endpoint.max_concurrent,
    max_per_second: endpoint.max_per_second,
    status,
    status_since: isoOrNull(since),
    disabled_by: endpoint.disabled_by,
    consecutive_failures: health?.failures ?? 0,
    last_success_at: isoOrNull(health?.last_success_at ?? null),
    last_failure_at: isoOrNull(health?.last_failure_at ?? null),
    last_status: health?.last_status ?? null,
    last_error: health?.last_error ?? null,
    next_probe_at: status === 'failing' ? isoOrNull(health?.next_probe_at ?? null) : null,
    previous_secret_until: isoOrNull(endpoint.previous_until),
    created_at: iso(endpoint.created_at),
  };
}
