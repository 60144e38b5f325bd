// Reports of the house that somebody did not get: given up, and not sent to them since.
import type { AttentionFound } from '../../domain/alert/attention.ts';
import { COUNTED_MOST } from '../../domain/alert/attention-kinds.ts';
import type { Queryable } from '../connection/database.ts';
import { timestamp } from '../connection/database.ts';

/** The oldest one is the worst. A merchant's people see their own reports, and mend them. */
export async function findReportsUndelivered(
  db: Queryable,
  since: number,
): Promise<AttentionFound[]> {
  const rows = await db.query<AttentionFound>(
    'find-reports-undelivered',
    `with lost as materialized (
       select s.scheduled_report_id, s.finished_at
       from report_sendings s join scheduled_reports r using (scheduled_report_id)
       where s.status <> 'waiting' and s.status = 'exhausted' and s.finished_at > $1
         and r.merchant_id is null
         and not exists (
           select from report_sendings l
           where l.scheduled_report_id = s.scheduled_report_id and l.status = 'delivered'
             and l.report_sending_id > s.report_sending_id
             and l.person_id is not distinct from s.person_id
         )
       order by s.finished_at limit $2
     )
     select null::text as subject_id, count(*)::int as count, min(finished_at) as oldest_at,
       (select 'scheduled_reports/' || scheduled_report_id
        from lost order by finished_at limit 1) as worst
     from lost`,
    [timestamp(since), COUNTED_MOST + 1],
  );
  return rows.filter(({ count }) => count > 0);
}
