// Limits how many files may be uploaded at once, and how many one address may send.
import type { BucketRule } from '../../lib/token-bucket.ts';
import { createBuckets } from '../error/rate-limit.ts';

/** Each may use its whole size in memory, and as much again while it is checked. */
const AT_ONCE = 8;
const AT_ONCE_PER_ADDRESS = 3;
/** Many customers, who send one each, may share one address of a mobile network. */
const PER_ADDRESS: BucketRule = { per_second: 0.5, burst: 60 };

export type UploadGate = {
  /**
   * Returns the function to call when the file is done. Refused for now: `own` if this sender sends
   * too many or too often, `all` if everybody together does. `address` is null if the request's
   * address is a proxy's that many share.
   */
  enter(address: string | null): (() => void) | 'own' | 'all';
};

export function createUploadGate(): UploadGate {
  const buckets = createBuckets(PER_ADDRESS);
  const under_way = new Map<string, number>();
  let all = 0;
  return {
    enter(address) {
      if (all >= AT_ONCE) return 'all';
      if (address === null) {
        all += 1;
        return () => {
          all -= 1;
        };
      }
      const own = under_way.get(address) ?? 0;
      if (own >= AT_ONCE_PER_ADDRESS || !buckets.takeOne(address).allowed) return 'own';
      all += 1;
      under_way.set(address, own + 1);
      return () => {
        all -= 1;
        const left = (under_way.get(address) ?? 1) - 1;
        if (left === 0) under_way.delete(address);
        else under_way.set(address, left);
      };
    },
  };
}
