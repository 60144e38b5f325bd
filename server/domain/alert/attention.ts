// What waits for an operator, as a list: the value of each item, whether it is over its threshold,
// and a sentence that says what is wrong and what to do.
import { MINUTE_MS } from '../../lib/durations.ts';
import { ATTENTION, type AttentionKind, COUNTED_MOST, type Severity } from './attention-kinds.ts';

/** As a source reports it. */
export type AttentionFound = {
  /** The receiving account or endpoint that it is about; null: all of them together. */
  subject_id: string | null;
  /** At most one more than COUNTED_MOST. */
  count: number;
  /** Since when the longest-waiting one waits; null if that is not known. */
  oldest_at: number | null;
  /** Of a limit; only kinds whose unit it is have it. */
  percent?: number;
  /** The one that waits longest or is largest: its path, as the audit trail has it. */
  worst?: string | null;
};

/** The part of a setting that decides about items. */
export type Threshold = { threshold: number; enabled: boolean };
export type Thresholds = Readonly<Partial<Record<AttentionKind, Threshold>>>;

export type AttentionItem = {
  kind: AttentionKind;
  severity: Severity;
  subject_id: string | null;
  /** At most COUNTED_MOST. */
  count: number;
  has_more: boolean;
  oldest_at: number | null;
  worst: string | null;
  value: number;
  threshold: number;
  is_over: boolean;
};

const HOUR_MINUTES = 60;
const DAY_MINUTES = 24 * HOUR_MINUTES;

/** The setting of a kind; its default if nobody has changed it. */
export function thresholdOf(thresholds: Thresholds, kind: AttentionKind): Threshold {
  return thresholds[kind] ?? { threshold: ATTENTION[kind].threshold, enabled: true };
}

function comparedValue(kind: AttentionKind, found: AttentionFound, now: number): number {
  switch (ATTENTION[kind].unit) {
    case 'minutes':
      return Math.max(0, Math.floor((now - (found.oldest_at ?? now)) / MINUTE_MS));
    case 'percent':
      return found.percent ?? 0;
    case 'count':
      return Math.min(found.count, COUNTED_MOST);
  }
}

export function attentionItem(
  kind: AttentionKind,
  found: AttentionFound,
  thresholds: Thresholds,
  now: number,
): AttentionItem {
  const { threshold, enabled } = thresholdOf(thresholds, kind);
  const value = comparedValue(kind, found, now);
  return {
    kind,
    severity: ATTENTION[kind].severity,
    subject_id: found.subject_id,
    count: Math.min(found.count, COUNTED_MOST),
    has_more: found.count > COUNTED_MOST,
    oldest_at: found.oldest_at,
    worst: found.worst ?? null,
    value,
    threshold,
    is_over: enabled && value >= threshold,
  };
}

type Urgency = Pick<AttentionItem, 'is_over' | 'severity' | 'oldest_at'>;

const place = (item: Urgency) => (item.is_over ? 0 : 2) + (item.severity === 'critical' ? 0 : 1);

/** What is over comes first, then what is critical, then what has waited longest. */
export function byUrgency(a: Urgency, b: Urgency): number {
  const waits = (item: Urgency) => item.oldest_at ?? Number.POSITIVE_INFINITY;
  return place(a) - place(b) || (waits(a) < waits(b) ? -1 : 1);
}

function many(count: number, unit: string): string {
  return `${count} ${unit}${count === 1 ? '' : 's'}`;
}

/** `3 hours`; only the largest unit, rounded down. */
export function durationText(minutes: number): string {
  if (minutes < 1) return 'less than a minute';
  if (minutes < HOUR_MINUTES) return many(minutes, 'minute');
  if (minutes < 2 * DAY_MINUTES) return many(Math.floor(minutes / HOUR_MINUTES), 'hour');
  return many(Math.floor(minutes / DAY_MINUTES), 'day');
}

const SUBJECT_WORDS = {
  receiving_account: 'receiving account',
  callback_endpoint: 'callback endpoint',
  alert_recipient: 'recipient',
  merchant: 'merchant',
} as const;

/** `1000+`: more than are counted. */
const countText = ({ count, has_more }: Pick<AttentionItem, 'count' | 'has_more'>): string =>
  `${count}${has_more ? '+' : ''}`;

/** What is wrong: "12 pay-ins wait to be verified, the oldest for 3 hours." */
export function attentionProblem(item: AttentionItem): string {
  const { one, many: several, none, unit, subject } = ATTENTION[item.kind];
  const about =
    subject === null || item.subject_id === null
      ? ''
      : ` (${SUBJECT_WORDS[subject]} ${item.subject_id})`;
  const waits = item.count <= 1 && !item.has_more ? 'for' : 'the oldest for';
  const age = unit === 'minutes' ? `, ${waits} ${durationText(item.value)}` : '';
  if (item.count === 0 && none !== undefined) return `${none}${about}${age}.`;
  const text = item.count === 1 && !item.has_more ? one : several;
  return `${countText(item)} ${text.replace('{value}', String(item.value))}${about}${age}.`;
}

/** What is wrong and what to do, as two sentences. */
export function attentionText(item: AttentionItem): string {
  return `${attentionProblem(item)} ${ATTENTION[item.kind].remedy}`;
}

/** Of a callback endpoint as `MERCHANT/3`, its merchant. */
export const merchantOf = (subject_id: string): string => subject_id.split('/', 1)[0] ?? '';

const withSubject = (text: string, { subject_id }: AttentionItem): string =>
  text.replaceAll('SUBJECT', subject_id ?? '').replaceAll('MERCHANT', merchantOf(subject_id ?? ''));

/** The command that shows what is behind the item. */
export const attentionCommand = (item: AttentionItem): string =>
  withSubject(ATTENTION[item.kind].command, item);

export const attentionRoute = (item: AttentionItem): string =>
  withSubject(ATTENTION[item.kind].route, item);
