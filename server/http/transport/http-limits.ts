// How long and how large a request may be before it is cut: against slow and oversized senders.
import type { ServerOptions } from 'node:http';

export const HTTP_LIMITS = {
  /** All headers within this, else 408. */
  headersTimeout: 5_000,
  /** The whole request within this, else 408. */
  requestTimeout: 10_000,
  /** Longer than the idle time of the usual load balancers, so that they close first. */
  keepAliveTimeout: 72_000,
  /** More is 431. */
  maxHeaderSize: 16_384,
  /** Looks for slow senders this often. */
  connectionsCheckingInterval: 1_000,
  requireHostHeader: true,
  insecureHTTPParser: false,
} as const satisfies ServerOptions;
