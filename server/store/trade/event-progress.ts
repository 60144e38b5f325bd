// How far something that follows the events of trades has come: a head per merchant with the number
// of the last event that it has seen.
import type { Queryable } from '../connection/database.ts';
import { plainArray } from '../connection/rows.ts';

/**
 * A table of heads, its column with the number of the last event, and the word that tells apart the
 * statements about it.
 */
export type EventHeads = { name: string; table: string; column: string };

export type Behind = { merchant_id: string; seen: bigint; last_number: bigint };

/** Merchants with events that were not seen. */
const behindOf = ({ table, column }: EventHeads): string => `
  select h.merchant_id from event_heads h left join ${table} c using (merchant_id)
  where h.last_number > coalesce(c.${column}, 0)
  order by h.merchant_id limit $1`;

/**
 * Locks the heads in key order, and reads how far events have come since. `first` is a head that
 * everybody locks before the others.
 */
export async function lockEventHeads(
  tx: Queryable,
  heads: EventHeads,
  { merchants, first }: { merchants: number; first: string | null },
): Promise<Behind[]> {
  const { name, table, column } = heads;
  const found = await tx.query<{ merchant_id: string }>(`find-followers-${name}`, behindOf(heads), [
    merchants,
  ]);
  if (found.length === 0) return [];
  const behind = found.map((row) => row.merchant_id);
  const ids = plainArray(first === null ? behind : [first, ...behind]);
  await tx.query(
    `insert-followers-${name}`,
    `insert into ${table} (merchant_id, ${column})
     select id, 0 from unnest($1::uuid[]) as id order by id on conflict (merchant_id) do nothing`,
    [ids],
  );
  await tx.query(
    `lock-followers-${name}`,
    `select 1 as locked from ${table} where merchant_id = any($1::uuid[])
     order by merchant_id for update`,
    [ids],
  );
  return await tx.query<Behind>(
    `read-followers-${name}`,
    `select c.merchant_id, c.${column} as seen, h.last_number
     from ${table} c join event_heads h using (merchant_id)
     where c.merchant_id = any($1::uuid[]) order by c.merchant_id`,
    [ids],
  );
}

export type EventPart = { merchant_id: string; after: bigint; upto: bigint };

/** As many events as fit, merchant after merchant. */
export function shareOutEvents(behind: readonly Behind[], most: number): EventPart[] {
  let left = BigInt(most);
  return behind.flatMap(({ merchant_id, seen: after, last_number }) => {
    const waiting = last_number - after;
    const taken = waiting < left ? waiting : left;
    if (taken <= 0n) return [];
    left -= taken;
    return [{ merchant_id, after, upto: after + taken }];
  });
}

/** The parameters of a statement that reads the events of these parts. */
export const valuesOfParts = (parts: readonly EventPart[]): string[] => [
  plainArray(parts.map((part) => part.merchant_id)),
  plainArray(parts.map((part) => part.after)),
  plainArray(parts.map((part) => part.upto)),
];

/** A few thousand rows are looked up in tables of any size: reading a table would take seconds. */
export async function lookUpOnly(tx: Queryable): Promise<void> {
  await tx.query('look-up-only', 'set local enable_hashjoin = off', []);
  await tx.query('look-up-rows', 'set local enable_mergejoin = off', []);
}

/** Whether all of them were seen: otherwise more may be left. */
export function isAllOf(behind: readonly Behind[], parts: readonly EventPart[]): boolean {
  const upto = new Map(parts.map((part) => [part.merchant_id, part.upto]));
  return behind.every(
    ({ merchant_id, seen, last_number }) => (upto.get(merchant_id) ?? seen) >= last_number,
  );
}
