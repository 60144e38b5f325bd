// What the service ends by its age: each kind with its usual days, the bounds of a setting, why.
import { DAY_MS } from '../../lib/durations.ts';

export type RetentionRow = {
  /** Unless somebody sets others. */
  readonly days: number;
  readonly min_days: number;
  readonly max_days: number;
  /** Whether it may also be kept without an end. */
  readonly may_stay: boolean;
  /** What ends, and when its days begin. */
  readonly ends: string;
  /** What stays of it. */
  readonly stays: string;
  /** Why these days: the law or the deadline behind them. */
  readonly why: string;
};

const TEN_YEARS = 3_653;

const PERSONAL = { max_days: TEN_YEARS, may_stay: false } as const;
const WORK = { max_days: TEN_YEARS, may_stay: true } as const;

export const RETENTION = {
  receipts: {
    ...PERSONAL,
    days: 200,
    min_days: 30,
    ends: 'The pictures of receipts that payers sent, from the upload on',
    stays: 'That there was one, its size and its hash',
    why:
      'A completed order can be disputed for 180 days; after that GDPR article 5(1)(e) gives no ' +
      'reason to keep the picture.',
  },
  dispute_files: {
    ...PERSONAL,
    days: 400,
    min_days: 180,
    ends: 'The files that came with messages about disputes, from the upload on',
    stays: 'The message, that there was a file, its size and its type',
    why:
      'An order can be contested for 180 days, and the dispute and its appeal take time, too; a ' +
      'court may ask for longer.',
  },
  proposal_files: {
    days: 6,
    min_days: 4,
    max_days: 30,
    may_stay: false,
    ends: 'The statements that wait for a second person, from the upload on',
    stays: 'The proposal, and the lines if it was approved',
    why: 'A proposal waits for 3 days, and an approval may be at work with its file.',
  },
  sessions: {
    ...PERSONAL,
    days: 30,
    min_days: 1,
    ends: 'From where and with what people were signed in, from the end of the session on',
    stays: 'The sign-ins in the audit trail, which PCI DSS 10.5.1 wants for 12 months',
    why: 'Somebody may ask who was signed in; longer needs a reason under GDPR article 5(1)(e).',
  },
  alerts: {
    ...WORK,
    days: 365,
    min_days: 30,
    ends: 'Alerts with what was noted on them, from their recovery on',
    stays: 'What was done about them, in the audit trail',
    why: 'A yearly audit asks how incidents were handled.',
  },
  alert_notices: {
    ...WORK,
    days: 30,
    min_days: 7,
    ends: 'Notices of alerts that were sent or given up, from then on',
    stays: 'The alert itself',
    why: 'They only show whether a recipient can be reached.',
  },
  report_sendings: {
    ...WORK,
    days: 400,
    min_days: 31,
    ends: 'Which scheduled reports were sent to whom, from the sending on',
    stays: 'The report itself, which can be made again',
    why: 'A report of the same month of the year before can still be compared.',
  },
  callback_attempts: {
    ...WORK,
    days: 30,
    min_days: 7,
    ends:
      'All attempts of a callback but the last one, and what the receiver answered, from the ' +
      'end of the order and of the callback on',
    stays: 'One row: how many attempts, the first, the last, and its status',
    why: 'A merchant who looks for a fault of a receiver does so within weeks.',
  },
  deliveries: {
    ...WORK,
    days: 90,
    min_days: 30,
    ends: 'Callbacks, from the end of the order and of the callback on',
    stays: 'The event, which the merchant can read and ask for again',
    why: 'No law asks for them: what merchants were told is in the events, which stay.',
  },
} as const satisfies Readonly<Record<string, RetentionRow>>;

export type RetentionKind = keyof typeof RETENTION;

export const RETENTION_KINDS = Object.keys(RETENTION) as readonly RetentionKind[];

/** Days by kind that somebody has set; null: kept without an end. */
export type RetentionPeriods = Readonly<Partial<Record<RetentionKind, number | null>>>;

/** Null: it does not end. */
export function daysKept(periods: RetentionPeriods, kind: RetentionKind): number | null {
  const days = periods[kind];
  return days === undefined ? RETENTION[kind].days : days;
}

/** What began before this time has ended; null: nothing has. */
export function endedBefore(
  periods: RetentionPeriods,
  kind: RetentionKind,
  now: number,
): number | null {
  const days = daysKept(periods, kind);
  return days === null ? null : now - days * DAY_MS;
}

/** What is wrong with the days of a kind; null: nothing. */
export function daysProblem(kind: RetentionKind, days: number | null): string | null {
  const { min_days, max_days, may_stay }: RetentionRow = RETENTION[kind];
  if (days === null ? may_stay : days >= min_days && days <= max_days) return null;
  return `must be from ${min_days} to ${max_days} days${may_stay ? ', or null' : ''}`;
}

/** Fewer days than before: what has ended then is gone for good. */
export const isShorter = (before: number | null, after: number | null): boolean =>
  after !== null && (before === null || after < before);
