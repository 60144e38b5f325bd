// How often pages may be asked for: per page, per address, and less for forms and wrong addresses.
import type { FastifyRequest } from 'fastify';
import { isPublicAddress, parseAddress } from '../../lib/ip-address.ts';
import type { BucketRule } from '../../lib/token-bucket.ts';
import { createBuckets } from '../error/rate-limit.ts';

/** One page asks every 3 s where it has no stream; people press reload, and open it twice. */
const PAGE: BucketRule = { per_second: 5, burst: 50 };
const FORMS: BucketRule = { per_second: 1, burst: 20 };
/** An address of a page cannot be guessed: this is about noise, and about the queries it costs. */
const WRONG: BucketRule = { per_second: 5, burst: 100 };
/** Behind one address of a mobile network there are many customers. */
const BURST_SECONDS = 10;

const IPV6_NETWORK_BYTES = 8;

/** Whoever has an IPv6 address has the whole network that it is in. */
export function addressKey(address: string): string {
  const bytes = parseAddress(address);
  if (bytes === null || bytes.length === 4) return address;
  return Buffer.from(bytes.subarray(0, IPV6_NETWORK_BYTES)).toString('hex');
}

/**
 * A proxy of the operator's own that TRUSTED_PROXIES does not name: all customers would share its
 * address, and one limit.
 */
export function isUnknownProxy({ ip, socket, headers }: FastifyRequest): boolean {
  const has_customer = headers['x-forwarded-for'] !== undefined;
  return has_customer && ip === socket.remoteAddress && !isPublicAddress(ip);
}

export type PageLimits = {
  /** Seconds until this may be asked again; 0: now. */
  take(request: FastifyRequest, page: string | undefined): number;
  /** The same for an answer that says that there is no such page. */
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
        isShared(request) ? 0 : addresses.takeOne(addressKey(request.ip)).retry_after_s,
        page === undefined ? 0 : pages.takeOne(page).retry_after_s,
        page === undefined || request.method !== 'POST' ? 0 : forms.takeOne(page).retry_after_s,
      ];
      return Math.max(...waits);
    },
    takeWrong: (request) =>
      isShared(request) ? 0 : wrong.takeOne(addressKey(request.ip)).retry_after_s,
  };
}
