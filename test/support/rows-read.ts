// Counts the rows that PostgreSQL reads for a statement: a statement that uses an index reads few.
import type { Queryable } from '../../server/store/connection/database.ts';

type Node = { 'Rows Removed by Filter'?: number; 'Actual Rows'?: number; Plans?: Node[] };

/** The largest number of rows that one part of the plan returned or discarded. */
const mostRows = (node: Node): number =>
  Math.max(
    (node['Rows Removed by Filter'] ?? 0) + (node['Actual Rows'] ?? 0),
    ...(node.Plans ?? []).map(mostRows),
  );

/** Runs each statement twice: the first time to get its plan. */
export function readingRows(db: Queryable): Queryable & { most(): number } {
  let most = 0;
  return {
    most: () => most,
    query: async (name, text, values) => {
      const explain = `explain (analyze, format json) ${text}`;
      const [plan] = await db.query<{ 'QUERY PLAN': [{ Plan: Node }] }>('', explain, values);
      most = Math.max(most, mostRows(plan?.['QUERY PLAN'][0].Plan ?? {}));
      return await db.query(name, text, values);
    },
  };
}
