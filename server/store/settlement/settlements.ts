// Stores settlement statements: inserts, locks and lists them, and changes their states.
import type { SettlementMove } from '../../domain/batch/decision.ts';
import {
  type Settlement,
  type SettlementState,
  WAITING_SETTLEMENT_STATES,
} from '../../domain/record/settlement-record.ts';
import type { SettlementsBefore } from '../../domain/settlement/settlement-statement.ts';
import { type Queryable, type Transaction, timestamp } from '../connection/database.ts';
import { insertRows, plainArray, type RowColumn, updateRows } from '../connection/rows.ts';
import { oneOf } from '../connection/word-list.ts';

type Key = { merchant_id: string; settlement_id: string };

const KEYS: RowColumn<Settlement>[] = [
  { name: 'merchant_id', value: (s) => s.merchant_id },
  { name: 'settlement_id', value: (s) => s.settlement_id },
];

/** The columns that are written once, with the draft. */
const STATEMENT: RowColumn<Settlement>[] = [
  { name: 'number', value: (s) => s.number },
  { name: 'merchant_name', value: (s) => s.merchant_name },
  { name: 'currency', value: (s) => s.currency },
  { name: 'period_from', value: (s) => s.period_from },
  { name: 'period_to', value: (s) => s.period_to },
  { name: 'first_entry_number', value: (s) => s.first_entry_number },
  { name: 'last_entry_number', value: (s) => s.last_entry_number },
  { name: 'line_count', value: (s) => s.line_count },
  { name: 'opening_cents', value: (s) => s.opening_cents },
  { name: 'payins_cents', value: (s) => s.payins_cents },
  { name: 'payouts_cents', value: (s) => s.payouts_cents },
  { name: 'refunds_cents', value: (s) => s.refunds_cents },
  { name: 'reversals_cents', value: (s) => s.reversals_cents },
  { name: 'adjustments_cents', value: (s) => s.adjustments_cents },
  { name: 'fees_cents', value: (s) => s.fees_cents },
  { name: 'holds_cents', value: (s) => s.holds_cents },
  { name: 'net_cents', value: (s) => s.net_cents },
  { name: 'paid_cents', value: (s) => s.paid_cents },
  { name: 'returned_cents', value: (s) => s.returned_cents },
  { name: 'closing_cents', value: (s) => s.closing_cents },
  { name: 'carried_cents', value: (s) => s.carried_cents },
  { name: 'payable_cents', value: (s) => s.payable_cents },
  { name: 'drafted_at', value: (s) => s.drafted_at },
];

const STANDING: RowColumn<Settlement>[] = [
  { name: 'state', value: (s) => s.state },
  { name: 'approved_cents', value: (s) => s.approved_cents },
  { name: 'trade_id', value: (s) => s.trade_id },
  { name: 'approved_at', value: (s) => s.approved_at },
  { name: 'changed_at', value: (s) => s.changed_at },
  { name: 'last_command_id', value: (s) => s.last_command_id },
];

const COLUMNS = [...KEYS, ...STATEMENT, ...STANDING].map((column) => `s.${column.name}`).join(', ');

/** A statement with the present UTR of its pay-out. */
export type SettlementRecord = Settlement & { utr: string | null };

export async function insertSettlement(tx: Transaction, settlement: Settlement): Promise<void> {
  await insertRows(tx, 'settlements', [...KEYS, ...STATEMENT, ...STANDING], [settlement]);
}

export async function updateSettlements(
  tx: Transaction,
  settlements: readonly Settlement[],
): Promise<void> {
  const keys = ['merchant_id', 'settlement_id'];
  await updateRows(tx, 'settlements', keys, [...KEYS, ...STANDING], settlements);
}

/**
 * The rows are locked, like their pay-outs, so nobody else moves them. Only each one's last move is
 * written.
 */
export async function moveSettlements(
  tx: Transaction,
  moves: readonly SettlementMove[],
): Promise<void> {
  if (moves.length === 0) return;
  const last = [...new Map(moves.map((move) => [move.settlement_id, move])).values()];
  const moved = await tx.query(
    'move-settlements',
    `update settlements s set state = m.state, changed_at = m.changed_at
     from unnest($1::uuid[], $2::uuid[], $3::text[], $4::timestamptz[])
       as m(merchant_id, settlement_id, state, changed_at)
     where s.merchant_id = m.merchant_id and s.settlement_id = m.settlement_id
     returning 1 as moved`,
    [
      plainArray(last.map((move) => move.merchant_id)),
      plainArray(last.map((move) => move.settlement_id)),
      last.map((move) => move.state),
      last.map((move) => timestamp(move.changed_at)),
    ],
  );
  if (moved.length !== last.length) throw new Error('A settlement is missing');
}

