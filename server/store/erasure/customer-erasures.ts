// Erasures of all data of a customer: which there are, how far they are, and what became of each
// order.
import type { CustomerOutcome, NewCustomerErasure } from '../../domain/erasure/erase-customer.ts';
import type { ErasureObstacle } from '../../domain/erasure/erase-payer.ts';
import type { TradeKey } from '../../domain/record/trade.ts';
import { type Queryable, type Transaction, timestamp } from '../connection/database.ts';
import { insertRows } from '../connection/rows.ts';
import { orderIdText } from '../trade/order-ids.ts';

export type CustomerErasure = {
  merchant_id: string;
  erasure_id: string;
  client_hash: Buffer;
  is_early: boolean;
  asked_at: number;
  position: string | null;
  looked_through_at: number | null;
  ended_at: number | null;
};

const COLUMNS = `merchant_id, erasure_id, client_hash, is_early, asked_at, position,
  looked_through_at, ended_at`;

/** The customer of an order; null: there is no such order. */
export async function readClientHash(
  db: Queryable,
  { merchant_id, trade_id }: TradeKey,
): Promise<Buffer | null> {
  const [row] = await db.query<{ client_hash: Buffer }>(
    'read-client-hash',
    `select client_hash from trades where merchant_id = $1 and trade_id = $2
     union all
     select client_hash from past_trades where merchant_id = $1 and trade_id = $2`,
    [merchant_id, trade_id],
  );
  return row?.client_hash ?? null;
}

/** Null: nobody has asked for it. */
export async function readCustomerErasure(
  db: Queryable,
  merchant_id: string,
  client_hash: Buffer,
): Promise<CustomerErasure | null> {
  const [row] = await db.query<CustomerErasure>(
    'read-customer-erasure',
    `select ${COLUMNS} from customer_erasures where merchant_id = $1 and client_hash = $2
     order by asked_at desc, erasure_id desc limit 1`,
    [merchant_id, client_hash],
  );
  return row ?? null;
}

/** False: one of this customer goes on. */
export async function insertCustomerErasure(
  tx: Queryable,
  { merchant_id, erasure_id, client_hash, is_early }: NewCustomerErasure,
  now: number,
): Promise<boolean> {
  const rows = await tx.query(
    'insert-customer-erasure',
    `insert into customer_erasures (merchant_id, erasure_id, client_hash, is_early, asked_at)
     values ($1, $2, $3, $4, $5)
     on conflict (merchant_id, client_hash) where ended_at is null do nothing
     returning 1 as inserted`,
    [merchant_id, erasure_id, client_hash, is_early, timestamp(now)],
  );
  return rows.length > 0;
}

/** The oldest whose orders were not all looked at; null: none, or another process has it. */
export async function lockUnfinishedLook(tx: Transaction): Promise<CustomerErasure | null> {
  const [row] = await tx.query<CustomerErasure>(
    'lock-unfinished-look',
    `select ${COLUMNS} from customer_erasures
     where ended_at is null and looked_through_at is null
     order by asked_at, erasure_id limit 1 for update skip locked`,
    [],
  );
  return row ?? null;
}

export type LookedAtOrder = {
  trade_id: string;
  made_at: number;
  outcome: CustomerOutcome;
  reason: ErasureObstacle | null;
  reason_until: number | null;
};

/** Notes what was found, and that orders up to the last of them were looked at. */
export async function noteLook(
  tx: Transaction,
  { merchant_id, erasure_id }: CustomerErasure,
  orders: readonly LookedAtOrder[],
  looked_through_at: number | null,
): Promise<void> {
  await insertRows<LookedAtOrder>(
    tx,
    'customer_erasure_trades',
    [
      { name: 'merchant_id', value: () => merchant_id },
      { name: 'erasure_id', value: () => erasure_id },
      { name: 'trade_id', value: (order) => order.trade_id },
      { name: 'made_at', value: (order) => order.made_at },
      { name: 'outcome', value: (order) => order.outcome },
      { name: 'reason', value: (order) => order.reason },
      { name: 'reason_until', value: (order) => order.reason_until },
    ],
    orders,
  );
  await tx.query(
    'note-look',
    `update customer_erasures set position = coalesce($3, position), looked_through_at = $4
     where merchant_id = $1 and erasure_id = $2`,
    [merchant_id, erasure_id, orders.at(-1)?.trade_id ?? null, timestamp(looked_through_at)],
  );
}

