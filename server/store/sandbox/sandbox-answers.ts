// Orders that the sandbox's simulated bank answers by itself: when, and how far it has come.
import type { TradeKey } from '../../domain/record/trade.ts';
import { type Queryable, timestamp } from '../connection/database.ts';

export type DueAnswer = TradeKey & { steps_done: number };

/** Counts from the first step again if the order is there already: its claim may be a new one. */
export async function putSandboxAnswer(
  db: Queryable,
  { merchant_id, trade_id }: TradeKey,
  due_at: number,
): Promise<void> {
  await db.query(
    'put-sandbox-answer',
    `insert into sandbox_answers (merchant_id, trade_id, steps_done, due_at)
     values ($1, $2, 0, $3)
     on conflict (merchant_id, trade_id)
     do update set steps_done = 0, due_at = excluded.due_at`,
    [merchant_id, trade_id, timestamp(due_at)],
  );
}

/** Each is taken by one process; if that dies, it is due again after `lease_ms`. */
export async function takeSandboxAnswers(
  db: Queryable,
  { now, limit, lease_ms }: { now: number; limit: number; lease_ms: number },
): Promise<DueAnswer[]> {
  return await db.query<DueAnswer>(
    'take-sandbox-answers',
    `with due as (
       select merchant_id, trade_id from sandbox_answers
       where due_at <= $3 order by due_at limit $1 for update skip locked
     )
     update sandbox_answers a
     set due_at = $3::timestamptz + $2 * interval '1 millisecond'
     from due where a.merchant_id = due.merchant_id and a.trade_id = due.trade_id
     returning a.merchant_id, a.trade_id, a.steps_done`,
    [limit, lease_ms, timestamp(now)],
  );
}

export async function moveSandboxAnswer(
  db: Queryable,
  { merchant_id, trade_id }: TradeKey,
  steps_done: number,
  due_at: number,
): Promise<void> {
  await db.query(
    'move-sandbox-answer',
    `update sandbox_answers
     set steps_done = $3, due_at = $4
     where merchant_id = $1 and trade_id = $2`,
    [merchant_id, trade_id, steps_done, timestamp(due_at)],
  );
}

export async function endSandboxAnswer(
  db: Queryable,
  { merchant_id, trade_id }: TradeKey,
): Promise<void> {
  await db.query(
    'end-sandbox-answer',
    'delete from sandbox_answers where merchant_id = $1 and trade_id = $2',
    [merchant_id, trade_id],
  );
}
