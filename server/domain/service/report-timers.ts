// The times that scheduled reports wait for.
import { MINUTE_MS } from '../../lib/durations.ts';
import { NOTICE_DELAYS_MS } from '../alert/alert-notice.ts';

/** How long a process may take to make the file of a report that it has leased, and to send it. */
export const REPORT_LEASE_MS = 5 * MINUTE_MS;

const OBEYS = { sandbox_clock: 'obeys', clock: 'database' } as const;

export const REPORT_TIMERS = [
  {
    name: 'scheduled report',
    kept_in: 'scheduled_reports.next_at',
    ...OBEYS,
    farthest_ms: null,
    set_ahead: 'sent early, of the days that seem to be over',
    set_back: 'holds until the time that was told',
  },
  {
    name: 'attempt of a scheduled report',
    kept_in: 'report_sendings.due_at',
    ...OBEYS,
    farthest_ms: Math.max(...NOTICE_DELAYS_MS),
    set_ahead: 'tried again early',
    set_back: 'holds until the time that was told',
  },
  {
    name: 'lease of a scheduled report',
    kept_in: 'report_sendings.leased_until',
    sandbox_clock: 'keeps_true_time',
    clock: 'database',
    farthest_ms: REPORT_LEASE_MS,
    set_ahead: 'ends early: the report may be sent twice, with the same id',
    set_back: 'one that lasts longer than any does is none',
  },
] as const;
