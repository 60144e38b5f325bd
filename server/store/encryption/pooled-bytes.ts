// Random bytes from a pool, for ids and nonces.
import { randomBytes } from 'node:crypto';

/** Drawn in one call: a call of the generator costs more than the rest of an id. */
const POOL_BYTES = 4_096;
let pool = { bytes: randomBytes(POOL_BYTES), used: 0 };

/** Each byte of the pool is used once. */
export function pooledBytes(size: number): Buffer {
  if (pool.used + size > POOL_BYTES) pool = { bytes: randomBytes(POOL_BYTES), used: 0 };
  pool.used += size;
  return pool.bytes.subarray(pool.used - size, pool.used);
}
