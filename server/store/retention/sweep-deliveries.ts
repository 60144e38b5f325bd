// Walks through all callbacks of all merchants, a page at a time, and folds or removes those that
// are old enough. The position is stored with each page, so a killed process loses nothing.
import type { DeliveryStatus } from '../../domain/callback/retry.ts';
import type { Direction, State } from '../../domain/record/trade.ts';
import type { DeliveryKey } from '../callback/deliveries.ts';
import { type Queryable, type Transaction, timestamp } from '../connection/database.ts';
import { plainArray } from '../connection/rows.ts';
import type { SweptKind } from './retention-progress.ts';

/** One row has the position of the walk, which does both kinds. */
const WALK: SweptKind = 'deliveries';

export type Walk = {
  /** The key of the last row that was seen; null: none yet in this round. */
  after: DeliveryKey | null;
  /** Null: no round is under way. */
  started_at: number | null;
  looked_at: number | null;
  /** When somebody last set a period of these kinds. */
  changed_at: number | null;
};

type WalkRow = Omit<Walk, 'after'> & { kind: SweptKind; after_key: string[] | null };

function keyFrom([merchant_id, trade_id, sequence, endpoint_number]: string[]): DeliveryKey | null {
  if (merchant_id === undefined || trade_id === undefined) return null;
  return {
    merchant_id,
    trade_id,
    sequence: Number(sequence),
    endpoint_number: Number(endpoint_number),
  };
}

const KINDS: readonly SweptKind[] = ['callback_attempts', 'deliveries'];

const WALKS = `select kind, after_key, round_started_at as started_at, looked_at,
    (select max(changed_at) from retention_periods where kind = any($1)) as changed_at
  from retention_progress where kind = any($1) order by kind`;

/** Null unless all its rows are there. */
function walkOf(rows: readonly WalkRow[]): Walk | null {
  const row = rows.find(({ kind }) => kind === WALK);
  if (rows.length < KINDS.length || row === undefined) return null;
  const { after_key, started_at, looked_at, changed_at } = row;
  const after = after_key === null ? null : keyFrom(after_key);
  return { after, started_at, looked_at, changed_at };
}

/** Null: there was none yet. */
export async function readWalk(db: Queryable): Promise<Walk | null> {
  return walkOf(await db.query<WalkRow>('read-walk', WALKS, [KINDS]));
}

/** Null if another process is at work. */
export async function lockWalk(tx: Transaction): Promise<Walk | null> {
  await tx.query(
    'begin-walk',
    `insert into retention_progress (kind) select unnest($1::text[])
     on conflict (kind) do nothing`,
    [KINDS],
  );
  const rows = await tx.query<WalkRow>('lock-walk', `${WALKS} for update skip locked`, [KINDS]);
  return walkOf(rows);
}

export type DeliverySeen = DeliveryKey & {
  status: DeliveryStatus;
  finished_at: number | null;
  attempts: number;
  is_folded: boolean;
  direction: Direction | null;
  state: State | null;
  changed_at: number | null;
};

const PAGE_ROWS = 1_000;

/**
 * The next of one merchant, whose trades have an id before `younger`: later ones are too young.
 * Locked, so that nobody sends one again meanwhile. None is passed over: a short page is the last.
 */
