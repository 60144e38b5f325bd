// The job that looks at everything that needs a decision, and raises, reminds and recovers alerts.

import {
  type Alert,
  foldEvents,
  isQuiet,
  lookAgain,
  maySay,
} from '../../domain/alert/alert-rule.ts';
import { type AlertSettings, timingOf } from '../../domain/alert/alert-settings.ts';
import { type AttentionItem, type Thresholds, thresholdOf } from '../../domain/alert/attention.ts';
import { SEVERITIES } from '../../domain/alert/attention-kinds.ts';
import { SECOND_MS } from '../../lib/durations.ts';
import { lockAlertSettings, saveLook } from '../../store/alert/alert-settings.ts';
import * as store from '../../store/alert/alerts.ts';
import { readThresholds } from '../../store/alert/thresholds.ts';
import type { Transaction } from '../../store/connection/database.ts';
import type { App } from '../process/app.ts';
import { newId } from '../process/ids.ts';
import { serviceTime } from '../process/service-time.ts';
import { minuteOfDay } from './clock-of-zone.ts';
import { type MeasuredKind, measureAttention } from './measure-attention.ts';
import { writeNotices } from './notices.ts';

/** Somebody else has just looked. */
const LOOKED_WITHIN_MS = 10 * SECOND_MS;
/** Alerts that are over are kept for this long. */

type Cause = { alert: Alert | null; item: AttentionItem | null };

const keyOf = ({ kind, subject_id }: Pick<Alert, 'kind' | 'subject_id'>) =>
  `${kind}/${subject_id ?? ''}`;

/**
 * Every open alert and every item, by cause. An alert of a kind with more subjects than were listed
 * is left as it is: its own may be among the others.
 */
function causesOf(alerts: readonly Alert[], measured: readonly MeasuredKind[]): Cause[] {
  const items = measured.flatMap((one) => one.items);
  const by_key = new Map(items.map((item) => [keyOf(item), item]));
  const incomplete = new Set(measured.filter((one) => !one.is_complete).map(({ kind }) => kind));
  const known = alerts
    .map((alert) => ({ alert, item: by_key.get(keyOf(alert)) ?? null }))
    .filter(({ alert, item }) => item !== null || !incomplete.has(alert.kind));
  const with_alert = new Set(alerts.map(keyOf));
  const others = items.filter((item) => !with_alert.has(keyOf(item)));
  return [...known, ...others.map((item) => ({ alert: null, item }))];
}

type Round = { settings: AlertSettings; thresholds: Thresholds; now: number };

/** Writes the alerts as they are after this look, and their events. */
async function step(
  tx: Transaction,
  measured: readonly MeasuredKind[],
  { settings, thresholds, now }: Round,
): Promise<void> {
  const timing = timingOf(settings);
  const changed: Alert[] = [];
  const forgotten: string[] = [];
  const events: store.NewAlertEvent[] = [];
  for (const { alert, item } of causesOf(await store.readOpenAlerts(tx), measured)) {
    const kind = alert?.kind ?? item?.kind;
    if (kind === undefined) continue;
    const { enabled } = thresholdOf(thresholds, kind);
    const next = lookAgain({ alert, item, enabled, new_id: newId(), now }, timing);
    if (next.alert !== null) changed.push(next.alert);
    else if (alert !== null) forgotten.push(alert.alert_id);
    if (next.alert === null || next.event === null) continue;
    events.push({ alert_id: next.alert.alert_id, event: next.event, happened_at: now });
  }
  await store.saveAlerts(tx, changed);
  await store.forgetAlerts(tx, forgotten);
  await store.insertAlertEvents(tx, events);
}

/** Takes the events that may be told now, one for each alert. */
async function takeUntold(tx: Transaction, { settings, now }: Round) {
  const is_quiet = isQuiet(settings, minuteOfDay(now, settings.time_zone));
  const severities = SEVERITIES.filter((severity) => maySay(severity, is_quiet));
  const untold = await store.readUntoldEvents(tx, severities);
  const alerts = new Map(untold.map(({ alert }) => [alert.alert_id, alert]));
  const told = foldEvents(untold.map(({ alert: { alert_id }, event }) => ({ alert_id, event })));
  await store.markTold(tx, [...alerts.keys()], now);
  return told.flatMap(({ alert_id, event, was_told }) => {
    const alert = alerts.get(alert_id);
    return alert === undefined ? [] : [{ alert, event, was_told }];
  });
}

async function tellMetrics(app: App, measured: readonly MeasuredKind[]): Promise<void> {
  const now = serviceTime(app);
  const raised = await store.countRaised(app.store.db);
  for (const { kind, items } of measured) {
    const count = items.reduce((sum, item) => sum + item.count, 0);
    const oldest_at = Math.min(now, ...items.map((item) => item.oldest_at ?? now));
    const alerts = raised.find((one) => one.kind === kind)?.alerts ?? 0;
    app.measure('attention_items', count, { kind });
    app.measure('attention_oldest_age_seconds', Math.floor((now - oldest_at) / SECOND_MS), {
      kind,
    });
    app.measure('alerts_raised', alerts, { kind });
  }
}

/**
 * Safe in any number of processes: the lock of the settings lets one look at a time, and a look
 * right after another one does nothing. Returns how many alerts were told of.
 */
export async function watchAlerts(app: App): Promise<number> {
  const { db } = app.store;
  const now = serviceTime(app);
  const measured = await measureAttention(app, now);
  const told = await db.transaction(async (tx) => {
    const { settings, looked_at } = await lockAlertSettings(tx);
    const since = now - looked_at;
    if (since >= 0 && since < LOOKED_WITHIN_MS) return [];
    const round = { settings, thresholds: await readThresholds(tx), now };
    await step(tx, measured, round);
    await saveLook(tx, now);
    const taken = await takeUntold(tx, round);
    await writeNotices(tx, app, taken, now);
    return taken;
  });
  await tellMetrics(app, measured);
  return told.length;
}
