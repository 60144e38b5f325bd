// The hashes of values that were erased: digests of their records are computed from them.
import type { Queryable } from '../connection/database.ts';
import type { HashedValue } from './open-record.ts';

/** By the place that the ciphertext was bound to. */
export async function readErasedValues(
  db: Queryable,
  places: readonly string[],
): Promise<ReadonlyMap<string, string>> {
  if (places.length === 0) return new Map();
  const rows = await db.query<{ place: string; hash: string }>(
    'read-erased-values',
    `select place, encode(value_hash, 'hex') as hash from erased_values
     where place = any($1::text[])`,
    [places],
  );
  return new Map(rows.map(({ place, hash }) => [place, hash]));
}

/** The hashes as a digest takes them in; an erased value counts with the hash that was kept. */
export function hashesText(
  values: readonly HashedValue[],
  kept: ReadonlyMap<string, string>,
): string {
  const hashes = values.flatMap(({ place, hash, is_later }) => {
    const counted = hash ?? kept.get(place);
    return is_later === true && counted === undefined ? [] : [counted];
  });
  return JSON.stringify(hashes);
}
