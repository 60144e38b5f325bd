// Scheduled reports and their sendings as answers show them, with the names of those who get them.
import { daysText } from '../../domain/report/report-sending.ts';
import {
  type ReportReader,
  reportTerms,
  type ScheduledReport,
} from '../../domain/report/scheduled-report.ts';
import { originOf } from '../../domain/values/web-address.ts';
import { type ReportSending, selectLastSendings } from '../../store/report/report-sendings.ts';
import type { App } from '../process/app.ts';
import { namesOfActors } from '../request/actor-names.ts';
import { possibleReaders } from '../request/report-readers.ts';
import { settingVersion } from '../request/setting-version.ts';
import { iso, isoOrNull } from '../request/views.ts';

type Names = ReadonlyMap<string, string>;

function sendingBody(sending: ReportSending, names: Names) {
  const { person_id } = sending;
  return {
    id: sending.report_sending_id,
    person_id,
    person_name: person_id === null ? null : (names.get(person_id) ?? null),
    days: daysText(sending),
    by_hand: sending.by_hand,
    status: sending.status,
    attempts: sending.attempts,
    trades: sending.trades,
    has_file: sending.has_file,
    problem: sending.last_problem,
    created_at: iso(sending.created_at),
    finished_at: isoOrNull(sending.finished_at),
  };
}

export type SendingBody = ReturnType<typeof sendingBody>;

export async function sendingBodies(
  app: App,
  sendings: readonly ReportSending[],
): Promise<SendingBody[]> {
  const names = await namesOfActors(
    app,
    sendings.map(({ person_id }) => person_id),
  );
  return sendings.map((one) => sendingBody(one, names));
}

type Known = { names: Names; people: readonly ReportReader[]; last: readonly ReportSending[] };

function bodyOf(app: App, report: ScheduledReport, known: Known) {
  const address = new URLSearchParams(report.filters).toString();
  const { callback } = report;
  const recipient = (id: string) => ({
    id,
    name: known.names.get(id) ?? null,
    may_receive: known.people.some(({ person_id }) => person_id === id),
  });
  return {
    id: report.scheduled_report_id,
    name: report.name,
    view_name: report.view_name,
    address: `/trades${address === '' ? '' : `?${address}`}`,
    every: report.every,
    hour: report.hour,
    time_zone: report.time_zone,
    format: report.format,
    recipients: [...report.recipients],
    readers: report.recipients.map(recipient),
    callback_address: callback === null ? null : originOf(callback.url),
    callback_set_by: callback === null ? null : recipient(callback.set_by),
    enabled: report.enabled,
    created_at: iso(report.created_at),
    next_at: report.enabled ? iso(report.next_at) : null,
    last: known.last.map((one) => sendingBody(one, known.names)),
    secret: null as string | null,
    version: settingVersion(app.store.cipher, reportTerms(report)),
  };
}

export type ScheduledReportBody = ReturnType<typeof bodyOf>;
export type ReportRecipientBody = ScheduledReportBody['readers'][number];

export const readerBody = ({ person_id, name, role }: ReportReader) => ({
  id: person_id,
  name,
  role,
});
export type ReportReaderBody = ReturnType<typeof readerBody>;

/** Everybody whom a report names. */
const namedBy = ({ recipients, callback }: ScheduledReport): readonly (string | null)[] => [
  ...recipients,
  callback?.set_by ?? null,
];

/** With their sendings of the last time; `people` are those who may receive one now. */
export async function reportBodies(
  app: App,
  reports: readonly ScheduledReport[],
  people: readonly ReportReader[],
): Promise<ScheduledReportBody[]> {
  const sendings = await selectLastSendings(
    app.store.db,
    reports.map(({ scheduled_report_id: id }) => id),
  );
  const ids = [...reports.flatMap(namedBy), ...sendings.map(({ person_id }) => person_id)];
  const names = await namesOfActors(app, ids);
  const lastOf = (id: string) => sendings.filter((one) => one.scheduled_report_id === id);
  return reports.map((one) =>
    bodyOf(app, one, { names, people, last: lastOf(one.scheduled_report_id) }),
  );
}

/** One that was written now; the secret is shown only then. */
export async function scheduledReportBody(
  app: App,
  report: ScheduledReport,
  secret: string | null,
): Promise<ScheduledReportBody> {
  const { db, cipher } = app.store;
  const people = await possibleReaders(db, cipher, report.merchant_id);
  const [body] = await reportBodies(app, [report], people);
  if (body === undefined) throw new Error('A report was not shown');
  return { ...body, secret };
}
