// Reads and writes disputes: those of the trades of a batch, one by its id, lists, and those that
// the clock has to look at.
import type { Dispute, DisputeKey, DisputeState } from '../../domain/record/dispute-record.ts';
import type { Actor } from '../../domain/record/origin.ts';
import type { TradeKey } from '../../domain/record/trade.ts';
import { type Queryable, type Transaction, timestamp } from '../connection/database.ts';
import { insertRows, plainArray, type RowColumn, updateRows } from '../connection/rows.ts';

type DisputeRow = Omit<Dispute, 'opener'> & {
  opener_role: Actor['role'];
  opener_id: string | null;
};

const disputeOfRow = ({ opener_role, opener_id, ...dispute }: DisputeRow): Dispute => ({
  ...dispute,
  opener: { role: opener_role, id: opener_id },
});

/** Fixed when it is opened. */
const DISPUTE_TERMS: RowColumn<Dispute>[] = [
  { name: 'merchant_id', value: (d) => d.merchant_id },
  { name: 'dispute_id', value: (d) => d.dispute_id },
  { name: 'trade_id', value: (d) => d.trade_id },
  { name: 'type', value: (d) => d.type },
  { name: 'currency', value: (d) => d.currency },
  { name: 'settlement_currency', value: (d) => d.settlement_currency },
  { name: 'contested_from', value: (d) => d.contested_from },
  { name: 'opener_role', value: (d) => d.opener.role },
  { name: 'opener_id', value: (d) => d.opener.id },
  { name: 'opened_at', value: (d) => d.opened_at },
];

const DISPUTE_STANDING: RowColumn<Dispute>[] = [
  { name: 'amount_cents', value: (d) => d.amount_cents },
  { name: 'blocked_cents', value: (d) => d.blocked_cents },
  { name: 'state', value: (d) => d.state },
  { name: 'sequence', value: (d) => d.sequence },
  { name: 'assigned_to', value: (d) => d.assigned_to },
  { name: 'deadline_at', value: (d) => d.deadline_at },
  { name: 'overdue_at', value: (d) => d.overdue_at },
  { name: 'outcome', value: (d) => d.outcome },
  { name: 'awarded_cents', value: (d) => d.awarded_cents },
  { name: 'recalled_when_decided_cents', value: (d) => d.recalled_when_decided_cents },
  { name: 'basis', value: (d) => d.basis },
  { name: 'evidence_line_id', value: (d) => d.evidence_line_id },
  { name: 'decided_at', value: (d) => d.decided_at },
  { name: 'executed_at', value: (d) => d.executed_at },
  { name: 'appeal_until', value: (d) => d.appeal_until },
  { name: 'appealed_at', value: (d) => d.appealed_at },
  { name: 'closed_at', value: (d) => d.closed_at },
  { name: 'messages', value: (d) => d.messages },
  { name: 'files', value: (d) => d.files },
  { name: 'last_message_id', value: (d) => d.last_message_id },
  { name: 'changed_at', value: (d) => d.changed_at },
];

const KEY_COLUMNS = ['merchant_id', 'dispute_id'];

const COLUMNS = [...DISPUTE_TERMS, ...DISPUTE_STANDING].map(({ name }) => `d.${name}`).join(', ');

/** All disputes of these trades. They change only while their trade is locked. */
export async function readDisputesOf(db: Queryable, keys: readonly TradeKey[]): Promise<Dispute[]> {
  if (keys.length === 0) return [];
  const rows = await db.query<DisputeRow>(
    'read-disputes-of-trades',
    `select ${COLUMNS} from disputes d
     where (d.merchant_id, d.trade_id) in (select * from unnest($1::uuid[], $2::uuid[]))`,
    [plainArray(keys.map((key) => key.merchant_id)), plainArray(keys.map((key) => key.trade_id))],
  );
  return rows.map(disputeOfRow);
}

export async function readDispute(db: Queryable, key: DisputeKey): Promise<Dispute | null> {
  const rows = await db.query<DisputeRow>(
    'read-dispute',
    `select ${COLUMNS} from disputes d where d.merchant_id = $1 and d.dispute_id = $2`,
    [key.merchant_id, key.dispute_id],
  );
  return rows[0] === undefined ? null : disputeOfRow(rows[0]);
}

