// Reports on their way: written once for each recipient, leased to one process, and kept for a time
// with how they went.
import { randomUUID } from 'node:crypto';
import type { DeliveryStatus } from '../../domain/callback/retry.ts';
import type { DueReport } from '../../domain/report/report-schedule.ts';
import { type Queryable, timestamp } from '../connection/database.ts';

export type NewSending = Omit<DueReport, 'due_at'> & {
  report_sending_id: string;
  scheduled_report_id: string;
  /** Null: to the report's address for callbacks. */
  person_id: string | null;
  by_hand: boolean;
};

/** Of those that are there already no second one is written, unless somebody asked for it. */
export async function insertSendings(
  tx: Queryable,
  sendings: readonly NewSending[],
  now: number,
): Promise<void> {
  await tx.query(
    'insert-report-sendings',
    `insert into report_sendings (report_sending_id, scheduled_report_id, person_id, first_day,
       end_day, from_at, to_at, by_hand, created_at, status, attempts, due_at, has_file)
     select s.id, s.report, s.person, s.first_day, s.end_day, s.from_at, s.to_at, s.by_hand, $9,
       'waiting', 0, $9, false
     from unnest($1::uuid[], $2::uuid[], $3::uuid[], $4::integer[], $5::integer[],
       $6::timestamptz[], $7::timestamptz[], $8::boolean[])
       as s(id, report, person, first_day, end_day, from_at, to_at, by_hand)
     on conflict do nothing`,
    [
      sendings.map((one) => one.report_sending_id),
      sendings.map((one) => one.scheduled_report_id),
      sendings.map((one) => one.person_id),
      sendings.map((one) => one.first_day),
      sendings.map((one) => one.end_day),
      sendings.map((one) => timestamp(one.from_at)),
      sendings.map((one) => timestamp(one.to_at)),
      sendings.map((one) => one.by_hand),
      timestamp(now),
    ],
  );
}

export type LeasedSending = NewSending & {
  created_at: number;
  /** Of the coming attempt. */
  attempt: number;
};

/** Sendings are due by the service's time; leases keep the true time, from `lease_from` on. */
type LeaseOfSendings = { now: number; lease_ms: number; lease_from: number; limit: number };

/** To whom these days of a report are on their way; null: to its address for callbacks. */
export async function selectWaitingRecipients(
  db: Queryable,
  scheduled_report_id: string,
  from_at: number,
): Promise<(string | null)[]> {
  const rows = await db.query<Pick<NewSending, 'person_id'>>(
    'select-waiting-recipients',
    `select distinct person_id from report_sendings
     where scheduled_report_id = $1 and from_at = $2 and status = 'waiting'`,
    [scheduled_report_id, timestamp(from_at)],
  );
  return rows.map(({ person_id }) => person_id);
}

/** Of a sending that nobody has: a lease that ends later than any new one could does not count. */
const IS_FREE = `s.status = 'waiting' and s.due_at <= $1
  and (s.leased_until is null or s.leased_until <= $4
    or s.leased_until > $4::timestamptz + 2 * $2 * interval '1 millisecond')`;

/**
 * The operator and each merchant in turn, each with its reports in turn, the oldest of each first:
 * whoever has much to send delays nobody else by more than one sending. Who comes first among those
 * whose turn is the same is left to chance: by age, those who always wait would keep others out.
 */
export async function leaseSendings(
  db: Queryable,
  { now, lease_ms, lease_from, limit }: LeaseOfSendings,
): Promise<LeasedSending[]> {
  return await db.query<LeasedSending>(
    'lease-report-sendings',
    `update report_sendings s set leased_until = $4::timestamptz + $2 * interval '1 millisecond'
     from (
       select s.report_sending_id
       from report_sendings s join (
         select report_sending_id, row_number() over (
             partition by merchant_id order by turn, report_sending_id
           ) as turn
         from (
           select s.report_sending_id, r.merchant_id, row_number() over (
               partition by s.scheduled_report_id order by s.report_sending_id
             ) as turn
           from report_sendings s join scheduled_reports r using (scheduled_report_id)
           where ${IS_FREE}
         ) as of_reports
       ) as of_owners using (report_sending_id)
       where ${IS_FREE}
       order by of_owners.turn, md5(s.report_sending_id::text || $5) limit $3
       for update of s skip locked
     ) c
     where s.report_sending_id = c.report_sending_id
     returning s.report_sending_id, s.scheduled_report_id, s.person_id, s.first_day, s.end_day,
       s.from_at, s.to_at, s.by_hand, s.created_at, s.attempts + 1 as attempt`,
    [timestamp(now), lease_ms, limit, timestamp(lease_from), randomUUID()],
  );
}

