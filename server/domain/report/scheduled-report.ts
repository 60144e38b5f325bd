// A scheduled report: the trades of a saved view as a file, sent after each day, week or month.
import type { Person } from '../access/person.ts';
import { roleHas } from '../access/rights.ts';
import type { ReportSchedule } from './report-schedule.ts';

export const REPORT_FORMATS = ['xlsx', 'csv'] as const;
export type ReportFormat = (typeof REPORT_FORMATS)[number];

export type ReportCallback = {
  url: string;
  secret: string;
  /** Whoever set the address: its trades are sent for as long as this person may export them. */
  set_by: string;
};

export type ScheduledReport = ReportSchedule & {
  scheduled_report_id: string;
  /** Of a merchant's people; null: of the operator's. */
  merchant_id: string | null;
  name: string;
  /** What the view was called and what it showed when the report was made of it. */
  view_name: string;
  filters: Readonly<Record<string, string>>;
  time_zone: string;
  format: ReportFormat;
  /** People, in the order in which they were named. */
  recipients: readonly string[];
  callback: ReportCallback | null;
  enabled: boolean;
  created_at: number;
  next_at: number;
};

export type ReportReader = Pick<
  Person,
  'person_id' | 'name' | 'email' | 'role' | 'state' | 'merchant_id'
>;

/** A file of more trades, or with more bytes, is not sent: a link to the list is. */
export const MOST_REPORTED_TRADES = 10_000;
export const MOST_REPORT_BYTES = 5_000_000;

/** Asked again before each file: people change their role, or leave. */
export const mayReceive = (
  { state, merchant_id, role }: Omit<ReportReader, 'name' | 'email' | 'person_id'>,
  of_merchant: string | null,
): boolean => state === 'active' && merchant_id === of_merchant && roleHas(role, 'exports.make');

/** What can be changed of a report but its secret. */
export function reportTerms(report: ScheduledReport) {
  const { name, view_name, filters, every, hour, time_zone, format, recipients, enabled } = report;
  const callback_url = report.callback?.url ?? null;
  const what = { name, view_name, filters, format, recipients, callback_url, enabled };
  return { ...what, every, hour, time_zone };
}
