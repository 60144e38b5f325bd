// Notices on their way: written with the events that they tell of, leased to one process, and sent
// in order to each recipient.

import type { NoticeContent, NoticePurpose } from '../../domain/alert/alert-notice.ts';
import type { AttentionFound } from '../../domain/alert/attention.ts';
import type { DeliveryStatus } from '../../domain/callback/retry.ts';
import { type Queryable, timestamp } from '../connection/database.ts';

export type NewNotice = {
  alert_notice_id: string;
  alert_recipient_id: string;
  content: NoticeContent;
};

export async function insertNotices(
  tx: Queryable,
  notices: readonly NewNotice[],
  now: number,
): Promise<void> {
  if (notices.length === 0) return;
  await tx.query(
    'insert-alert-notices',
    `insert into alert_notices (alert_notice_id, alert_recipient_id, purpose, content, created_at,
       status, attempts, due_at)
     select n.id, n.recipient, n.purpose, n.content::jsonb, $5, 'waiting', 0, $5
     from unnest($1::uuid[], $2::uuid[], $3::text[], $4::text[])
       as n(id, recipient, purpose, content)`,
    [
      notices.map((notice) => notice.alert_notice_id),
      notices.map((notice) => notice.alert_recipient_id),
      notices.map((notice) => notice.content.purpose),
      notices.map((notice) => JSON.stringify(notice.content)),
      timestamp(now),
    ],
  );
}

export type LeasedNotice = {
  alert_notice_id: string;
  alert_recipient_id: string;
  purpose: NoticePurpose;
  content: NoticeContent;
  created_at: number;
  /** Of the coming attempt. */
  attempt: number;
};

/** Notices are due by the service's time; leases keep the true time, from `lease_from` on. */
type LeaseOfNotices = { now: number; lease_ms: number; lease_from: number; limit: number };

/**
 * The first notice of each recipient, if it is due, and every test: nobody who tests waits for what
 * could not be delivered before. A lease that ends later than any new one could does not count.
 */
export async function leaseNotices(
  db: Queryable,
  { now, lease_ms, lease_from, limit }: LeaseOfNotices,
): Promise<LeasedNotice[]> {
  return await db.query<LeasedNotice>(
    'lease-alert-notices',
    `update alert_notices n set leased_until = $4::timestamptz + $2 * interval '1 millisecond'
     from (
       select n.alert_notice_id from alert_notices n
       where n.status = 'waiting' and n.due_at <= $1
         and (n.leased_until is null or n.leased_until <= $4
           or n.leased_until > $4::timestamptz + 2 * $2 * interval '1 millisecond')
         and (n.purpose = 'test' or not exists (
           select from alert_notices b
           where b.status = 'waiting' and b.alert_recipient_id = n.alert_recipient_id
             and b.alert_notice_id < n.alert_notice_id and b.purpose <> 'test'
         ))
       order by n.alert_notice_id limit $3 for update skip locked
     ) c
     where n.alert_notice_id = c.alert_notice_id
     returning n.alert_notice_id, n.alert_recipient_id, n.purpose, n.content, n.created_at,
       n.attempts + 1 as attempt`,
    [timestamp(now), lease_ms, limit, timestamp(lease_from)],
  );
}

export type NoticeEnd = {
  alert_notice_id: string;
  alert_recipient_id: string;
  attempt: number;
  /** Of the answer, if there was one. */
  status: number | null;
  /** Null: it has arrived. */
  problem: string | null;
  /** If it is to be tried again. */
  due_at: number | null;
};

/** Recipient first, as everywhere. A late result after a lost lease changes nothing. */
export async function saveNoticeEnd(tx: Queryable, end: NoticeEnd, now: number): Promise<void> {
  const has_arrived = end.problem === null;
  await tx.query(
    'record-recipient',
    `update alert_recipients set last_problem = $2,
       failing_since = case when $2::text is null then null else coalesce(failing_since, $3) end,
       last_delivered_at = case when $2::text is null then $3 else last_delivered_at end
     where alert_recipient_id = $1`,
    [end.alert_recipient_id, end.problem, timestamp(now)],
  );
  const given_up: DeliveryStatus = 'exhausted';
  const over = has_arrived ? 'delivered' : given_up;
  await tx.query(
    'record-alert-notice',
    `update alert_notices set attempts = $2, leased_until = null, last_status = $3,
       last_problem = $4, due_at = coalesce($5, due_at),
       status = case when $5::timestamptz is null then $6 else 'waiting' end,
       finished_at = case when $5::timestamptz is null then $7::timestamptz end
     where alert_notice_id = $1 and status = 'waiting' and attempts = $2 - 1`,
    [
      end.alert_notice_id,
      end.attempt,
      end.status,
      end.problem,
      timestamp(end.due_at),
      over,
      timestamp(now),
    ],
  );
}

export type NoticeOutcome = {
  status: DeliveryStatus;
  attempts: number;
  last_status: number | null;
  last_problem: string | null;
};

export async function readNoticeOutcome(db: Queryable, id: string): Promise<NoticeOutcome | null> {
  const rows = await db.query<NoticeOutcome>(
    'read-notice-outcome',
    `select status, attempts, last_status, last_problem from alert_notices
     where alert_notice_id = $1`,
    [id],
  );
  return rows[0] ?? null;
}

/** How many notices wait for each recipient. */
export async function countWaitingNotices(
  db: Queryable,
): Promise<{ alert_recipient_id: string; notices: number }[]> {
  return await db.query(
    'count-waiting-notices',
    `select alert_recipient_id, count(*)::int as notices from alert_notices
     where status = 'waiting' group by 1`,
    [],
  );
}

export async function deleteOldNotices(
  db: Queryable,
  before: number,
  limit: number,
): Promise<number> {
  const rows = await db.query(
    'delete-old-notices',
    `delete from alert_notices where alert_notice_id in (
       select alert_notice_id from alert_notices
       where status <> 'waiting' and finished_at < $1 order by alert_notice_id limit $2
       for update skip locked
     ) returning 1 as deleted`,
    [timestamp(before), limit],
  );
  return rows.length;
}

/** Recipients whom nothing has reached since their last notice. */
export async function findRecipientsFailing(db: Queryable): Promise<AttentionFound[]> {
  return await db.query<AttentionFound>(
    'find-recipients-failing',
    `select alert_recipient_id::text as subject_id, 1 as count, failing_since as oldest_at
     from alert_recipients where enabled and failing_since is not null
     order by failing_since limit 200`,
    [],
  );
}