async function readOfMerchant(
  tx: Transaction,
  after: DeliveryKey,
  younger: string,
): Promise<DeliverySeen[]> {
  return await tx.query<DeliverySeen>(
    'read-old-deliveries',
    `select d.merchant_id, d.trade_id, d.sequence, d.endpoint_number, d.status, d.finished_at,
       d.attempts, case when a.attempt is null then d.told_at is null or d.told_url is null
         else a.first_attempted_at is not null end as is_folded, t.direction,
       t.state, t.changed_at
     from (
       select merchant_id, trade_id, sequence, endpoint_number, status, finished_at, attempts,
         told_at, told_url
       from deliveries
       where merchant_id = $1 and (trade_id, sequence, endpoint_number) > ($2, $3, $4)
         and trade_id < $5
       order by merchant_id, trade_id, sequence, endpoint_number limit ${PAGE_ROWS}
       for update
     ) d
     left join trades t on t.merchant_id = d.merchant_id and t.trade_id = d.trade_id
     left join delivery_attempts a on a.merchant_id = d.merchant_id and a.trade_id = d.trade_id
       and a.sequence = d.sequence and a.endpoint_number = d.endpoint_number
       and a.attempt = d.attempts
     order by d.merchant_id, d.trade_id, d.sequence, d.endpoint_number`,
    [after.merchant_id, after.trade_id, after.sequence, after.endpoint_number, younger],
  );
}

const NIL = '00000000-0000-0000-0000-000000000000';
const firstOf = (merchant_id: string): DeliveryKey => ({
  merchant_id,
  trade_id: NIL,
  sequence: 0,
  endpoint_number: 0,
});

async function nextMerchant(tx: Transaction, after: string): Promise<string | null> {
  const [row] = await tx.query<{ merchant_id: string }>(
    'next-merchant-of-deliveries',
    'select merchant_id from deliveries where merchant_id > $1 order by merchant_id limit 1',
    [after],
  );
  return row?.merchant_id ?? null;
}

export type OldPage = { seen: DeliverySeen[]; next: DeliveryKey | null };

/** `next`: where the following page goes on; null: the round is over. */
export async function readOldPage(
  tx: Transaction,
  after: DeliveryKey | null,
  younger: string,
): Promise<OldPage> {
  const seen = after === null ? [] : await readOfMerchant(tx, after, younger);
  const last = seen.at(-1);
  if (seen.length === PAGE_ROWS && last !== undefined) return { seen, next: last };
  const merchant_id = await nextMerchant(tx, after?.merchant_id ?? NIL);
  return { seen, next: merchant_id === null ? null : firstOf(merchant_id) };
}

export type WalkStep = {
  started_at: number;
  next: DeliveryKey | null;
  now: number;
  /** Rows that this page ended, and the oldest that it left. */
  ended: Readonly<Record<SweptKind, number>>;
  oldest: Readonly<Record<SweptKind, number | null>>;
  /** Set if deliveries were removed: those from before. */
  removed_before: number | null;
};

export async function saveWalk(tx: Queryable, step: WalkStep): Promise<void> {
  const { next, now } = step;
  const position =
    next === null
      ? null
      : plainArray([
          next.merchant_id,
          next.trade_id,
          String(next.sequence),
          String(next.endpoint_number),
        ]);
  for (const kind of KINDS) {
    await tx.query(
      'save-walk',
      `update retention_progress set rows_ended = rows_ended + $2,
         last_ended_at = case when $2 > 0 then $3 else last_ended_at end,
         ended_before = greatest(ended_before, $4),
         after_key = $5::text[],
         round_started_at = case when $5::text[] is null then null else $6::timestamptz end,
         looked_at = case when $5::text[] is null then $3 else looked_at end,
         oldest_at = case when $5::text[] is null then least(round_oldest_at, $7)
           else oldest_at end,
         round_oldest_at = case when $5::text[] is null then null
           else least(round_oldest_at, $7) end
       where kind = $1`,
      [
        kind,
        step.ended[kind],
        timestamp(now),
        kind === WALK ? timestamp(step.removed_before) : null,
        position,
        timestamp(step.started_at),
        timestamp(step.oldest[kind]),
      ],
    );
  }
}

/** Deliveries that ended before this time may have been removed; null: none was. */
export async function readRemovedBefore(db: Queryable): Promise<number | null> {
  const [row] = await db.query<{ ended_before: number | null }>(
    'read-removed-before',
    'select ended_before from retention_progress where kind = $1',
    [WALK],
  );
  return row?.ended_before ?? null;
}
