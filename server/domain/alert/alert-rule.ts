// When an alert is raised, said again and over: a pure rule from one look at its cause to the next,
// so that a value that moves around its threshold is said once.
import type { AttentionItem } from './attention.ts';
import { ATTENTION, type AttentionKind, type Severity } from './attention-kinds.ts';

/** What happens to an alert, as people are told of it. */
export const ALERT_EVENTS = ['raised', 'reminder', 'recovered'] as const;
export type AlertEvent = (typeof ALERT_EVENTS)[number];

/** `rising`: over, but not for long enough; no notice is sent. */
export const ALERT_STATES = ['rising', 'raised', 'recovered'] as const;
export type AlertState = (typeof ALERT_STATES)[number];

/** The item as it was last seen. */
export type AlertSight = Pick<
  AttentionItem,
  'severity' | 'count' | 'has_more' | 'oldest_at' | 'value' | 'threshold'
>;

export type Alert = {
  alert_id: string;
  kind: AttentionKind;
  subject_id: string | null;
  state: AlertState;
  sight: AlertSight;
  /** Since when its cause is over the threshold. */
  over_since: number;
  /** Since when it is not any more; null while it is. */
  clear_since: number | null;
  raised_at: number | null;
  recovered_at: number | null;
  /** The time of its last event. */
  last_event_at: number | null;
  acknowledged_at: number | null;
};

export type AlertTiming = {
  /** How long a cause must be over before it is raised, and clear before it has recovered. */
  raise_after_ms: number;
  recover_after_ms: number;
  /** How often an alert that nobody has acknowledged is said again. */
  remind_after_ms: number;
};

export type AlertStep = { alert: Alert | null; event: AlertEvent | null };

/** Percent below the threshold at which a share counts as clear again. */
const MARGIN_PERCENT = 5;

/** A raised alert stays on until its value is clearly below the threshold. */
function isOn(alert: Alert, item: AttentionItem, enabled: boolean): boolean {
  if (alert.state === 'rising' || !enabled) return item.is_over;
  const margin = ATTENTION[item.kind].unit === 'percent' ? MARGIN_PERCENT : 0;
  return item.value >= Math.max(item.threshold - margin, 1);
}

const sightOf = (item: AttentionItem): AlertSight => ({
  severity: item.severity,
  count: item.count,
  has_more: item.has_more,
  oldest_at: item.oldest_at,
  value: item.value,
  threshold: item.threshold,
});

const unchanged = (alert: Alert | null): AlertStep => ({ alert, event: null });

function begun(item: AttentionItem, alert_id: string, now: number): Alert {
  return {
    alert_id,
    kind: item.kind,
    subject_id: item.subject_id,
    state: 'rising',
    sight: sightOf(item),
    over_since: now,
    clear_since: null,
    raised_at: null,
    recovered_at: null,
    last_event_at: null,
    acknowledged_at: null,
  };
}

/** Over and raised: perhaps it is time to say it again. */
function stillOn(alert: Alert, timing: AlertTiming, now: number): AlertStep {
  const seen = { ...alert, clear_since: null };
  const is_due = now - (alert.last_event_at ?? now) >= timing.remind_after_ms;
  if (alert.acknowledged_at !== null || !is_due) return unchanged(seen);
  return { alert: { ...seen, last_event_at: now }, event: 'reminder' };
}

/** Over, and not raised yet: raised once it has been over for long enough. */
function rising(alert: Alert, timing: AlertTiming, now: number): AlertStep {
  if (now - alert.over_since < timing.raise_after_ms) return unchanged(alert);
  const raised: Alert = { ...alert, state: 'raised', raised_at: now, last_event_at: now };
  return { alert: raised, event: 'raised' };
}

/** Not over: what nobody was told of is forgotten; the rest recovers after a while. */
function clearing(alert: Alert, timing: AlertTiming, now: number): AlertStep {
  if (alert.state === 'rising') return unchanged(null);
  const clear_since = alert.clear_since ?? now;
  if (now - clear_since < timing.recover_after_ms) return unchanged({ ...alert, clear_since });
  const recovered: Alert = {
    ...alert,
    state: 'recovered',
    clear_since,
    recovered_at: now,
    last_event_at: now,
  };
  return { alert: recovered, event: 'recovered' };
}

export type Look = {
  /** The open alert of this cause, if there is one. */
  alert: Alert | null;
  /** What was found; null: nothing waits. */
  item: AttentionItem | null;
  /** The kind is switched on. */
  enabled: boolean;
  /** The id of the alert, if one begins. */
  new_id: string;
  now: number;
};

/** The alert after a look at its cause, and what to tell of it. */
export function lookAgain(look: Look, timing: AlertTiming): AlertStep {
  const { alert, item, enabled, now } = look;
  if (alert === null) {
    if (item?.is_over !== true) return unchanged(null);
    return rising(begun(item, look.new_id, now), timing, now);
  }
  if (item === null || !isOn(alert, item, enabled)) return clearing(alert, timing, now);
  const seen = { ...alert, sight: sightOf(item) };
  return alert.state === 'rising' ? rising(seen, timing, now) : stillOn(seen, timing, now);
}

/** Minutes of the day; equal ones mean that no hours are quiet. */
export type QuietHours = { from_minute: number; to_minute: number };

/** `minute` is that of the day in the zone of the hours, which may span midnight. */
export function isQuiet({ from_minute, to_minute }: QuietHours, minute: number): boolean {
  if (from_minute <= to_minute) return minute >= from_minute && minute < to_minute;
  return minute >= from_minute || minute < to_minute;
}

/** In quiet hours only what is critical is told; all else waits for their end. */
export const maySay = (severity: Severity, is_quiet: boolean): boolean =>
  !is_quiet || severity === 'critical';

export type Untold = { alert_id: string; event: AlertEvent };

/**
 * What to tell of each alert whose events have waited, in the order of their first: one word for
 * each alert, since a reminder of what was never told tells nothing.
 */
export function foldEvents(
  untold: readonly Untold[],
): { alert_id: string; event: AlertEvent; was_told: boolean }[] {
  const by_alert = Map.groupBy(untold, ({ alert_id }) => alert_id);
  return [...by_alert].map(([alert_id, events]) => {
    const names = events.map(({ event }) => event);
    const was_told = !names.includes('raised');
    if (names.includes('recovered')) return { alert_id, event: 'recovered', was_told };
    return { alert_id, event: was_told ? 'reminder' : 'raised', was_told };
  });
}
