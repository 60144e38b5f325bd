// The kind of a request, known from its first line alone: under overload not all kinds are refused
// alike.

export const REQUEST_KINDS = ['create', 'merchant', 'page', 'operator', 'platform'] as const;
export type RequestKind = (typeof REQUEST_KINDS)[number];

const CREATE = /^\/api\/v1\/orders\/(?:deposit|withdrawal)\/create(?:\?|$)/;
const PLATFORM = /^\/(?:healthz|readyz|metrics)(?:\?|$)/;

/** A path without a route counts as a page: anybody may request it. */
export function requestKindOf(method: string, url: string): RequestKind {
  if (url.startsWith('/api/')) return method === 'POST' && CREATE.test(url) ? 'create' : 'merchant';
  if (url.startsWith('/operator/')) return 'operator';
  return PLATFORM.test(url) ? 'platform' : 'page';
}
