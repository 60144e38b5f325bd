// Limits on the time and size of requests, against slow and oversized senders.
import type { ServerOptions } from 'node:http';

/** Of a part of an address. A page token has 64 characters. */
export const PARAM_MAX_LENGTH = 128;

export const HTTP_LIMITS = {
  /** All headers must arrive within this, otherwise 408. */
  headersTimeout: 5_000,
  /** The whole request must arrive within this, otherwise 408. */
  requestTimeout: 10_000,
  /** Longer than the usual idle timeout of load balancers, so that they close first. */
  keepAliveTimeout: 72_000,
  /** Larger headers are refused with 431. */
  maxHeaderSize: 16_384,
  /** How often Node looks for slow senders. */
  connectionsCheckingInterval: 1_000,
  requireHostHeader: true,
  insecureHTTPParser: false,
} as const satisfies ServerOptions;
