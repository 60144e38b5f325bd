// Scheduled reports: what people wrote of them and their secrets are encrypted.
import type { ScheduledReport } from '../../domain/report/scheduled-report.ts';
import { type Queryable, timestamp } from '../connection/database.ts';
import type { Cipher } from '../encryption/encryption.ts';

type Content = Pick<ScheduledReport, 'name' | 'view_name' | 'filters' | 'callback'>;
type Row = Omit<ScheduledReport, keyof Content> & { content: Buffer };

const placeOf = (id: string) => `scheduled_reports/content/${id}`;

/** One that cannot be decrypted is not sent: no trade has such a state. */
const UNREADABLE: Content = {
  name: '(cannot be decrypted)',
  view_name: '(cannot be decrypted)',
  filters: { state: '(cannot be decrypted)' },
  callback: null,
};

function reportOf(cipher: Cipher, { content, ...row }: Row): ScheduledReport {
  const opened = cipher.tryOpen(content, placeOf(row.scheduled_report_id));
  return { ...row, ...(opened === null ? UNREADABLE : (JSON.parse(opened) as Content)) };
}

const COLUMNS = `scheduled_report_id, merchant_id, content, every, hour, time_zone, format,
  recipients, enabled, created_at, next_at`;

/** In the order in which they were made; there are few. */
export async function selectReports(
  db: Queryable,
  cipher: Cipher,
  merchant_id: string | null,
): Promise<ScheduledReport[]> {
  const rows = await db.query<Row>(
    'select-scheduled-reports',
    `select ${COLUMNS} from scheduled_reports
     where merchant_id is not distinct from $1::uuid order by scheduled_report_id`,
    [merchant_id],
  );
  return rows.map((row) => reportOf(cipher, row));
}

/** Of whomever it is. */
export async function selectReport(
  db: Queryable,
  cipher: Cipher,
  id: string,
): Promise<ScheduledReport | null> {
  const rows = await db.query<Row>(
    'select-scheduled-report',
    `select ${COLUMNS} from scheduled_reports where scheduled_report_id = $1`,
    [id],
  );
  return rows.map((row) => reportOf(cipher, row))[0] ?? null;
}

/** Their names, by their ids; those that are unknown are absent. */
export async function readReportNames(
  db: Queryable,
  cipher: Cipher,
  ids: readonly string[],
): Promise<ReadonlyMap<string, string>> {
  const rows = await db.query<Row>(
    'read-report-names',
    `select ${COLUMNS} from scheduled_reports where scheduled_report_id = any($1::uuid[])`,
    [ids],
  );
  return new Map(rows.map((row) => [row.scheduled_report_id, reportOf(cipher, row).name]));
}

export async function lockReport(
  tx: Queryable,
  cipher: Cipher,
  id: string,
): Promise<ScheduledReport | null> {
  const rows = await tx.query<Row>(
    'lock-scheduled-report',
    `select ${COLUMNS} from scheduled_reports where scheduled_report_id = $1 for update`,
    [id],
  );
  return rows.map((row) => reportOf(cipher, row))[0] ?? null;
}

/** At most some at once; what another process has is left to it. */
export async function lockDueReports(
  tx: Queryable,
  cipher: Cipher,
  now: number,
  limit: number,
): Promise<ScheduledReport[]> {
  const rows = await tx.query<Row>(
    'lock-due-reports',
    `select ${COLUMNS} from scheduled_reports where enabled and next_at <= $1
     order by scheduled_report_id limit $2 for update skip locked`,
    [timestamp(now), limit],
  );
  return rows.map((row) => reportOf(cipher, row));
}

export async function saveNextReports(
  tx: Queryable,
  due: readonly { scheduled_report_id: string; next_at: number }[],
): Promise<void> {
  await tx.query(
    'save-next-reports',
    `update scheduled_reports r set next_at = n.next_at
     from unnest($1::uuid[], $2::timestamptz[]) as n(id, next_at)
     where r.scheduled_report_id = n.id`,
    [due.map(({ scheduled_report_id: id }) => id), due.map(({ next_at }) => timestamp(next_at))],
  );
}

export async function saveReport(
  tx: Queryable,
  cipher: Cipher,
  report: ScheduledReport,
): Promise<void> {
  const { scheduled_report_id, name, view_name, filters, callback } = report;
  const content = JSON.stringify({ name, view_name, filters, callback });
  await tx.query(
    'save-scheduled-report',
    `insert into scheduled_reports (${COLUMNS})
     values ($1, $2, $3, $4, $5, $6, $7, $8, $9, $10, $11)
     on conflict (scheduled_report_id) do update set content = excluded.content,
       every = excluded.every, hour = excluded.hour, time_zone = excluded.time_zone,
       format = excluded.format, recipients = excluded.recipients, enabled = excluded.enabled,
       next_at = excluded.next_at`,
    [
      scheduled_report_id,
      report.merchant_id,
      cipher.seal(content, placeOf(scheduled_report_id)),
      report.every,
      report.hour,
      report.time_zone,
      report.format,
      report.recipients,
      report.enabled,
      timestamp(report.created_at),
      timestamp(report.next_at),
    ],
  );
}

/** With its files on their way, and what is known of those that were sent. */
export async function deleteReport(tx: Queryable, id: string): Promise<void> {
  await tx.query(
    'delete-report-sendings',
    `delete from report_sendings s using (
       select report_sending_id from report_sendings where scheduled_report_id = $1
       order by report_sending_id for update
     ) as held where s.report_sending_id = held.report_sending_id`,
    [id],
  );
  await tx.query(
    'delete-scheduled-report',
    'delete from scheduled_reports where scheduled_report_id = $1',
    [id],
  );
}
