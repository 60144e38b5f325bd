// What the names of targets are made of: one statement for all targets of an answer, which looks
// each up by its key.
import type { TargetKind, TargetPath } from '../../domain/approval/named-target.ts';
import type { ApprovalAct } from '../../domain/record/proposal.ts';
import type { Queryable } from '../connection/database.ts';
import { plainArray } from '../connection/rows.ts';

export type TargetRow = {
  target: string;
  order_id: string | null;
  number: number | null;
  act: ApprovalAct | null;
  merchant_id: string | null;
  receiving_account_id: string | null;
  message_id: string | null;
  amount_cents: bigint | null;
  currency: string | null;
};

/** What stands for a part that a kind does not have. */
const PARTS: Readonly<Record<Exclude<keyof TargetRow, 'target'>, string>> = {
  order_id: 'null::text',
  number: 'null::int',
  act: 'null::text',
  merchant_id: 'null::uuid',
  receiving_account_id: 'null::uuid',
  message_id: 'null::text',
  amount_cents: 'null::bigint',
  currency: 'null::text',
};

type LookUp = { columns: Partial<typeof PARTS>; from: string };

const OF_MERCHANT = {
  merchant_id: 'x.merchant_id',
  amount_cents: 'x.amount_cents',
  currency: 'x.currency',
};
const AT_ACCOUNT = { receiving_account_id: 'x.receiving_account_id' };

const NAMED = 'merchant_id, trade_id, order_id, amount_cents, currency';

/** `k.first` and `k.second` are the ids of its path. */
const LOOK_UPS: Readonly<Record<TargetKind, LookUp | null>> = {
  trades: {
    columns: { ...OF_MERCHANT, order_id: 'x.order_id' },
    from: `(
      select ${NAMED} from trades union all select ${NAMED} from past_trades
    ) x where x.merchant_id = k.first and x.trade_id = k.second`,
  },
  disputes: {
    columns: { ...OF_MERCHANT, order_id: 't.order_id' },
    from: `disputes x join trades t using (merchant_id, trade_id)
      where x.merchant_id = k.first and x.dispute_id = k.second`,
  },
  settlements: {
    columns: { ...OF_MERCHANT, number: 'x.number', amount_cents: 'x.payable_cents' },
    from: 'settlements x where x.merchant_id = k.first and x.settlement_id = k.second',
  },
  bank_lines: {
    columns: { ...AT_ACCOUNT, amount_cents: 'x.amount_cents', currency: 'x.currency' },
    from: 'bank_lines x where x.bank_line_id = k.first',
  },
  waiting_lines: {
    columns: { ...AT_ACCOUNT, amount_cents: 'x.amount_cents' },
    from: 'waiting_lines x where x.waiting_line_id = k.first',
  },
  statements: { columns: AT_ACCOUNT, from: 'statements x where x.statement_id = k.first' },
  approvals: {
    columns: { ...OF_MERCHANT, act: 'x.act' },
    from: 'proposals x where x.proposal_id = k.first',
  },
  payout_batches: {
    columns: {
      ...AT_ACCOUNT,
      message_id: 'x.message_id',
      // What is not exported yet has no total that stays.
      amount_cents: 'x.total_cents',
      currency: 'x.currency',
    },
    from: 'payout_batches x where x.payout_batch_id = k.first',
  },
  // Their names are in the settings, or encrypted.
  merchants: null,
  receiving_accounts: null,
  people: null,
  scheduled_reports: null,
};

const columnsOf = (columns: LookUp['columns']): string =>
  Object.entries({ ...PARTS, ...columns })
    .map(([name, column]) => `${column} as ${name}`)
    .join(', ');

/** Limited, so that each is looked up by its key whatever the planner expects of their number. */
const STATEMENT = Object.entries(LOOK_UPS)
  .flatMap(([kind, look_up]) =>
    look_up === null
      ? []
      : `select k.target, f.* from named k cross join lateral (
           select ${columnsOf(look_up.columns)} from ${look_up.from} limit 1
         ) f where k.kind = '${kind}'`,
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
