// Compares the locks that transactions were seen to take with the order in the table of locks.
import { LOCK_ORDER, LOCKED_UNDER, OUT_OF_ORDER } from '../../server/store/batch/locks.ts';
import type { LockedRow, RecordedTransaction, Watched } from './lock-recorder.ts';

const nameOf = (table: string, only?: string): string =>
  only === undefined ? table : `${table} (${only})`;

const PARTS = LOCK_ORDER.flatMap(({ tables, only }) =>
  tables.map((table) => ({ table, name: nameOf(table, only), ...(only && { only }) })),
);

/** The names in the order, from first to last. */
export const ORDERED: readonly string[] = PARTS.map(({ name }) => name);

/** By table: the columns of its primary key, in their order. */
export type PrimaryKeys = ReadonlyMap<string, readonly string[]>;

/** Every table of the schema with lockable rows, distinguished as in the table of locks. */
export function watchedTables(keys: PrimaryKeys): Watched[] {
  return [...keys].flatMap(([table, key]) => {
    const named = PARTS.filter((part) => part.table === table);
    const parts = named.length === 0 ? [{ table, name: table }] : named;
    const under = LOCKED_UNDER[table];
    const guard = under === undefined ? [] : (keys.get(under) ?? []);
    return parts.map((part) => ({ ...part, key, guard, under }));
  });
}

/** Why this row may not be locked now; null if it may. */
function judgeRow(row: LockedRow, last: number, held: ReadonlySet<string>): string | null {
  const place = ORDERED.indexOf(row.name);
  if (place >= 0) return place < last ? `after ${ORDERED[last]}` : null;
  const under = LOCKED_UNDER[row.name];
  if (under === undefined) return 'which has no place in the order';
  const has_owner = !row.has_guard || held.has(`${under} ${row.guard.join()}`);
  return has_owner ? null : `without its row of ${under}`;
}

/** Every step of one transaction that the table does not allow, in words. */
export function judgeLocks(transaction: RecordedTransaction): string[] {
  const held = new Set<string>();
  let last = -1;
  const problems = transaction.flatMap(({ statement, rows, unsorted }) => {
    const judged = Object.hasOwn(OUT_OF_ORDER, statement) ? [] : rows;
    const found = judged.flatMap((row) => {
      const problem = judgeRow(row, last, held);
      return problem === null ? [] : `${statement} locks ${row.name} ${problem}`;
    });
    for (const row of rows) held.add(`${row.name} ${row.key.join()}`);
    last = Math.max(last, ...rows.map(({ name }) => ORDERED.indexOf(name)));
    const backwards = unsorted.filter((name) => ORDERED.includes(name));
    return [...found, ...backwards.map((name) => `${statement} locks ${name} out of key order`)];
  });
  return [...new Set(problems)];
}
