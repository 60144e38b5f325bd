// What waits for an operator, kind by kind: each query reads only rows that wait, through an index
// that has no others, and stops counting at a limit.

import type { AttentionFound } from '../../domain/alert/attention.ts';
import { COUNTED_MOST } from '../../domain/alert/attention-kinds.ts';
import { WAITING_SETTLEMENT_STATES } from '../../domain/record/settlement-record.ts';
import { PAID_PAYIN_STATES, QUEUED_PAYOUT_STATES } from '../../domain/record/state-sets.ts';
import { type Queryable, timestamp } from '../connection/database.ts';
import { oneOf } from '../connection/word-list.ts';

/** One more, so that "1,000 and more" can be told from 1,000. */
export const MOST = COUNTED_MOST + 1;

/** Of a kind whose items have a subject: those that wait longest. */
export const SUBJECTS_MOST = 200;

const NONE = 'null::text as subject_id';

/** The path of a record as the audit trail has it. */
const path = (kind: string, ...ids: readonly string[]) =>
  [`'${kind}/'`, ids.join(` || '/' || `)].join(' || ');

/** No item if nothing waits. */
async function foundBy(
  db: Queryable,
  name: string,
  text: string,
  values: readonly unknown[] = [],
): Promise<AttentionFound[]> {
  const rows = await db.query<AttentionFound>(name, text, [...values]);
  return rows.filter(({ count }) => count > 0);
}

/** Counts the rows of an index in its order: the first one is the oldest, and so the worst. */
const oldestFirst = (column: string, from: string, worst: string, order = column) =>
  `select ${NONE}, count(*)::int as count, min(w.at) as oldest_at,
     (select ${worst} from ${from} order by ${order} limit 1) as worst
   from (select ${column} as at from ${from} order by ${order} limit ${MOST}) w`;

const TRADE = path('trades', 'merchant_id', 'trade_id');

export async function findPayinsToVerify(db: Queryable): Promise<AttentionFound[]> {
  return await foundBy(
    db,
    'find-payins-to-verify',
    oldestFirst('changed_at', `trades where state = 'verifying'`, TRADE),
  );
}

const QUEUED = `t.direction = 'payout' and t.state in ${oneOf(QUEUED_PAYOUT_STATES)}`;

/** The index is ordered by currency, so the oldest of each currency is looked up. */
export async function findPayoutsToSend(db: Queryable): Promise<AttentionFound[]> {
  return await foundBy(
    db,
    'find-payouts-to-send',
    `with recursive queues as (
       (select t.currency from trades t where ${QUEUED} order by t.currency limit 1)
       union all
       select n.currency from queues q cross join lateral (
         select t.currency from trades t where ${QUEUED} and t.currency > q.currency
         order by t.currency limit 1
       ) n
     )
     select ${NONE}, c.count, o.oldest_at, o.worst
     from (
       select count(*)::int as count
       from (select 1 from trades t where ${QUEUED} limit ${MOST}) w
     ) c left join (
       select f.* from queues q cross join lateral (
         select t.created_at as oldest_at, ${TRADE} as worst from trades t
         where ${QUEUED} and t.currency = q.currency order by t.trade_id limit 1
       ) f order by 1 limit 1
     ) o on true`,
  );
}

const OF_MERCHANT = `t.merchant_id = m.merchant_id and t.state = 'processing'`;

/** The index is ordered by merchant, so the oldest of each merchant is looked up. */
export async function findPayoutsUnconfirmed(db: Queryable): Promise<AttentionFound[]> {
  return await foundBy(
    db,
    'find-payouts-unconfirmed',
    `select ${NONE}, c.count, o.oldest_at, o.worst
     from (
       select count(*)::int as count from (
         select 1 from merchants m cross join lateral (
           select 1 from trades t where ${OF_MERCHANT} limit ${MOST}
         ) f limit ${MOST}
       ) w
     ) c left join (
       select f.* from merchants m cross join lateral (
         select t.created_at as oldest_at, ${path('trades', 't.merchant_id', 't.trade_id')} as worst
         from trades t where ${OF_MERCHANT} order by t.trade_id limit 1
       ) f order by 1 limit 1
     ) o on true`,
  );
}

/** Decided ones too, if their outcome has not been carried out: nothing but a person does that. */
export async function findDisputesOverdue(db: Queryable, now: number): Promise<AttentionFound[]> {
  return await foundBy(
    db,
    'find-disputes-overdue',
    oldestFirst(
      'deadline_at',
      'disputes where closed_at is null and executed_at is null and deadline_at <= $1',
      path('disputes', 'merchant_id', 'dispute_id'),
    ),
    [timestamp(now)],
  );
}

/** Their ids are in the order of their times. */
export async function findApprovalsWaiting(db: Queryable): Promise<AttentionFound[]> {
  return await foundBy(
    db,
    'find-approvals-waiting',
    oldestFirst(
      'created_at',
      `proposals where state = 'waiting'`,
      path('approvals', 'proposal_id'),
      'proposal_id',
    ),
  );
}

