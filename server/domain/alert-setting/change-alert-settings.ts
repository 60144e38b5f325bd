// When notices are sent, and from which value on each kind of thing is over, is changed.

import type { AlertSettings } from '../alert/alert-settings.ts';
import { type Threshold, type Thresholds, thresholdOf } from '../alert/attention.ts';
import type { AttentionKind } from '../alert/attention-kinds.ts';
import type { SettingsDecision } from '../setting/settings-decision.ts';

export type AlertSettingsFacts = { settings: AlertSettings; thresholds: Thresholds };

export type AlertSettingsChange = {
  times: Partial<AlertSettings>;
  kinds: readonly ({ kind: AttentionKind } & Partial<Threshold>)[];
  /** The request as it was given: nothing of it is secret. */
  given: Readonly<Record<string, unknown>>;
};

export type SavedAlertSettings = {
  settings: AlertSettings;
  kinds: readonly ({ kind: AttentionKind } & Threshold)[];
};

/** What the request does not name stays as it is. */
export function decideAlertSettings(
  { settings, thresholds }: AlertSettingsFacts,
  { times, kinds, given }: AlertSettingsChange,
): SettingsDecision<SavedAlertSettings, null> {
  return {
    saved: {
      settings: { ...settings, ...times },
      kinds: kinds.map((change) => ({ ...thresholdOf(thresholds, change.kind), ...change })),
    },
    target: 'alert_settings',
    detail: { ...given },
    ask: null,
  };
}