/** Locked in key order. */
export async function lockSettlements(tx: Queryable, keys: readonly Key[]): Promise<Settlement[]> {
  if (keys.length === 0) return [];
  return await tx.query<Settlement>(
    'lock-settlements',
    `select ${COLUMNS} from settlements s
     where (s.merchant_id, s.settlement_id) in (select * from unnest($1::uuid[], $2::uuid[]))
     order by s.merchant_id, s.settlement_id for update`,
    [
      plainArray(keys.map((key) => key.merchant_id)),
      plainArray(keys.map((key) => key.settlement_id)),
    ],
  );
}

/**
 * The statement that the next draft continues from. The lock makes drafts of one merchant wait for
 * each other.
 */
export async function lockSettlementsBefore(
  tx: Queryable,
  merchant_id: string,
): Promise<SettlementsBefore> {
  await tx.query(
    'lock-settling-merchant',
    'select 1 as locked from merchants where merchant_id = $1 for no key update',
    [merchant_id],
  );
  const last = await tx.query<Settlement>(
    'read-last-settlement',
    `select ${COLUMNS} from settlements s
     where s.merchant_id = $1 and s.state <> 'discarded' order by s.number desc limit 1`,
    [merchant_id],
  );
  const numbers = await tx.query<{ number: number | null }>(
    'read-last-settlement-number',
    'select max(number) as number from settlements where merchant_id = $1',
    [merchant_id],
  );
  return { last: last[0] ?? null, last_number: numbers[0]?.number ?? 0 };
}

const WITH_UTR = `select ${COLUMNS}, t.utr from settlements s
  left join lateral (
    select utr from trades t where t.merchant_id = s.merchant_id and t.trade_id = s.trade_id
    union all
    select utr from past_trades t where t.merchant_id = s.merchant_id and t.trade_id = s.trade_id
    limit 1
  ) t on true`;

export async function readSettlement(db: Queryable, key: Key): Promise<SettlementRecord | null> {
  const rows = await db.query<SettlementRecord>(
    'read-settlement',
    `${WITH_UTR} where s.merchant_id = $1 and s.settlement_id = $2`,
    [key.merchant_id, key.settlement_id],
  );
  return rows[0] ?? null;
}

/** By id, or by the number that each merchant's settlements have; newest first. */
export async function findSettlements(
  db: Queryable,
  named: ({ id: string } | { number: number }) & { merchant_id: string | null; limit: number },
): Promise<SettlementRecord[]> {
  const by_id = 'id' in named;
  const condition = by_id ? 's.settlement_id = $1' : 's.number = $1';
  return await db.query<SettlementRecord>(
    by_id ? 'find-settlements-by-id' : 'find-settlements-by-number',
    `select f.* from merchants m
     cross join lateral (${WITH_UTR} where s.merchant_id = m.merchant_id and ${condition}) f
     where $2::uuid is null or m.merchant_id = $2
     order by f.settlement_id desc limit $3`,
    [by_id ? named.id : named.number, named.merchant_id, named.limit],
  );
}

/** Newest first, for one merchant or all. */
export async function selectSettlements(
  db: Queryable,
  filter: {
    merchant_id: string | null;
    states: readonly SettlementState[];
    before: string | null;
    limit: number;
  },
): Promise<SettlementRecord[]> {
  return await db.query<SettlementRecord>(
    'list-settlements',
    `${WITH_UTR}
     where ($1::uuid is null or s.merchant_id = $1) and s.state = any($2::text[])
       and ($3::uuid is null or s.settlement_id < $3)
     order by s.settlement_id desc limit $4`,
    [filter.merchant_id, filter.states, filter.before, filter.limit],
  );
}

export type WaitingSettlements = { state: SettlementState; settlements: number; since: number };

/** Counts the statements in each waiting state, with the time of the oldest. */
export async function readWaitingSettlements(db: Queryable): Promise<WaitingSettlements[]> {
  return await db.query<WaitingSettlements>(
    'read-waiting-settlements',
    `select state, count(*)::int as settlements, min(changed_at) as since from settlements
     where state in ${oneOf(WAITING_SETTLEMENT_STATES)} group by state`,
    [],
  );
}
