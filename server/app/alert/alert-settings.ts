// Operators set when notices are sent, and from which value on each kind of thing is over.

import { type AlertSettings, clockText } from '../../domain/alert/alert-settings.ts';
import { thresholdOf } from '../../domain/alert/attention.ts';
import { ATTENTION, ATTENTION_KINDS } from '../../domain/alert/attention-kinds.ts';
import { CHANGE_ALERT_SETTINGS } from '../../domain/alert-setting/alert-requests.ts';
import { beginReading, namedOnly, type RawFields } from '../../domain/request/read-request.ts';
import type { RequestOf } from '../../domain/request/request-shape.ts';
import { isRefusal, type Refusal } from '../../domain/service/refusal.ts';
import { readAlertSettings } from '../../store/alert/alert-settings.ts';
import { readThresholds } from '../../store/alert/thresholds.ts';
import type { App } from '../process/app.ts';
import type { OperatorCaller } from '../request/caller.ts';
import { settingVersion } from '../request/setting-version.ts';
import { changeSetting } from '../setting/change-setting.ts';
import { SETTINGS_ACTS } from '../setting/settings-acts.ts';
import { isTimeZone } from './clock-of-zone.ts';

async function bodyOf({ db, cipher }: App['store']) {
  const settings = await readAlertSettings(db);
  const thresholds = await readThresholds(db);
  const has_quiet_hours = settings.from_minute !== settings.to_minute;
  return {
    quiet_from: has_quiet_hours ? clockText(settings.from_minute) : null,
    quiet_to: has_quiet_hours ? clockText(settings.to_minute) : null,
    time_zone: settings.time_zone,
    raise_after_minutes: settings.raise_after_minutes,
    recover_after_minutes: settings.recover_after_minutes,
    remind_after_minutes: settings.remind_after_minutes,
    version: settingVersion(cipher, settings),
    kinds: ATTENTION_KINDS.map((kind) => {
      const { severity, unit, threshold: default_threshold } = ATTENTION[kind];
      const now = thresholdOf(thresholds, kind);
      const version = settingVersion(cipher, now);
      return { kind, severity, unit, default_threshold, ...now, version };
    }),
  };
}

export type AlertSettingsBody = Awaited<ReturnType<typeof bodyOf>>;
export type KindSettingBody = AlertSettingsBody['kinds'][number];

export const getAlertSettings = (app: App): Promise<AlertSettingsBody> => bodyOf(app.store);

/** Both or neither of the quiet hours are named. */
function timesOf(asked: RequestOf<typeof CHANGE_ALERT_SETTINGS>): Partial<AlertSettings> {
  const { kinds: _, quiet_from, quiet_to, ...rest } = asked;
  if (quiet_from === undefined && quiet_to === undefined) return namedOnly(rest);
  return { from_minute: quiet_from ?? 0, to_minute: quiet_to ?? 0, ...namedOnly(rest) };
}

/** What the request does not name stays as it is. */
export async function patchAlertSettings(
  app: App,
  operator: OperatorCaller,
  raw: RawFields,
): Promise<AlertSettingsBody | Refusal> {
  const reading = beginReading(CHANGE_ALERT_SETTINGS, raw);
  const { time_zone } = reading.values;
  if (time_zone !== undefined && !isTimeZone(time_zone)) {
    reading.wrong('time_zone', 'unknown_value', 'must be a time zone like Asia/Kolkata');
  }
  const asked = reading.result();
  if (isRefusal(asked)) return asked;
  const request = { times: timesOf(asked), kinds: asked.kinds, given: raw.fields };
  const changed = await changeSetting(app, operator, SETTINGS_ACTS.change_alert_settings, request);
  return isRefusal(changed) ? changed : await bodyOf(app.store);
}
