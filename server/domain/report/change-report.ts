// Scheduled reports are added, changed and removed: how many there may be, who may get them, and
// when the next one is due.
import { type Refusal, refuse, refuseFields } from '../service/refusal.ts';
import type { SettingsDecision, SettingsVerdict } from '../setting/settings-decision.ts';
import { originOf } from '../values/web-address.ts';
import { reportsAround, type ZoneClock } from './report-schedule.ts';
import { mayReceive, type ReportReader, type ScheduledReport } from './scheduled-report.ts';

const MOST_REPORTS = 50;

type Facts = {
  /** Those of the named recipients who exist. */
  people: readonly ReportReader[];
  clockOf(time_zone: string): ZoneClock;
  now: number;
};

const targetOf = ({ scheduled_report_id }: ScheduledReport) =>
  `scheduled_reports/${scheduled_report_id}`;

/** For the audit trail: without the filters, which may name a customer, and the address's path. */
function detailOf(report: ScheduledReport) {
  const { name, merchant_id, every, hour, time_zone, format, recipients, enabled } = report;
  const callback = report.callback === null ? null : originOf(report.callback.url);
  return { name, merchant_id, every, hour, time_zone, format, recipients, callback, enabled };
}

/**
 * Null: everybody who is newly named may have the trades, and somebody is named. Those from before
 * may have lost the right: they get nothing, and the rest of the report can still be changed.
 */
function refuseRecipients(
  report: ScheduledReport,
  before: readonly string[],
  { people }: Facts,
): Refusal | null {
  const { recipients, callback, merchant_id } = report;
  if (recipients.length === 0 && callback === null) {
    const message = 'must name somebody, or callback_url an address';
    return refuseFields([{ field: 'recipients', code: 'required', message }]);
  }
  const wrong = recipients.findIndex((id) => {
    if (before.includes(id)) return false;
    const person = people.find(({ person_id }) => person_id === id);
    return person === undefined || !mayReceive(person, merchant_id);
  });
  if (wrong === -1) return null;
  const message = 'must be an active person of yours who may export trades';
  return refuseFields([{ field: `recipients[${wrong}]`, code: 'unknown_value', message }]);
}

/** After what is over already: nobody gets a report that they did not wait for. */
function withNext(report: ScheduledReport, { clockOf, now }: Facts): ScheduledReport {
  const { next } = reportsAround(report, clockOf(report.time_zone), now);
  return { ...report, next_at: next.due_at };
}

export function decideNewReport(
  facts: Facts & { of_same: number },
  report: ScheduledReport,
): SettingsVerdict<ScheduledReport, null> {
  if (facts.of_same >= MOST_REPORTS) {
    return refuse('act_not_allowed', `There are ${MOST_REPORTS} reports: remove one first.`);
  }
  const refused = refuseRecipients(report, [], facts);
  if (refused !== null) return refused;
  const saved = withNext(report, facts);
  return { saved, target: targetOf(saved), detail: detailOf(saved), ask: null };
}

export type ReportChange = {
  scheduled_report_id: string;
  merchant_id: string | null;
  changes: Partial<
    Pick<
      ScheduledReport,
      | 'name'
      | 'view_name'
      | 'filters'
      | 'every'
      | 'hour'
      | 'time_zone'
      | 'format'
      | 'recipients'
      | 'enabled'
    >
  >;
  /** Null: none any more; undefined: as before. */
  callback?: ScheduledReport['callback'];
  /** A new secret for the address as it is; null: the present one stays. */
  secret: string | null;
};

function callbackAfter(
  before: ScheduledReport,
  { callback, secret }: ReportChange,
): ScheduledReport['callback'] {
  if (callback !== undefined) return callback;
  return before.callback === null || secret === null
    ? before.callback
    : { ...before.callback, secret };
}

/** What the request does not name stays. */
export function decideReportChange(
  facts: Facts & { before: ScheduledReport },
  request: ReportChange,
): SettingsVerdict<ScheduledReport, null> {
  const { before } = facts;
  const changed = { ...before, ...request.changes, callback: callbackAfter(before, request) };
  if (request.secret !== null && changed.callback === null) {
    const message = 'is only for a report that has an address';
    return refuseFields([{ field: 'rotate_secret', code: 'not_allowed', message }]);
  }
  const refused = refuseRecipients(changed, before.recipients, facts);
  if (refused !== null) return refused;
  const is_same = (['every', 'hour', 'time_zone', 'enabled'] as const).every(
    (name) => before[name] === changed[name],
  );
  const saved = is_same ? changed : withNext(changed, facts);
  const detail = { ...detailOf(saved), rotate_secret: request.secret !== null };
  return { saved, target: targetOf(saved), detail, ask: null };
}

export const decideReportRemoval = (
  report: ScheduledReport,
): SettingsDecision<ScheduledReport, null> => ({
  saved: report,
  target: targetOf(report),
  detail: detailOf(report),
  ask: null,
});

/** What a token of nobody sets would still be sent once nobody answers for it. */
export const refuseAddressOfNobody = (by: { person_id: string | null }): Refusal | null =>
  by.person_id === null
    ? refuse('act_not_allowed', 'Only a person can set an address, who answers for it.')
    : null;
