// Routes of the operator API: alerts, and when notices of them are sent.

import {
  type AlertSettingsBody,
  getAlertSettings,
  type KindSettingBody,
  patchAlertSettings,
} from '../../../app/alert/alert-settings.ts';
import type { AcknowledgedBy, AlertBody } from '../../../app/alert/alert-view.ts';
import { acknowledgeAlert, listAlerts } from '../../../app/alert/alerts.ts';
import { ALERT_STATES } from '../../../domain/alert/alert-rule.ts';
import {
  ACKNOWLEDGE_ALERT,
  ALERT_TIMES_TOLD,
  CHANGE_ALERT_SETTINGS,
  FIND_ALERTS,
} from '../../../domain/alert-setting/alert-requests.ts';
import { queryOf, strictBodyOf } from '../../schema/request-schema.ts';
import {
  flag,
  integer,
  list,
  moment,
  momentOrNull,
  PAGING,
  pageShape,
  settingVersionText,
  shape,
  text,
  textOrNull,
  uuid,
  words,
} from '../../schema/shapes.ts';
import {
  alertSeverity,
  attentionKind,
  attentionSubject,
  NAMED_ACTOR,
  valueUnit,
} from '../../schema/shared-members.ts';
import { type OperatorRoute, route } from '../route/route.ts';
import { SUBJECT_ID_WORDS } from './attention.ts';

const tag = 'Alerts';

const AlertSchema = shape<AlertBody>('Alert', {
  id: uuid('The alert; one cause has at most one that has not recovered'),
  kind: attentionKind,
  severity: alertSeverity,
  state: words(ALERT_STATES, '`raised`: it is on; `recovered`: it is over'),
  subject_type: attentionSubject,
  subject_id: textOrNull(SUBJECT_ID_WORDS),
  count: integer('How many waited when it was last looked at'),
  has_more: flag('More than `count` waited'),
  oldest_at: momentOrNull('Since when the longest-waiting one waits'),
  value: integer('What was compared with the threshold'),
  unit: valueUnit,
  threshold: integer('From this value on it was over'),
  text: text('What is wrong and what to do'),
  command: text('The command that shows what is behind it'),
  route: text('The same in this API'),
  raised_at: moment('When it was raised'),
  last_noticed_at: momentOrNull('When a notice of it was last made'),
  recovered_at: momentOrNull('When it recovered'),
  acknowledged_at: momentOrNull('When somebody acknowledged it: no reminders are sent since'),
  acknowledged_by: {
    ...shape<AcknowledgedBy>('AcknowledgedBy', NAMED_ACTOR),
    type: ['object', 'null'],
  },
  acknowledged_note: textOrNull('What they wrote'),
});

const KindSettingSchema = shape<KindSettingBody>('AlertKindSetting', {
  kind: attentionKind,
  severity: alertSeverity,
  unit: valueUnit,
  default_threshold: integer('Unless it is changed'),
  threshold: integer('From this value on it is over'),
  enabled: flag('False: no alerts of this kind'),
  version: settingVersionText(),
});

const AlertSettingsSchema = shape<AlertSettingsBody>('AlertSettings', {
  quiet_from: textOrNull('As `22:00`: from then on only critical alerts are sent'),
  quiet_to: textOrNull('As `07:00`: then the rest is sent, as one notice'),
  time_zone: text('Of the quiet hours, as `Asia/Kolkata`'),
  raise_after_minutes: integer(ALERT_TIMES_TOLD.raise_after_minutes),
  recover_after_minutes: integer(ALERT_TIMES_TOLD.recover_after_minutes),
  remind_after_minutes: integer(ALERT_TIMES_TOLD.remind_after_minutes),
  kinds: list(KindSettingSchema, { description: 'One row for each kind of alert' }),
  version: settingVersionText(),
});

const ALERTS: readonly OperatorRoute[] = [
  route({
    method: 'GET',
    url: '/alerts',
    operation_id: 'listAlerts',
    tag,
    right: 'alerts.read',
    summary: 'List alerts, newest first',
    description:
      'Both those that are raised and those that have recovered, unless `state` names one. Each ' +
      'has a text and the command that shows more.',
    query: { ...queryOf(FIND_ALERTS), ...PAGING },
    answer: pageShape('AlertPage', AlertSchema),
    handle: ({ app, query }) => listAlerts(app, query),
  }),
  route({
    method: 'POST',
    url: '/alerts/:id/acknowledge',
    operation_id: 'acknowledgeAlert',
    tag,
    right: 'alerts.change',
    summary: 'Acknowledge an alert: it is not sent again until it has recovered',
    description:
      'The first acknowledgement stays, and a repeated request shows it. Refused once the alert ' +
      'has recovered.',
    body: strictBodyOf(ACKNOWLEDGE_ALERT),
    body_optional: true,
    answer: AlertSchema,
    handle: ({ app, operator, params, fields }) =>
      acknowledgeAlert(app, operator, params.id, fields),
  }),
];

const SETTINGS: readonly OperatorRoute[] = [
  route({
    method: 'GET',
    url: '/alert_settings',
    operation_id: 'getAlertSettings',
    tag,
    right: 'alerts.read',
    summary: 'Show thresholds, quiet hours and intervals',
    description:
      'One row for each kind of alert, with its own threshold and the default one. Quiet hours ' +
      'are null if there are none.',
    answer: AlertSettingsSchema,
    handle: ({ app }) => getAlertSettings(app),
  }),
  route({
    method: 'PATCH',
    url: '/alert_settings',
    operation_id: 'changeAlertSettings',
    takes_version: true,
    tag,
    right: 'alerts.change',
    summary: 'Change thresholds, quiet hours and intervals; the rest stays',
    description:
      'Kinds that are not named keep their thresholds. Quiet hours are given both or not at all; ' +
      'an unknown time zone is refused.',
    body: strictBodyOf(CHANGE_ALERT_SETTINGS),
    answer: AlertSettingsSchema,
    handle: ({ app, operator, fields }) => patchAlertSettings(app, operator, fields),
  }),
];

export const ALERT_ROUTES: readonly OperatorRoute[] = [...ALERTS, ...SETTINGS];
