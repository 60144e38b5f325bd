// Which trades' payers somebody wants erased, and what the rule asks to know about one.
import {
  ERASED_KINDS,
  type ErasedCounts,
  type ErasedKind,
  type ErasureFacts,
  type ErasureStanding,
  type NewErasure,
} from '../../domain/erasure/erase-payer.ts';
import type { TradeKey } from '../../domain/record/trade.ts';
import { type Queryable, timestamp } from '../connection/database.ts';
import { ABOUT_TRADE, BATCHES_OF_TRADE, ERASED_COLUMNS, standsSql } from './erased-columns.ts';

const ofTrade = (alias: string) =>
  `${alias}.merchant_id = $1::uuid and ${alias}.trade_id = $2::uuid`;

const COUNTED: readonly { kind: ErasedKind; count: string }[] = [
  ...ERASED_COLUMNS.map(({ kind, where, column }) => ({
    kind,
    count: `(select count(*) from ${column.table} t where ${where} and ${standsSql(column)})`,
  })),
  {
    kind: 'receipts',
    count: `(select count(*) from receipts r where ${ofTrade('r')} and r.removed_at is null)`,
  },
  {
    kind: 'dispute_files',
    count: `(select count(*) from dispute_files f join disputes d using (merchant_id, dispute_id)
      where ${ofTrade('d')} and f.removed_at is null)`,
  },
];

const COUNTS = ERASED_KINDS.map((kind) => {
  const counts = COUNTED.filter((one) => one.kind === kind).map(({ count }) => count);
  return `(${counts.join(' + ')})::integer as ${kind}`;
}).join(',\n  ');

async function countErasable(db: Queryable, { merchant_id, trade_id }: TradeKey) {
  const [row] = await db.query<ErasedCounts>('count-erasable', `select ${COUNTS}`, [
    merchant_id,
    trade_id,
  ]);
  if (row === undefined) throw new Error('A count without a row');
  return row;
}

type Row = Omit<ErasureFacts, 'counts' | 'now' | 'standing'>;

/** A trade is open for these rules until its state can no longer change. */
const isOpen = (alias: string) => `(${alias}.final_at is null or ${alias}.final_at >= $3)`;

const ENDS = 't.merchant_id, t.trade_id, t.final_at, t.created_at, t.completed_at, t.closed_at';

const READ_FACTS = `select t.final_at,
    greatest(t.created_at, t.completed_at, t.closed_at) as ended_at,
    exists (select from disputes d where d.merchant_id = t.merchant_id
      and d.trade_id = t.trade_id and d.closed_at is null) as has_open_dispute,
    exists (select from holds h where h.merchant_id = t.merchant_id
      and h.trade_id = t.trade_id and h.released_at is null) as has_open_hold,
    exists (select from trades r where r.merchant_id = t.merchant_id
      and r.refund_of = t.trade_id and ${isOpen('r')}) as has_open_refund,
    exists (select from payout_attempts b join trades o using (merchant_id, trade_id)
      where b.payout_batch_id in (${BATCHES_OF_TRADE}) and ${isOpen('o')}) as has_open_batch
  from (
    select ${ENDS} from trades t where ${ofTrade('t')}
    union all select ${ENDS} from past_trades t where ${ofTrade('t')}
  ) t`;

const HAS_PROPOSAL = `select exists (select from proposals t
  where ${ABOUT_TRADE} and t.state = 'waiting' and t.act <> 'erasure') as has_open_proposal`;

async function readErasure(
  db: Queryable,
  { merchant_id, trade_id }: TradeKey,
): Promise<ErasureStanding | null> {
  const [row] = await db.query<ErasureStanding>(
    'read-erasure',
    `select asked_at, erased_at from erasures e where ${ofTrade('e')}`,
    [merchant_id, trade_id],
  );
  return row ?? null;
}

/** Null: there is no such trade. */
export async function readErasureFacts(
  db: Queryable,
  key: TradeKey,
  now: number,
): Promise<ErasureFacts | null> {
  const { merchant_id, trade_id } = key;
  const [row] = await db.query<Omit<Row, 'has_open_proposal'>>('read-erasure-facts', READ_FACTS, [
    merchant_id,
    trade_id,
    timestamp(now),
  ]);
  if (row === undefined) return null;
  const [waiting] = await db.query<Pick<Row, 'has_open_proposal'>>(
    'has-open-proposal',
    HAS_PROPOSAL,
    [merchant_id, trade_id],
  );
  const counts = await countErasable(db, key);
  const standing = await readErasure(db, key);
  const has_open_proposal = waiting?.has_open_proposal === true;
  return { ...row, has_open_proposal, counts, standing, now };
}

/** What is left after an earlier erasure may be erased as well. */
export async function insertErasure(
  tx: Queryable,
  { merchant_id, trade_id, erasure_id }: NewErasure,
  now: number,
): Promise<void> {
  await tx.query(
    'insert-erasure',
    `insert into erasures (merchant_id, trade_id, erasure_id, asked_at)
     values ($1, $2, $3, $4) on conflict (merchant_id, trade_id) do update
     set erasure_id = excluded.erasure_id, asked_at = excluded.asked_at, erased_at = null`,
    [merchant_id, trade_id, erasure_id, timestamp(now)],
  );
}

export type WaitingErasure = TradeKey & { asked_at: number };

/** The oldest first. */
export async function selectWaitingErasures(
  db: Queryable,
  after: WaitingErasure | null,
  limit: number,
): Promise<WaitingErasure[]> {
  return await db.query<WaitingErasure>(
    'list-waiting-erasures',
    `select merchant_id, trade_id, asked_at from erasures
     where erased_at is null
       and ($1::timestamptz is null or (asked_at, trade_id) > ($1::timestamptz, $2::uuid))
     order by asked_at, trade_id limit $3`,
    [timestamp(after?.asked_at ?? null), after?.trade_id ?? null, limit],
  );
}
