// How many files may be on their way at once, and how many one address may send.
import type { BucketRule } from '../../lib/token-bucket.ts';
import { createBuckets } from '../error/rate-limit.ts';

/** Each may take its whole size of memory, and as much again while it is judged. */
const AT_ONCE = 8;
const AT_ONCE_PER_ADDRESS = 3;
/** Behind one address of a mobile network there are many customers, who send one each. */
const PER_ADDRESS: BucketRule = { per_second: 0.5, burst: 60 };

export type UploadGate = {
  /**
   * What to call when the file is dealt with; null: not now. Where many share an address that is
   * not theirs, there is none.
   */
  enter(address: string | null): (() => void) | null;
};

export function createUploadGate(): UploadGate {
  const buckets = createBuckets(PER_ADDRESS);
  const under_way = new Map<string, number>();
  let all = 0;
  return {
    enter(address) {
      if (all >= AT_ONCE) return null;
      if (address === null) {
        all += 1;
        return () => {
          all -= 1;
        };
      }
      const own = under_way.get(address) ?? 0;
      if (own >= AT_ONCE_PER_ADDRESS || !buckets.takeOne(address).allowed) return null;
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
