// An alert as operators see it, in the API and in notices.
import type { Alert } from '../../domain/alert/alert-rule.ts';
import {
  type AttentionItem,
  attentionCommand,
  attentionRoute,
  attentionText,
} from '../../domain/alert/attention.ts';
import { ATTENTION } from '../../domain/alert/attention-kinds.ts';
import type { ListedAlert } from '../../store/alert/alerts.ts';
import { namedActor } from '../request/actor-names.ts';
import { iso, isoOrNull } from '../request/views.ts';

/** What it was raised for, as last seen. */
export const itemOfAlert = ({ kind, subject_id, sight }: Alert): AttentionItem => ({
  kind,
  subject_id,
  ...sight,
  worst: null,
  is_over: true,
});

/** `names`: of those who acknowledge alerts. */
export function alertBody(alert: ListedAlert, names: ReadonlyMap<string, string>) {
  const { sight, raised_at, acknowledged_role: role } = alert;
  const item = itemOfAlert(alert);
  const { subject, unit } = ATTENTION[alert.kind];
  return {
    id: alert.alert_id,
    kind: alert.kind,
    severity: sight.severity,
    state: alert.state,
    subject_type: subject,
    subject_id: alert.subject_id,
    count: sight.count,
    has_more: sight.has_more,
    oldest_at: isoOrNull(sight.oldest_at),
    value: sight.value,
    unit,
    threshold: sight.threshold,
    text: attentionText(item),
    command: attentionCommand(item),
    route: attentionRoute(item),
    raised_at: iso(raised_at ?? alert.over_since),
    last_noticed_at: isoOrNull(alert.last_noticed_at),
    recovered_at: isoOrNull(alert.recovered_at),
    acknowledged_at: isoOrNull(alert.acknowledged_at),
    acknowledged_by: role === null ? null : namedActor({ role, id: alert.acknowledged_id }, names),
    acknowledged_note: alert.acknowledged_note,
  };
}

export type AlertBody = ReturnType<typeof alertBody>;
export type AcknowledgedBy = NonNullable<AlertBody['acknowledged_by']>;
