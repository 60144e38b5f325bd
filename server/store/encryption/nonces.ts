// Random nonces: the generator is asked for many at once, because a call costs more than the bytes.
import { randomFillSync } from 'node:crypto';

export const NONCE_BYTES = 12;
const POOL_BYTES = 512 * NONCE_BYTES;
const pool = Buffer.alloc(POOL_BYTES);
let used = POOL_BYTES;

/** Each is given once; a copy, because the pool is filled again. */
export function freshNonce(): Buffer {
  if (used === POOL_BYTES) {
    randomFillSync(pool);
    used = 0;
  }
  const nonce = Buffer.from(pool.subarray(used, used + NONCE_BYTES));
  used += NONCE_BYTES;
  return nonce;
}