/** The last version of each dispute in a batch, inserted or updated. */
export async function writeDisputes(
  tx: Transaction,
  changes: readonly { dispute: Dispute; is_new: boolean }[],
): Promise<void> {
  const keyOf = ({ merchant_id, dispute_id }: Dispute) => `${merchant_id}/${dispute_id}`;
  const made = new Set(changes.filter(({ is_new }) => is_new).map(({ dispute }) => keyOf(dispute)));
  const last = new Map(changes.map(({ dispute }) => [keyOf(dispute), dispute]));
  const disputes = [...last].toSorted(([a], [b]) => (a < b ? -1 : 1));
  const among = (is_new: boolean) =>
    disputes.filter(([key]) => made.has(key) === is_new).map(([, dispute]) => dispute);
  const terms = DISPUTE_TERMS.filter(({ name }) => KEY_COLUMNS.includes(name));
  await Promise.all([
    insertRows(tx, 'disputes', [...DISPUTE_TERMS, ...DISPUTE_STANDING], among(true)),
    updateRows(tx, 'disputes', KEY_COLUMNS, [...terms, ...DISPUTE_STANDING], among(false)),
  ]);
}

export type DisputeFilter = {
  merchant_id: string | null;
  trade_id: string | null;
  /** The keyed hashes of a customer, one for each merchant that may have it. */
  client_hashes: readonly Uint8Array[] | null;
  state: DisputeState | null;
  type: string | null;
  assigned_to: string | null;
  /** True: only those that are not closed; false: only closed ones. */
  is_open: boolean | null;
  is_overdue: boolean | null;
  opened_from: number | null;
  opened_to: number | null;
  /** With a deadline before this moment. */
  due_before: number | null;
  before: readonly [opened_at: string, dispute_id: string] | null;
  limit: number;
};

/** Newest first. */
export async function selectDisputes(db: Queryable, filter: DisputeFilter): Promise<Dispute[]> {
  const [opened_at, dispute_id] = filter.before ?? [null, null];
  const rows = await db.query<DisputeRow>(
    'list-disputes',
    `select ${COLUMNS} from disputes d
     where ($1::uuid is null or d.merchant_id = $1) and ($2::uuid is null or d.trade_id = $2)
       and ($3::text is null or d.state = $3) and ($4::text is null or d.type = $4)
       and ($5::text is null or d.assigned_to = $5)
       and ($6::boolean is null or (d.closed_at is null) = $6)
       and ($7::boolean is null or (d.overdue_at is not null) = $7)
       and ($8::timestamptz is null or (d.deadline_at < $8 and d.closed_at is null))
       and ($9::timestamptz is null or (d.opened_at, d.dispute_id) < ($9, $10::uuid))
       and ($12::bytea[] is null or exists (
         select from trades t where t.merchant_id = d.merchant_id and t.trade_id = d.trade_id
           and t.client_hash = any($12)
       ))
       and ($13::timestamptz is null or d.opened_at >= $13)
       and ($14::timestamptz is null or d.opened_at < $14)
     order by d.opened_at desc, d.dispute_id desc limit $11`,
    [
      filter.merchant_id,
      filter.trade_id,
      filter.state,
      filter.type,
      filter.assigned_to,
      filter.is_open,
      filter.is_overdue,
      filter.due_before === null ? null : timestamp(filter.due_before),
      opened_at,
      dispute_id,
      filter.limit,
      filter.client_hashes,
      timestamp(filter.opened_from),
      timestamp(filter.opened_to),
    ],
  );
  return rows.map(disputeOfRow);
}

/**
 * Disputes whose deadline has passed: those that bind their trade and are not marked yet, and those
 * whose outcome took effect and can no longer be appealed.
 */
export async function readDueDisputes(
  db: Queryable,
  now: number,
  limit: number,
): Promise<Dispute[]> {
  const rows = await db.query<DisputeRow>(
    'read-due-disputes',
    `select ${COLUMNS} from disputes d
     where d.closed_at is null and d.deadline_at <= $1
       and ((d.executed_at is null and d.overdue_at is null)
         or (d.executed_at is not null and d.appeal_until < $1))
     order by d.deadline_at limit $2`,
    [timestamp(now), limit],
  );
  return rows.map(disputeOfRow);
}
