// The file of a report for one recipient, as an e-mail or a signed callback: made only if whoever
// gets it still may export these trades.
import {
  type ReportProblem,
  reportFileName,
  reportMail,
  reportQuery,
} from '../../domain/report/report-sending.ts';
import {
  MOST_REPORT_BYTES,
  MOST_REPORTED_TRADES,
  mayReceive,
  type ReportFormat,
  type ReportReader,
  type ScheduledReport,
} from '../../domain/report/scheduled-report.ts';
import { isRefusal } from '../../domain/service/refusal.ts';
import { selectPerson } from '../../store/access/people.ts';
import type { LeasedSending } from '../../store/report/report-sendings.ts';
import { selectReport } from '../../store/report/scheduled-reports.ts';
import type { App } from '../process/app.ts';
import { signWebhook } from '../process/standard-webhook.ts';
import { SERVICE } from '../request/caller.ts';
import { iso } from '../request/views.ts';
import { type ExportedPages, giveTrades } from '../trade/export-trades.ts';

type ReportFile = { content: Uint8Array; content_type: string };

/** Null: it has more bytes than `most`. */
export type ReportFileMaker = (
  pages: ExportedPages,
  format: ReportFormat,
  most: number,
) => Promise<ReportFile | null>;

export type Made = { trades: number | null; has_file: boolean };

export type ReportPost =
  | (Made & { channel: 'none'; problem: ReportProblem })
  | (Made & {
      channel: 'callback';
      url: string;
      body: string;
      headers: Readonly<Record<string, string>>;
    })
  | (Made & {
      channel: 'email';
      to: string;
      subject: string;
      text: string;
      message_id: string;
      attachments: readonly { filename: string; content: Buffer; contentType: string }[];
    });

const nothing = (problem: ReportProblem): ReportPost => ({
  channel: 'none',
  problem,
  trades: null,
  has_file: false,
});

type Content = Made & {
  query: Record<string, string>;
  file: (ReportFile & { name: string }) | null;
};

async function contentOf(
  app: App,
  report: ScheduledReport,
  sending: LeasedSending,
  makeFile: ReportFileMaker,
): Promise<Content | null> {
  const { format, scheduled_report_id } = report;
  const query = reportQuery(report, sending);
  const { person_id } = sending;
  const given = await giveTrades(app, {
    actor: SERVICE,
    query,
    format,
    most: MOST_REPORTED_TRADES,
    noted: { scheduled_report: scheduled_report_id, recipient: person_id ?? 'callback' },
  });
  if (isRefusal(given)) return null;
  if (given === null) return { query, trades: null, has_file: false, file: null };
  const made = await makeFile(given.pages, format, MOST_REPORT_BYTES);
  const file = made === null ? null : { ...made, name: reportFileName(sending, format) };
  return { query, trades: given.trades, has_file: file !== null, file };
}

const linkOf = (app: App, query: Record<string, string>) =>
  `${app.public_url}/console/trades?${new URLSearchParams(query)}`;

type Sent = { app: App; report: ScheduledReport; sending: LeasedSending; content: Content };

function emailOf({ app, report, sending, content }: Sent, reader: ReportReader): ReportPost {
  const { query, trades, has_file, file } = content;
  const link = linkOf(app, query);
  const told = { report, days: sending, trades, file_name: file?.name ?? null, link };
  const attachments =
    file === null
      ? []
      : [
          {
            filename: file.name,
            content: Buffer.from(file.content),
            contentType: file.content_type,
          },
        ];
  return {
    channel: 'email',
    to: reader.email,
    ...reportMail(told, app.public_url),
    message_id: `<${sending.report_sending_id}@${new URL(app.public_url).hostname}>`,
    attachments,
    trades,
    has_file,
  };
}

function callbackOf(
  { app, report, sending, content }: Sent,
  { url, secret }: { url: string; secret: string },
): ReportPost {
  const { query, trades, has_file, file } = content;
  const id = `rpt_${sending.report_sending_id}`;
  const data = {
    scheduled_report_id: report.scheduled_report_id,
    name: report.name,
    view_name: report.view_name,
    from: iso(sending.from_at),
    to: iso(sending.to_at),
    trades,
    link: linkOf(app, query),
    file:
      file === null
        ? null
        : {
            name: file.name,
            content_type: file.content_type,
            content_base64: Buffer.from(file.content).toString('base64'),
          },
  };
  const body = JSON.stringify({
    type: 'reports.scheduled',
    timestamp: iso(sending.created_at),
    data,
  });
  // Receivers compare it with their own clocks.
  const timestamp_s = Math.floor(app.settings.now() / 1_000);
  const headers = {
    'content-type': 'application/json',
    'user-agent': 'payment-orders',
    'webhook-id': id,
    'webhook-timestamp': String(timestamp_s),
    'webhook-signature': signWebhook({ secrets: [secret], id, timestamp_s, body }),
  };
  return { channel: 'callback', url, body, headers, trades, has_file };
}

/** Whoever gets the trades, or answers for the address that does, may still export them. */
export async function makeReportPost(
  app: App,
  sending: LeasedSending,
  makeFile: ReportFileMaker,
): Promise<ReportPost> {
  const { db, cipher } = app.store;
  const report = await selectReport(db, cipher, sending.scheduled_report_id);
  const { person_id } = sending;
  const callback = report?.callback ?? null;
  const answerer = person_id ?? callback?.set_by;
  const reader = answerer === undefined ? null : await selectPerson(db, cipher, answerer);
  if (report === null || reader === null || !mayReceive(reader, report.merchant_id)) {
    return nothing('no_right');
  }
  const content = await contentOf(app, report, sending, makeFile);
  if (content === null) return nothing('filters_refused');
  const sent = { app, report, sending, content };
  if (person_id !== null) return emailOf(sent, reader);
  return callback === null ? nothing('no_right') : callbackOf(sent, callback);
}
