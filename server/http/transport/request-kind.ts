// What kind of request it is, by its first line alone: under overload not all are refused alike.

export const REQUEST_KINDS = ['create', 'merchant', 'page', 'operator', 'platform'] as const;
export type RequestKind = (typeof REQUEST_KINDS)[number];

const CREATE = /^\/api\/v1\/orders\/(?:deposit|withdrawal)\/create(?:\?|$)/;
const PLATFORM = /^\/(?:healthz|readyz|metrics)(?:\?|$)/;

/** What is at no route counts as a page: anybody may ask for it. */
export function kindOf(method: string, url: string): RequestKind {
  if (url.startsWith('/api/')) return method === 'POST' && CREATE.test(url) ? 'create' : 'merchant';
  if (url.startsWith('/operator/')) return 'operator';
  return PLATFORM.test(url) ? 'platform' : 'page';
}
