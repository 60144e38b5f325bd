// The key that a row tells, for a process that may know the row's id already.
import { createSecretKey, type KeyObject } from 'node:crypto';
import { StartupError } from '../../lib/startup-error.ts';

type WrappedKey = { purpose: string; wrapped: Buffer; use_from: number };

/**
 * A known key is kept while its row tells the same key. If it was wrapped again, the row is opened:
 * a database that was restored may have another key under the id. What another master key has
 * wrapped is the same key if it is used from the same time; anything else stops the process.
 */
export function keyOfRow(
  row: WrappedKey,
  known: (WrappedKey & { key: KeyObject }) | undefined,
  unwrap: () => Buffer,
): KeyObject {
  if (known?.purpose !== row.purpose) return createSecretKey(unwrap());
  if (known.wrapped.equals(row.wrapped)) return known.key;
  try {
    return createSecretKey(unwrap());
  } catch (error) {
    if (error instanceof StartupError && known.use_from === row.use_from) return known.key;
    throw error;
  }
}