export type SendingEnd = {
  report_sending_id: string;
  attempt: number;
  /** Of the answer, if there was one. */
  status: number | null;
  /** Null: it has arrived. */
  problem: string | null;
  /** If it is to be tried again. */
  due_at: number | null;
  trades: number | null;
  has_file: boolean;
};

/** A late result after a lost lease changes nothing. */
export async function saveSendingEnd(db: Queryable, end: SendingEnd, now: number): Promise<void> {
  const given_up: DeliveryStatus = 'exhausted';
  const over: DeliveryStatus = end.problem === null ? 'delivered' : given_up;
  await db.query(
    'record-report-sending',
    `update report_sendings set attempts = $2, leased_until = null, last_status = $3,
       last_problem = $4, trades = $5, has_file = $6, due_at = coalesce($7, due_at),
       status = case when $7::timestamptz is null then $8 else 'waiting' end,
       finished_at = case when $7::timestamptz is null then $9::timestamptz end
     where report_sending_id = $1 and status = 'waiting' and attempts = $2 - 1`,
    [
      end.report_sending_id,
      end.attempt,
      end.status,
      end.problem,
      end.trades,
      end.has_file,
      timestamp(end.due_at),
      over,
      timestamp(now),
    ],
  );
}

export type ReportSending = Omit<NewSending, 'from_at' | 'to_at'> & {
  created_at: number;
  status: DeliveryStatus;
  attempts: number;
  finished_at: number | null;
  last_problem: string | null;
  trades: number | null;
  has_file: boolean;
};

const COLUMNS = `report_sending_id, scheduled_report_id, person_id, first_day, end_day, by_hand,
  created_at, status, attempts, finished_at, last_problem, trades, has_file`;

/** Newest first. */
export async function selectSendings(
  db: Queryable,
  scheduled_report_id: string,
  limit: number,
): Promise<ReportSending[]> {
  return await db.query<ReportSending>(
    'select-report-sendings',
    `select ${COLUMNS} from report_sendings where scheduled_report_id = $1
     order by report_sending_id desc limit $2`,
    [scheduled_report_id, limit],
  );
}

/** With the moments at which its days begin and end. */
export type SendingOfDays = ReportSending & Pick<NewSending, 'from_at' | 'to_at'>;

export async function selectSending(
  db: Queryable,
  scheduled_report_id: string,
  report_sending_id: string,
): Promise<SendingOfDays | null> {
  const rows = await db.query<SendingOfDays>(
    'select-report-sending',
    `select ${COLUMNS}, from_at, to_at from report_sendings
     where report_sending_id = $2 and scheduled_report_id = $1`,
    [scheduled_report_id, report_sending_id],
  );
  return rows[0] ?? null;
}

/** Of each report the newest days that were sent: to each recipient the last time. */
export async function selectLastSendings(
  db: Queryable,
  ids: readonly string[],
): Promise<ReportSending[]> {
  return await db.query<ReportSending>(
    'select-last-report-sendings',
    `select s.* from unnest($1::uuid[]) as r(id) cross join lateral (
       select distinct on (person_id) ${COLUMNS} from report_sendings
       where scheduled_report_id = r.id
         and from_at = (
           select max(from_at) from report_sendings where scheduled_report_id = r.id
         )
       order by person_id, report_sending_id desc
     ) as s`,
    [ids],
  );
}

export async function deleteOldSendings(
  db: Queryable,
  before: number,
  limit: number,
): Promise<number> {
  const rows = await db.query(
    'delete-old-sendings',
    `delete from report_sendings where report_sending_id in (
       select report_sending_id from report_sendings
       where status <> 'waiting' and finished_at < $1 order by report_sending_id limit $2
       for update skip locked
     ) returning 1 as deleted`,
    [timestamp(before), limit],
  );
  return rows.length;
}
