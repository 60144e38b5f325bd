// A notice: what a recipient is told of alerts at once, and when it is tried again.
import { HOUR_MS, MINUTE_MS } from '../../lib/durations.ts';
import type { AlertEvent } from './alert-rule.ts';
import { merchantOf } from './attention.ts';
import { ATTENTION, type AttentionKind, type Severity } from './attention-kinds.ts';
import type { SubjectType } from './attention-words.ts';

export const ALERT_CHANNELS = ['callback', 'email'] as const;
export type AlertChannel = (typeof ALERT_CHANNELS)[number];

export const NOTICE_PURPOSES = ['alerts', 'test'] as const;
export type NoticePurpose = (typeof NOTICE_PURPOSES)[number];

/** What a notice says of one alert: no names, numbers or addresses of people. */
export type NoticeAlert = {
  id: string;
  event: AlertEvent;
  kind: AttentionKind;
  severity: Severity;
  subject_type: SubjectType | null;
  subject_id: string | null;
  count: number;
  has_more: boolean;
  oldest_at: string | null;
  problem: string;
  remedy: string;
  /** Empty in notices to a merchant, who has no such command. */
  command: string;
  raised_at: string;
  recovered_at: string | null;
};

/** As it is stored and as callbacks have it in `data`. */
export type NoticeContent = {
  purpose: NoticePurpose;
  alerts: readonly NoticeAlert[];
  /** How many alerts are not listed, because a notice has a limit. */
  more: number;
  /** Absent: it is for the house. */
  merchant_id?: string;
};

/** Beyond this many alerts a notice only counts. */
export const NOTICE_ALERTS_MOST = 50;

export type AlertFilter = {
  min_severity: Severity;
  kinds: readonly AttentionKind[];
  /** Whose person it is; null: the house's. */
  merchant_id: string | null;
};

/** Whether a recipient wants to be told of it. */
function wants(
  { min_severity, kinds }: AlertFilter,
  alert: Pick<NoticeAlert, 'kind' | 'severity'>,
): boolean {
  if (min_severity === 'critical' && alert.severity !== 'critical') return false;
  return kinds.length === 0 || kinds.includes(alert.kind);
}

/** The text of a merchant's notice, which is about its own endpoints only. */
function alertFor(merchant_id: string | null, alert: NoticeAlert): NoticeAlert[] {
  if (merchant_id === null) return [alert];
  const { merchant_remedy } = ATTENTION[alert.kind];
  const is_own = alert.subject_id !== null && merchantOf(alert.subject_id) === merchant_id;
  if (merchant_remedy === undefined || !is_own) return [];
  return [{ ...alert, remedy: merchant_remedy, command: '' }];
}

/** Null: nothing for this recipient. Critical ones first, so that they are among those listed. */
export function noticeFor(
  recipient: AlertFilter & { alert_recipient_id: string },
  alerts: readonly NoticeAlert[],
): NoticeContent | null {
  const { merchant_id, alert_recipient_id } = recipient;
  const wanted = alerts
    .filter((alert) => wants(recipient, alert) && alert.subject_id !== alert_recipient_id)
    .flatMap((alert) => alertFor(merchant_id, alert));
  if (wanted.length === 0) return null;
  const critical = (alert: NoticeAlert) => (alert.severity === 'critical' ? 0 : 1);
  const sorted = wanted.toSorted((a, b) => critical(a) - critical(b));
  const listed = sorted.slice(0, NOTICE_ALERTS_MOST);
  return {
    purpose: 'alerts',
    alerts: listed,
    more: sorted.length - listed.length,
    ...(merchant_id !== null && { merchant_id }),
  };
}

/** Sooner than callbacks of merchants are: an alert of yesterday helps nobody. */
export const NOTICE_DELAYS_MS: readonly number[] = [
  10_000,
  MINUTE_MS,
  5 * MINUTE_MS,
  15 * MINUTE_MS,
  HOUR_MS,
  2 * HOUR_MS,
  4 * HOUR_MS,
  8 * HOUR_MS,
];

/** Null: it is given up. A test is never tried again: somebody waits for its result. */
export function nextNoticeAt(
  purpose: NoticePurpose,
  attempt: number,
  is_final: boolean,
  now: number,
): number | null {
  const delay_ms = NOTICE_DELAYS_MS[attempt - 1];
  if (purpose === 'test' || is_final || delay_ms === undefined) return null;
  return now + delay_ms;
}
