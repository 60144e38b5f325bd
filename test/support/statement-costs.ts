// PostgreSQL's cost estimate for each statement of the service: above a certain cost it compiles a
// statement (JIT), which takes longer than a batch may.
import type { Database, Queryable, Transaction } from '../../server/store/connection/database.ts';

type Plan = { 'QUERY PLAN': [{ Plan: { 'Total Cost': number } }] };

export type Cost = { name: string; plan: 'for these values' | 'for any values'; cost: number };

type Sent = { name: string; text: string; values: readonly unknown[] };

const EXPLAIN = 'explain (format json)';
const isExplained = (text: string) => /^\s*(select|insert|update|delete|with)\b/i.test(text);

const costIn = (plan: Plan | undefined) => plan?.['QUERY PLAN'][0].Plan['Total Cost'] ?? Number.NaN;

/** The generic plan, which is kept for reuse and does not depend on the values. */
async function generalCost(db: Queryable, text: string, count: number): Promise<number> {
  const nulls = Array.from({ length: count }, () => 'null').join(', ');
  await db.query('', 'set local plan_cache_mode = force_generic_plan', []);
  await db.query('', `prepare explained as ${text}`, []);
  const execute = `${EXPLAIN} execute explained${count === 0 ? '' : `(${nulls})`}`;
  const [plan] = await db.query<Plan>('', execute, []);
  await db.query('', 'deallocate explained', []);
  return costIn(plan);
}

/** Does the work, then asks for the cost of every statement that was sent through `db`. */
export async function costsOf(db: Database, work: () => Promise<unknown>): Promise<Cost[]> {
  const { query, transaction } = db;
  const sent: Sent[] = [];
  const noting =
    (to: Queryable): Queryable['query'] =>
    (name, text, values) => {
      if (isExplained(text)) sent.push({ name, text, values });
      return to.query(name, text, values);
    };
  const notingAll = (tx: Transaction): Transaction => ({ ...tx, query: noting(tx) });
  db.query = noting({ query });
  db.transaction = (inner, options) => transaction((tx) => inner(notingAll(tx)), options);
  try {
    await work();
  } finally {
    Object.assign(db, { query, transaction });
  }
  const costs: Cost[] = [];
  for (const { name, text, values } of sent) {
    await transaction(async (tx) => {
      const [plan] = await tx.query<Plan>('', `${EXPLAIN} ${text}`, values);
      costs.push({ name, plan: 'for these values', cost: costIn(plan) });
      const cost = await generalCost(tx, text, values.length);
      costs.push({ name, plan: 'for any values', cost });
    });
  }
  return costs;
}