export type CustomerErasureCounts = {
  looked_at: number;
  nothing_left: number;
  put_aside: number;
  /** Asked for, and not carried out yet. */
  waiting: number;
};

type Named = Pick<CustomerErasure, 'merchant_id' | 'erasure_id'>;

export async function countCustomerErasure(
  db: Queryable,
  { merchant_id, erasure_id }: Named,
): Promise<CustomerErasureCounts> {
  const [row] = await db.query<CustomerErasureCounts>(
    'count-customer-erasure',
    `select count(*)::integer as looked_at,
       (count(*) filter (where c.outcome = 'nothing_left'))::integer as nothing_left,
       (count(*) filter (where c.outcome = 'put_aside'))::integer as put_aside,
       (count(*) filter (where c.outcome = 'erase' and e.erased_at is null))::integer as waiting
     from customer_erasure_trades c
     left join erasures e on e.merchant_id = c.merchant_id and e.trade_id = c.trade_id
     where c.merchant_id = $1 and c.erasure_id = $2`,
    [merchant_id, erasure_id],
  );
  if (row === undefined) throw new Error('A count without a row');
  return row;
}

/** How many of those that were looked at were made since then. */
export async function countLookedAtSince(
  db: Queryable,
  { merchant_id, erasure_id }: Named,
  since: number,
): Promise<number> {
  const [row] = await db.query<{ found: number }>(
    'count-looked-at-since',
    `select count(*)::integer as found from customer_erasure_trades
     where merchant_id = $1 and erasure_id = $2 and made_at >= $3`,
    [merchant_id, erasure_id, timestamp(since)],
  );
  return row?.found ?? 0;
}

export type PutAside = {
  trade_id: string;
  order_id: string;
  reason: ErasureObstacle;
  until: number | null;
};

/** The oldest first. */
export async function selectPutAside(
  db: Queryable,
  { merchant_id, erasure_id }: Named,
  limit: number,
): Promise<PutAside[]> {
  return await db.query<PutAside>(
    'list-put-aside',
    `select c.trade_id, t.order_id, c.reason, c.reason_until as until
     from customer_erasure_trades c
     cross join lateral (${orderIdText('c')}) t
     where c.merchant_id = $1 and c.erasure_id = $2 and c.outcome = 'put_aside'
     order by c.trade_id limit $3`,
    [merchant_id, erasure_id, limit],
  );
}

/** Those whose last order was erased end; each is returned once. */
export async function endCustomerErasures(
  tx: Transaction,
  now: number,
): Promise<CustomerErasure[]> {
  return await tx.query<CustomerErasure>(
    'end-customer-erasures',
    `update customer_erasures u set ended_at = $1
     where u.ended_at is null and u.looked_through_at is not null and not exists (
       select from customer_erasure_trades c
       join erasures e on e.merchant_id = c.merchant_id and e.trade_id = c.trade_id
       where c.merchant_id = u.merchant_id and c.erasure_id = u.erasure_id
         and c.outcome = 'erase' and e.erased_at is null)
     returning ${COLUMNS}`,
    [timestamp(now)],
  );
}

/** The request that waits for a second person; null: none. */
export async function readWaitingErasure(db: Queryable, target: string): Promise<string | null> {
  const [row] = await db.query<{ proposal_id: string }>(
    'read-waiting-erasure',
    `select proposal_id from proposals
     where target = $1 and act = 'erasure' and state = 'waiting'
     order by proposal_id limit 1`,
    [target],
  );
  return row?.proposal_id ?? null;
}
