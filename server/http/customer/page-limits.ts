// Rate limits of pages: per page, per address, and stricter ones for forms and wrong addresses.
import type { FastifyRequest } from 'fastify';
import { isPublicAddress, networkOf } from '../../lib/ip-address.ts';
import type { BucketRule } from '../../lib/token-bucket.ts';
import { createBuckets } from '../error/rate-limit.ts';

/** A page without a stream polls every 3 s; people reload it, and open it twice. */
const PAGE: BucketRule = { per_second: 5, burst: 50 };
const FORMS: BucketRule = { per_second: 1, burst: 20 };
/** The address of a page cannot be guessed: this limits noise and the queries that it causes. */
const WRONG: BucketRule = { per_second: 5, burst: 100 };
/** Many customers may share one address of a mobile network. */
const BURST_SECONDS = 10;

/**
 * True behind a proxy of the operator's that TRUSTED_PROXIES does not name: all customers would
 * share its address, and so one limit.
 */
export function isUnknownProxy({ ip, socket, headers }: FastifyRequest): boolean {
  const has_customer = headers['x-forwarded-for'] !== undefined;
  return has_customer && ip === socket.remoteAddress && !isPublicAddress(ip);
}

export type PageLimits = {
  /** Seconds until the next request is allowed; 0: now. */
  take(request: FastifyRequest, page: string | undefined): number;
  /** The same for requests whose page does not exist. */
  takeWrong(request: FastifyRequest): number;
};

/** Requests per second of an address; 0: no limits at all. */
export function createPageLimits(per_second: number): PageLimits {
  if (per_second === 0) return { take: () => 0, takeWrong: () => 0 };
  const addresses = createBuckets({ per_second, burst: per_second * BURST_SECONDS });
  const pages = createBuckets(PAGE);
  const forms = createBuckets(FORMS);
  const wrong = createBuckets(WRONG);
  let has_warned = false;
  const isShared = (request: FastifyRequest) => {
    if (!isUnknownProxy(request)) return false;
    if (!has_warned) {
      request.log.warn(
        { proxy: request.ip },
        'a proxy is not in TRUSTED_PROXIES: payment pages have no limit per address',
      );
    }
    has_warned = true;
    return true;
  };
  return {
    take(request, page) {
      const waits = [
        isShared(request) ? 0 : addresses.takeOne(networkOf(request.ip)).retry_after_s,
        page === undefined ? 0 : pages.takeOne(page).retry_after_s,
        page === undefined || request.method !== 'POST' ? 0 : forms.takeOne(page).retry_after_s,
      ];
      return Math.max(...waits);
    },
    takeWrong: (request) =>
      isShared(request) ? 0 : wrong.takeOne(networkOf(request.ip)).retry_after_s,
  };
}
