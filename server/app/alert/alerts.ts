// Operators list alerts and acknowledge them: who has acknowledged one is not reminded of it.

import { refuseAcknowledge } from '../../domain/alert-setting/acknowledge-alert.ts';
import {
  ACKNOWLEDGE_ALERT,
  FIND_ALERTS,
  TOLD_ALERT_STATES,
} from '../../domain/alert-setting/alert-requests.ts';
import { type RawFields, readFilters, readRequest } from '../../domain/request/read-request.ts';
import type { QueryTexts } from '../../domain/request/request-shape.ts';
import { isRefusal, type Refusal, refuseUnknown } from '../../domain/service/refusal.ts';
import { parseUuid } from '../../lib/uuid.ts';
import {
  type ListedAlert,
  lockAlert,
  saveAcknowledged,
  selectAlerts,
} from '../../store/alert/alerts.ts';
import type { App } from '../process/app.ts';
import { serviceTime } from '../process/service-time.ts';
import { namesOfActors } from '../request/actor-names.ts';
import { auditIn } from '../request/audit.ts';
import { type OperatorCaller, operatorActor } from '../request/caller.ts';
import { type Page, type PageQuery, pageOf, readPage, UUID_FORM } from '../request/paging.ts';
import { type AlertBody, alertBody } from './alert-view.ts';

type Query = QueryTexts<typeof FIND_ALERTS> & PageQuery;

async function alertBodies(app: App, alerts: readonly ListedAlert[]): Promise<AlertBody[]> {
  const names = await namesOfActors(
    app,
    alerts.map((alert) => alert.acknowledged_id),
  );
  return alerts.map((alert) => alertBody(alert, names));
}

export async function listAlerts(app: App, query: Query): Promise<Page<AlertBody> | Refusal> {
  const page = readPage(query, [UUID_FORM], readFilters(FIND_ALERTS, query));
  if (isRefusal(page)) return page;
  const { limit, cursor } = page;
  const { state } = page.filters;
  const states = state === null ? TOLD_ALERT_STATES : [state];
  const before = cursor?.[0] ?? null;
  const found = await selectAlerts(app.store.db, { states, before, limit: limit + 1 });
  return pageOf(await alertBodies(app, found), limit, (alert) => [alert.id]);
}

/** The first acknowledgement stays: a repeated request shows it. */
export async function acknowledgeAlert(
  app: App,
  operator: OperatorCaller,
  id: string,
  raw: RawFields,
): Promise<AlertBody | Refusal> {
  const alert_id = parseUuid(id);
  const asked = readRequest(ACKNOWLEDGE_ALERT, raw);
  if (isRefusal(asked)) return asked;
  const { note } = asked;
  if (alert_id === null) return refuseUnknown();
  const now = serviceTime(app);
  const after = await app.store.db.transaction(async (tx): Promise<ListedAlert | Refusal> => {
    const alert = await lockAlert(tx, alert_id);
    if (alert === null) return refuseUnknown();
    if (alert.acknowledged_at !== null) return alert;
    const refused = refuseAcknowledge(alert);
    if (refused !== null) return refused;
    const actor = operatorActor(operator);
    await saveAcknowledged(tx, alert_id, actor, note, now);
    const { kind, subject_id } = alert;
    await auditIn(tx, actor, 'alert_acknowledged', `alerts/${alert_id}`, {
      kind,
      subject_id,
      note,
    });
    return {
      ...alert,
      acknowledged_at: now,
      acknowledged_role: actor.role,
      acknowledged_id: actor.id,
      acknowledged_note: note,
    };
  });
  if (isRefusal(after)) return after;
  const names = await namesOfActors(app, [after.acknowledged_id]);
  return alertBody(after, names);
}
