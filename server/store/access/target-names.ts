// What the names of targets are made of: one statement for all targets of an answer, which looks
// each up by its key.
import type { TargetKind, TargetPath } from '../../domain/access/named-target.ts';
import type { Queryable } from '../connection/database.ts';
import { plainArray } from '../connection/rows.ts';

export type TargetRow = {
  target: string;
  label: string | null;
  merchant_id: string | null;
  receiving_account_id: string | null;
  amount_cents: bigint | null;
  currency: string | null;
};

/** Label, merchant, account, amount and currency of one; `k.first` and `k.second` are its ids. */
const LOOK_UPS: Readonly<Record<TargetKind, string | null>> = {
  trades: `select order_id, merchant_id, null::uuid, amount_cents, currency from trades
    where merchant_id = k.first and trade_id = k.second`,
  disputes: `select t.order_id, t.merchant_id, null::uuid, d.amount_cents, d.currency
    from disputes d join trades t using (merchant_id, trade_id)
    where d.merchant_id = k.first and d.dispute_id = k.second`,
  settlements: `select number::text, merchant_id, null::uuid, payable_cents, currency
    from settlements where merchant_id = k.first and settlement_id = k.second`,
  bank_lines: `select null::text, null::uuid, receiving_account_id, amount_cents, currency
    from bank_lines where bank_line_id = k.first`,
  waiting_lines: `select null::text, null::uuid, receiving_account_id, amount_cents, null::text
    from waiting_lines where waiting_line_id = k.first`,
  statements: `select null::text, null::uuid, receiving_account_id, null::bigint, null::text
    from statements where statement_id = k.first`,
  approvals: `select act, merchant_id, null::uuid, amount_cents, currency from proposals
    where proposal_id = k.first`,
  // Their names are in the settings.
  merchants: null,
  receiving_accounts: null,
};

/** Limited, so that each is looked up by its key whatever the planner expects of their number. */
const STATEMENT = Object.entries(LOOK_UPS)
  .flatMap(([kind, look_up]) =>
    look_up === null
      ? []
      : `select k.target, f.* from named k cross join lateral (${look_up} limit 1)
           as f(label, merchant_id, receiving_account_id, amount_cents, currency)
         where k.kind = '${kind}'`,
  )
  .join(' union all ');

/** Targets that nobody has are absent. */
export async function readTargets(
  db: Queryable,
  paths: readonly TargetPath[],
): Promise<TargetRow[]> {
  const asked = paths.filter(({ kind }) => LOOK_UPS[kind] !== null);
  if (asked.length === 0) return [];
  return await db.query<TargetRow>(
    'read-targets',
    `with named as materialized (
       select * from unnest($1::text[], $2::text[], $3::uuid[], $4::uuid[])
         as k(target, kind, first, second)
     ) ${STATEMENT}`,
    [
      plainArray(asked.map(({ target }) => target)),
      plainArray(asked.map(({ kind }) => kind)),
      plainArray(asked.map(({ ids }) => ids[0] ?? null)),
      plainArray(asked.map(({ ids }) => ids[1] ?? null)),
    ],
  );
}
