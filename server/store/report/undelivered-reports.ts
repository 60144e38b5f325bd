// Reports that somebody did not get: the days whose newest sending to them was given up.
import type { AttentionFound } from '../../domain/alert/attention.ts';
import { COUNTED_MOST } from '../../domain/alert/attention-kinds.ts';
import type { ReportRecipient } from '../../domain/report/report-sending.ts';
import type { Queryable } from '../connection/database.ts';
import { timestamp } from '../connection/database.ts';
import { plainArray } from '../connection/rows.ts';

export type NamedRecipient = { scheduled_report_id: string; person_id: ReportRecipient };

/** Given up after `since`, of these recipients only. The oldest one is the worst. */
export async function findReportsUndelivered(
  db: Queryable,
  recipients: readonly NamedRecipient[],
  since: number,
): Promise<AttentionFound[]> {
  if (recipients.length === 0) return [];
  const rows = await db.query<AttentionFound>(
    'find-reports-undelivered',
    `with lost as materialized (
       select s.scheduled_report_id, s.finished_at
       from unnest($1::uuid[], $2::uuid[]) as n(report, person)
         join report_sendings s on s.scheduled_report_id = n.report
           and s.person_id is not distinct from n.person
       where s.status <> 'waiting' and s.status = 'exhausted' and s.finished_at > $3
         and not exists (
           select from report_sendings l
           where l.scheduled_report_id = s.scheduled_report_id and l.from_at = s.from_at
             and l.person_id is not distinct from s.person_id
             and l.report_sending_id > s.report_sending_id
         )
       order by s.finished_at limit $4
     )
     select null::text as subject_id, count(*)::int as count, min(finished_at) as oldest_at,
       (select 'scheduled_reports/' || scheduled_report_id
        from lost order by finished_at limit 1) as worst
     from lost`,
    [
      plainArray(recipients.map(({ scheduled_report_id: id }) => id)),
      plainArray(recipients.map(({ person_id }) => person_id)),
      timestamp(since),
      COUNTED_MOST + 1,
    ],
  );
  return rows.filter(({ count }) => count > 0);
}
