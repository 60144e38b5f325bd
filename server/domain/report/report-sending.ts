// A report on its way to one recipient: what it says, beside the file or in place of it.
import { wrapText } from '../alert/notice-mail.ts';
import type { DeliveryStatus } from '../callback/retry.ts';
import { grouped } from '../request/number-fields.ts';
import { type Refusal, refuse } from '../service/refusal.ts';
import { dayName } from './report-periods.ts';
import type { DueReport } from './report-schedule.ts';
import {
  MOST_REPORTED_TRADES,
  type ReportFormat,
  type ScheduledReport,
} from './scheduled-report.ts';

/** Why a file was not made at all; sending it again would not help. */
export const REPORT_PROBLEMS = ['no_right', 'filters_refused'] as const;
export type ReportProblem = (typeof REPORT_PROBLEMS)[number];

/** A person; null: the address for callbacks. */
export type ReportRecipient = string | null;
type Recipients = Pick<ScheduledReport, 'recipients' | 'callback'>;

export const recipientsOf = ({ recipients, callback }: Recipients): readonly ReportRecipient[] => [
  ...recipients,
  ...(callback === null ? [] : [null]),
];

const refuseToSend = (detail: string, message: string): Refusal =>
  refuse('act_not_allowed', detail, {
    errors: [{ field: 'sending_id', code: 'not_allowed', message }],
  });

type SentBefore = { person_id: ReportRecipient; status: DeliveryStatus };

/** Null: what was sent once may be sent to the same recipient again. */
export function refuseSendingAgain(
  report: Recipients,
  { person_id, status }: SentBefore,
): Refusal | null {
  if (status === 'waiting') {
    const detail = 'It is still on its way, and is tried again by itself.';
    return refuseToSend(detail, 'must be a sending that is over');
  }
  if (recipientsOf(report).includes(person_id)) return null;
  const detail = 'Whoever got it is no recipient of this report any more.';
  return refuseToSend(detail, 'must be a sending to a recipient of the report');
}

/** Without those to whom the same days are on their way: refused if nobody is left. */
export function recipientsToSend(
  asked: readonly ReportRecipient[],
  waiting: readonly ReportRecipient[],
): readonly ReportRecipient[] | Refusal {
  const left = asked.filter((one) => !waiting.includes(one));
  if (left.length > 0) return left;
  const detail = 'The same days are still on their way, and are tried again by themselves.';
  return refuseToSend(detail, 'must be a sending of days that are not on their way');
}

export type ReportDays = Pick<DueReport, 'first_day' | 'end_day'>;

/** `2026-03-05`, or `2026-03-02 to 2026-03-08`: both days are in it. */
export function daysText({ first_day, end_day }: ReportDays): string {
  const first = dayName(first_day);
  const last = dayName(end_day - 1);
  return first === last ? first : `${first} to ${last}`;
}

export const reportFileName = (days: ReportDays, format: ReportFormat): string =>
  `trades-${daysText(days).replaceAll(' ', '-')}.${format}`;

/** The filters of the view among the trades that were created in the report's days. */
export function reportQuery(
  { filters, merchant_id }: Pick<ScheduledReport, 'filters' | 'merchant_id'>,
  { from_at, to_at }: Pick<DueReport, 'from_at' | 'to_at'>,
): Record<string, string> {
  const moment = (at: number) => new Date(at).toISOString();
  return {
    ...filters,
    ...(merchant_id === null ? {} : { merchant_id }),
    from: moment(from_at),
    to: moment(to_at),
  };
}

type Told = {
  report: Pick<ScheduledReport, 'name' | 'view_name' | 'time_zone'>;
  days: ReportDays;
  /** Null: more than a report has. */
  trades: number | null;
  /** Null: it is too large. */
  file_name: string | null;
  /** The list of the trades in the console. */
  link: string;
};

function fileText({ trades, file_name }: Told): string {
  const most = grouped(MOST_REPORTED_TRADES);
  if (trades === null) {
    return `There are more than ${most} trades, too many for an e-mail. Export them there:`;
  }
  const count = trades === 1 ? 'There is 1 trade' : `There are ${grouped(trades)} trades`;
  if (file_name === null) return `${count}; the file is too large for an e-mail. Export it there:`;
  return trades === 0 ? 'There are no trades. The list:' : `${count}, in ${file_name}. The list:`;
}

export function reportMail(told: Told, service: string): { subject: string; text: string } {
  const { report, days } = told;
  const what =
    `Trades of the saved view “${report.view_name}” that were created on ${daysText(days)} ` +
    `(${report.time_zone}).`;
  const why = 'You get it because you are a recipient of this scheduled report.';
  const text = [wrapText(what), `${wrapText(fileText(told))}\n  ${told.link}`, wrapText(why)];
  return {
    subject: `${report.name}: ${daysText(days)}`,
    text: `${text.join('\n\n')}\n\n-- \n${service}\n`,
  };
}
