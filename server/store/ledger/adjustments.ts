// Adjustments: corrections of merchants' balances by a person, each with a reason.
import type { Adjustment } from '../../domain/batch/decision.ts';
import type { Actor } from '../../domain/record/origin.ts';
import type { Queryable, Transaction } from '../connection/database.ts';
import { insertRows } from '../connection/rows.ts';

type Row = Omit<Adjustment, 'actor' | 'at'> & {
  actor_role: Actor['role'];
  actor_id: string | null;
  adjusted_at: number;
};

export async function readAdjustments(
  tx: Queryable,
  keys: readonly { merchant_id: string; adjustment_id: string }[],
): Promise<Adjustment[]> {
  if (keys.length === 0) return [];
  const rows = await tx.query<Row>(
    'read-adjustments',
    `select merchant_id, adjustment_id, amount_cents, currency, reason, actor_role, actor_id,
       adjusted_at
     from unnest($1::uuid[], $2::uuid[]) as k(merchant_id, adjustment_id)
     join adjustments a using (merchant_id, adjustment_id)`,
    [keys.map((key) => key.merchant_id), keys.map((key) => key.adjustment_id)],
  );
  return rows.map(({ actor_role, actor_id, adjusted_at, ...row }) => ({
    ...row,
    actor: { role: actor_role, id: actor_id },
    at: adjusted_at,
  }));
}

export async function insertAdjustments(tx: Transaction, adjustments: readonly Adjustment[]) {
  await insertRows<Adjustment>(
    tx,
    'adjustments',
    [
      { name: 'merchant_id', value: (a) => a.merchant_id },
      { name: 'adjustment_id', value: (a) => a.adjustment_id },
      { name: 'amount_cents', value: (a) => a.amount_cents },
      { name: 'currency', value: (a) => a.currency },
      { name: 'reason', value: (a) => a.reason },
      { name: 'actor_role', value: (a) => a.actor.role },
      { name: 'actor_id', value: (a) => a.actor.id },
      { name: 'adjusted_at', value: (a) => a.at },
    ],
    adjustments,
  );
}
