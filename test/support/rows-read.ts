// How many rows PostgreSQL looks at for a statement: what goes by an index looks at few.
import type { Queryable } from '../../server/store/connection/database.ts';

type Node = { 'Rows Removed by Filter'?: number; 'Actual Rows'?: number; Plans?: Node[] };

/** The most rows that a part of the plan gave on, or threw away. */
const mostRows = (node: Node): number =>
  Math.max(
    (node['Rows Removed by Filter'] ?? 0) + (node['Actual Rows'] ?? 0),
    ...(node.Plans ?? []).map(mostRows),
  );

/** Carries out each statement twice: once to see its plan. */
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
