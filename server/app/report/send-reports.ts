// Reports that are due, or that somebody wants now: one sending for each recipient, leased to one
// process and recorded.
import { nextNoticeAt } from '../../domain/alert/alert-notice.ts';
import { reportsAround } from '../../domain/report/report-schedule.ts';
import {
  type ReportRecipient,
  recipientsOf,
  recipientsToSend,
  refuseSendingAgain,
} from '../../domain/report/report-sending.ts';
import type { ScheduledReport } from '../../domain/report/scheduled-report.ts';
import { SEND_SCHEDULED_REPORT } from '../../domain/report/scheduled-report-requests.ts';
import { type RawFields, readRequest } from '../../domain/request/read-request.ts';
import {
  isRefusal,
  type Refusal,
  refuseFields,
  refuseUnknown,
} from '../../domain/service/refusal.ts';
import { REPORT_LEASE_MS } from '../../domain/service/report-timers.ts';
import { parseUuid } from '../../lib/uuid.ts';
import type { Queryable } from '../../store/connection/database.ts';
import * as store from '../../store/report/report-sendings.ts';
import {
  lockDueReports,
  lockReport,
  saveNextReports,
} from '../../store/report/scheduled-reports.ts';
import type { App } from '../process/app.ts';
import { newId } from '../process/ids.ts';
import { serviceTime } from '../process/service-time.ts';
import { auditIn } from '../request/audit.ts';
import { type OperatorCaller, operatorActor } from '../request/caller.ts';
import { clockOfZone } from '../request/report-readers.ts';
import type { Made } from './make-report-post.ts';
import { type SendingBody, sendingBodies } from './scheduled-report-view.ts';

/** Each has a file in memory. */
const AT_ONCE = 4;
const DUE_AT_ONCE = 20;

type Covered = Pick<store.NewSending, 'first_day' | 'end_day' | 'from_at' | 'to_at'>;

const sendingsOf = (
  scheduled_report_id: string,
  recipients: readonly ReportRecipient[],
  { first_day, end_day, from_at, to_at }: Covered,
  by_hand: boolean,
): store.NewSending[] =>
  recipients.map((person_id) => ({
    report_sending_id: newId(),
    scheduled_report_id,
    person_id,
    first_day,
    end_day,
    from_at,
    to_at,
    by_hand,
  }));

/**
 * Writes what is to be sent of reports that are due. After a time without the service a report is
 * sent once, of its last days: nobody wants a mail for each day of it.
 */
export async function writeDueReports(app: App): Promise<number> {
  const now = serviceTime(app);
  const { db, cipher } = app.store;
  const written = await db.transaction(async (tx) => {
    const reports = await lockDueReports(tx, cipher, now, DUE_AT_ONCE);
    if (reports.length === 0) return 0;
    const due = reports.map((report) => {
      const { last, next } = reportsAround(report, clockOfZone(report.time_zone), now);
      return { report, last, next };
    });
    const sendings = due.flatMap(({ report, last }) =>
      sendingsOf(report.scheduled_report_id, recipientsOf(report), last, false),
    );
    const next = due.map(({ report: { scheduled_report_id }, next: { due_at } }) => ({
      scheduled_report_id,
      next_at: due_at,
    }));
    await saveNextReports(tx, next);
    await store.insertSendings(tx, sendings, now);
    return reports.length;
  });
  return written;
}

type Asked = { covered: Covered; recipients: readonly ReportRecipient[] };

/** The last days that are over, for all recipients; or those of one sending, for its own. */
async function askedFor(
  tx: Queryable,
  report: ScheduledReport,
  sending_id: string | null,
  now: number,
): Promise<Asked | Refusal> {
  if (sending_id === null) {
    const { last } = reportsAround(report, clockOfZone(report.time_zone), now);
    return { covered: last, recipients: recipientsOf(report) };
  }
  const before = await store.selectSending(tx, report.scheduled_report_id, sending_id);
  if (before === null) {
    const message = 'is not a sending of this report';
    return refuseFields([{ field: 'sending_id', code: 'unknown_value', message }]);
  }
  return refuseSendingAgain(report, before) ?? { covered: before, recipients: [before.person_id] };
}

/** At once. The report is locked, so that of two who ask one finds what the other wrote. */
export async function sendReportNow(
  app: App,
  operator: OperatorCaller,
  id: string,
  raw: RawFields,
): Promise<{ data: SendingBody[] } | Refusal> {
  const asked = readRequest(SEND_SCHEDULED_REPORT, raw);
  if (isRefusal(asked)) return asked;
  const uuid = parseUuid(id);
  if (uuid === null) return refuseUnknown();
  const { db, cipher } = app.store;
  const now = serviceTime(app);
  const written = await db.transaction(async (tx) => {
    const report = await lockReport(tx, cipher, uuid);
    if (report === null || report.merchant_id !== operator.merchant_id) return refuseUnknown();
    const named = await askedFor(tx, report, asked.sending_id, now);
    if (isRefusal(named)) return named;
    const { covered } = named;
    const waiting = await store.selectWaitingRecipients(tx, uuid, covered.from_at);
    const recipients = recipientsToSend(named.recipients, waiting);
    if (isRefusal(recipients)) return recipients;
    await store.insertSendings(tx, sendingsOf(uuid, recipients, covered, true), now);
    const detail = { recipients: recipients.length };
    const actor = operatorActor(operator);
    await auditIn(tx, actor, 'scheduled_report_sent', `scheduled_reports/${uuid}`, detail);
    return await store.selectSendings(tx, uuid, recipients.length);
  });
  return isRefusal(written) ? written : { data: await sendingBodies(app, written) };
}

export type LeasedReport = store.LeasedSending;

/** Leased to this process; if it dies, they are sent again with the same ids. */
export async function claimReports(app: App): Promise<LeasedReport[]> {
  const now = serviceTime(app);
  const times = { now, lease_ms: REPORT_LEASE_MS, lease_from: app.settings.now() };
  return await store.leaseSendings(app.store.db, { ...times, limit: AT_ONCE });
}

export type ReportResult = { status: number | null; problem: string | null; is_final: boolean };

export async function recordReport(
  app: App,
  { report_sending_id, attempt }: LeasedReport,
  { trades, has_file }: Made,
  { status, problem, is_final }: ReportResult,
): Promise<void> {
  const now = serviceTime(app);
  const due_at = problem === null ? null : nextNoticeAt('alerts', attempt, is_final, now);
  const end = { report_sending_id, attempt, status, problem, due_at, trades, has_file };
  await store.saveSendingEnd(app.store.db, end, now);
  if (problem === null) return;
  // Neither the address nor what the server said: both may name somebody.
  app.log.warn(
    { report_sending_id, status, problem, attempt },
    'a scheduled report could not be sent',
  );
}
