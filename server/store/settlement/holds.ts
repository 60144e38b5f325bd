// Stores holds: locked if an act changes their pay-in or they are due, and listed for operators.

import type { CreditHold, CreditHoldKey } from '../../domain/record/credit-hold.ts';
import { holdKey } from '../../domain/record/credit-hold.ts';
import type { TradeKey } from '../../domain/record/trade.ts';
import { type Queryable, type Transaction, timestamp } from '../connection/database.ts';
import { insertRows, plainArray, type RowColumn, updateRows } from '../connection/rows.ts';

const COLUMNS = `merchant_id, trade_id, kind, currency, amount_cents, remaining_cents, used_cents,
  suspended, release_at, placed_at, released_at`;

/** The holds of pay-ins, locked in the order of their primary key. */
export async function lockHolds(tx: Queryable, keys: readonly TradeKey[]): Promise<CreditHold[]> {
  if (keys.length === 0) return [];
  return await tx.query<CreditHold>(
    'lock-holds',
    `select ${COLUMNS} from holds
     where (merchant_id, trade_id) in (select * from unnest($1::uuid[], $2::uuid[]))
     order by merchant_id, trade_id, kind for update`,
    [plainArray(keys.map((key) => key.merchant_id)), plainArray(keys.map((key) => key.trade_id))],
  );
}

const KEYS: RowColumn<CreditHold>[] = [
  { name: 'merchant_id', value: (h) => h.merchant_id },
  { name: 'trade_id', value: (h) => h.trade_id },
  { name: 'kind', value: (h) => h.kind },
];

const STANDING: RowColumn<CreditHold>[] = [
  { name: 'remaining_cents', value: (h) => h.remaining_cents },
  { name: 'used_cents', value: (h) => h.used_cents },
  { name: 'suspended', value: (h) => h.suspended },
  { name: 'released_at', value: (h) => h.released_at },
];

const TERMS: RowColumn<CreditHold>[] = [
  { name: 'currency', value: (h) => h.currency },
  { name: 'amount_cents', value: (h) => h.amount_cents },
  { name: 'release_at', value: (h) => h.release_at },
  { name: 'placed_at', value: (h) => h.placed_at },
];

/** The last version of each hold in a batch, inserted or updated. */
export async function writeHolds(
  tx: Transaction,
  changes: readonly { hold: CreditHold; is_new: boolean }[],
): Promise<void> {
  if (changes.length === 0) return;
  const made = new Set(changes.filter((change) => change.is_new).map(({ hold }) => holdKey(hold)));
  const last = new Map(changes.map(({ hold }) => [holdKey(hold), hold]));
  const holds = [...last].toSorted(([a], [b]) => (a < b ? -1 : 1));
  const [fresh, moved] = [true, false].map((is_new) =>
    holds.filter(([key]) => made.has(key) === is_new).map(([, hold]) => hold),
  );
  await Promise.all([
    insertRows(tx, 'holds', [...KEYS, ...TERMS, ...STANDING], fresh ?? []),
    updateRows(
      tx,
      'holds',
      ['merchant_id', 'trade_id', 'kind'],
      [...KEYS, ...STANDING],
      moved ?? [],
    ),
  ]);
}

/** Holds that are due for release, longest overdue first. */
export async function readDueHolds(
  db: Queryable,
  now: number,
  limit: number,
): Promise<CreditHoldKey[]> {
  return await db.query<CreditHoldKey>(
    'read-due-holds',
    `select merchant_id, trade_id, kind from holds
     where released_at is null and not suspended and release_at <= $1
     order by release_at, merchant_id, trade_id, kind limit $2`,
    [timestamp(now), limit],
  );
}

/** Amounts still on hold, for one merchant or all, next release first. */
export async function selectHolds(
  db: Queryable,
  filter: {
    merchant_id: string | null;
    trade_id: string | null;
    after:
      | readonly [release_at: string, merchant_id: string, trade_id: string, kind: string]
      | null;
    limit: number;
  },
): Promise<CreditHold[]> {
  const [release_at, merchant_id, trade_id, kind] = filter.after ?? [null, null, null, null];
  return await db.query<CreditHold>(
    'list-holds',
    `select ${COLUMNS} from holds
     where released_at is null
       and ($1::uuid is null or merchant_id = $1) and ($2::uuid is null or trade_id = $2)
       and ($3::timestamptz is null
         or (release_at, merchant_id, trade_id, kind) > ($3, $4::uuid, $5::uuid, $6::text))
     order by release_at, merchant_id, trade_id, kind limit $7`,
    [filter.merchant_id, filter.trade_id, release_at, merchant_id, trade_id, kind, filter.limit],
  );
}