export async function findSettlementsWaiting(db: Queryable): Promise<AttentionFound[]> {
  return await foundBy(
    db,
    'find-settlements-waiting',
    oldestFirst(
      'changed_at',
      `settlements where state in ${oneOf(WAITING_SETTLEMENT_STATES)}`,
      path('settlements', 'merchant_id', 'settlement_id'),
    ),
  );
}

export async function findLinesInSuspense(db: Queryable): Promise<AttentionFound[]> {
  return await foundBy(
    db,
    'find-lines-in-suspense',
    oldestFirst(
      'decided_at',
      `bank_line_outcomes where status = 'suspense'`,
      path('bank_lines', 'bank_line_id'),
    ),
  );
}

/**
 * The accounts whose first row waits longest, and how many rows each of them has: `from` is a table
 * and a condition that name the account as `k.receiving_account_id`. Looking for the first row of
 * an account reads one entry of the index, so only the listed accounts are counted.
 */
const byAccount = (column: string, from: string) =>
  `select k.receiving_account_id::text as subject_id, w.count, k.oldest_at
   from (
     select k.receiving_account_id, f.oldest_at
     from unnest($1::uuid[]) as k(receiving_account_id)
     cross join lateral (select ${column} as oldest_at from ${from} order by 1 limit 1) f
     order by f.oldest_at limit ${SUBJECTS_MOST}
   ) k cross join lateral (
     select count(*)::int as count from (select 1 from ${from} limit ${MOST}) c
   ) w
   order by k.oldest_at`;

export async function findPayinsWithoutLine(
  db: Queryable,
  account_ids: readonly string[],
): Promise<AttentionFound[]> {
  return await foundBy(
    db,
    'find-payins-without-line',
    byAccount(
      't.completed_at',
      `trades t where t.direction = 'payin' and t.state in ${oneOf(PAID_PAYIN_STATES)}
         and t.received_amount_cents < t.amount_cents - t.recalled_amount_cents
         and t.receiving_account_id = k.receiving_account_id`,
    ),
    [account_ids],
  );
}

export async function findPayoutsWithoutLine(
  db: Queryable,
  account_ids: readonly string[],
): Promise<AttentionFound[]> {
  return await foundBy(
    db,
    'find-payouts-without-line',
    byAccount(
      'a.changed_at',
      `payout_attempts a where a.debit_line_id is null and a.state = 'paid'
         and a.receiving_account_id = k.receiving_account_id`,
    ),
    [account_ids],
  );
}

export async function findBooksUnsound(db: Queryable): Promise<AttentionFound[]> {
  return await foundBy(
    db,
    'find-books-unsound',
    `select ${NONE}, coalesce(sum(problem_count), 0)::int as count, min(failing_since) as oldest_at
     from book_checks where problem_count > 0`,
  );
}

/** Days that have ended before `now` without a proof, since the newest one. */
export async function findProofsMissing(db: Queryable, now: number): Promise<AttentionFound[]> {
  return await foundBy(
    db,
    'find-proofs-missing',
    `select ${NONE}, greatest(d.today - f.first_day, 0) as count,
       greatest((f.first_day + 1)::timestamp at time zone 'UTC', f.known_since) as oldest_at
     from (select ($1::timestamptz at time zone 'UTC')::date as today) d
     cross join lateral (
       select coalesce(p.day + 1, (m.known_since at time zone 'UTC')::date - 1) as first_day,
         m.known_since
       from database_mode m left join lateral (
         select day from proofs where day < d.today order by day desc limit 1
       ) p on true
     ) f`,
    [timestamp(now)],
  );
}

export async function findCallbacksExhausted(
  db: Queryable,
  since: number,
): Promise<AttentionFound[]> {
  return await foundBy(
    db,
    'find-callbacks-exhausted',
    oldestFirst('finished_at', `deliveries where status = 'exhausted' and finished_at > $1`, TRADE),
    [timestamp(since)],
  );
}

/** Beside stored ones; the oldest has the lowest id. */
export async function findLinesWaiting(db: Queryable): Promise<AttentionFound[]> {
  return await foundBy(
    db,
    'find-lines-waiting',
    oldestFirst(
      'received_at',
      'waiting_lines where decision is null',
      path('waiting_lines', 'waiting_line_id'),
      'waiting_line_id',
    ),
  );
}

export async function findImportsUnfinished(db: Queryable): Promise<AttentionFound[]> {
  return await foundBy(
    db,
    'find-imports-unfinished',
    oldestFirst(
      'progress_at',
      'statement_imports where completed_at is null',
      path('statements', 'statement_id'),
    ),
  );
}

export type UsedDay = { receiving_account_id: string; count: number; amount_cents: bigint };

/** What the accounts have received on a UTC day, without a lock. */
export async function readUsedDays(
  db: Queryable,
  day: number,
  account_ids: readonly string[],
): Promise<UsedDay[]> {
  return await db.query<UsedDay>(
    'read-used-days',
    `select receiving_account_id, sum(payin_count)::int as count,
       sum(amount_cents)::bigint as amount_cents
     from account_days where day = $1 and receiving_account_id = any($2::uuid[]) group by 1`,
    [day, account_ids],
  );
}
