// Settings acts on what the operators' console shows and tells: views, alerts, recipients, bands.

import type { AlertRecipient } from '../../domain/alert-setting/alert-recipient.ts';
import {
  type AlertSettingsChange,
  decideAlertSettings,
} from '../../domain/alert-setting/change-alert-settings.ts';
import {
  decideNewRecipient,
  decideRecipient,
  decideRecipientRemoval,
  type RecipientChange,
  recipientTerms,
} from '../../domain/alert-setting/change-recipient.ts';
import { type ChangedBands, decideBands } from '../../domain/approval/change-bands.ts';
import { decideMonthRemoval, type RemovalAsked } from '../../domain/archive/removal.ts';
import { bandsOf } from '../../domain/record/band.ts';
import { decideRetention, type RetentionChange } from '../../domain/retention/change-retention.ts';
import {
  decideNewView,
  decideSharing,
  decideViewRemoval,
  type NamedView,
  type SharedView,
} from '../../domain/saved-view/change-view.ts';
import type { SavedView } from '../../domain/saved-view/saved-view.ts';
import { deleteView, lockView, saveView, selectOwnViews } from '../../store/access/saved-views.ts';
import { lockAlertSettings, saveAlertSettings } from '../../store/alert/alert-settings.ts';
import {
  deleteRecipient,
  lockRecipient,
  readRecipients,
  saveRecipient,
} from '../../store/alert/recipients.ts';
import { readThresholds, saveThresholds } from '../../store/alert/thresholds.ts';
import { readBands, saveBands } from '../../store/approval/bands.ts';
import { allowRemoval, lockRemoval } from '../../store/archive/removals.ts';
import { bumpSettingsVersion } from '../../store/batch/settings-version.ts';
import { readRetention, saveRetention } from '../../store/retention/retention-periods.ts';
import {
  settingVersion,
  versionsOfAlerts,
  versionsOfBands,
  versionsOfRetention,
} from '../request/setting-version.ts';
import { actOfOne, actOfTwo, NOTHING_MORE } from './settings-act.ts';

type NamedRecipient = { alert_recipient_id: string };

export const ALERT_ACTS = {
  change_alert_settings: actOfOne({
    action: 'alert_settings_changed',
    locks: ['alert_settings'],
    gate: null,
    version: null,
    lock: async ({ tx }, _change: AlertSettingsChange) => {
      const { settings } = await lockAlertSettings(tx);
      return { settings, thresholds: await readThresholds(tx) };
    },
    seen: {
      version: ({ cipher }, facts, change) => versionsOfAlerts(cipher, facts, change),
      by: ['alert_settings_changed'],
    },
    decide: decideAlertSettings,
    save: async ({ tx }, { saved: { settings, kinds } }) => {
      await saveAlertSettings(tx, settings);
      await saveThresholds(tx, kinds);
      return NOTHING_MORE;
    },
  }),
  add_recipient: actOfOne({
    action: 'alert_recipient_created',
    locks: [],
    gate: null,
    version: null,
    lock: ({ tx, cipher }, _recipient: AlertRecipient) => readRecipients(tx, cipher),
    decide: decideNewRecipient,
    save: async ({ tx, cipher }, { saved }) => {
      await saveRecipient(tx, cipher, saved);
      return NOTHING_MORE;
    },
  }),
  change_recipient: actOfOne({
    action: 'alert_recipient_changed',
    locks: ['alert_recipients'],
    gate: null,
    version: null,
    lock: ({ tx, cipher }, { alert_recipient_id }: RecipientChange) =>
      lockRecipient(tx, cipher, alert_recipient_id),
    seen: {
      version: ({ cipher }, known) => settingVersion(cipher, recipientTerms(known)),
      by: ['alert_recipient_changed', 'alert_recipient_created'],
    },
    decide: decideRecipient,
    save: async ({ tx, cipher }, { saved }) => {
      await saveRecipient(tx, cipher, saved);
      return NOTHING_MORE;
    },
  }),
  remove_recipient: actOfOne({
    action: 'alert_recipient_removed',
    locks: ['alert_recipients'],
    gate: null,
    version: null,
    lock: ({ tx, cipher }, { alert_recipient_id }: NamedRecipient) =>
      lockRecipient(tx, cipher, alert_recipient_id),
    decide: decideRecipientRemoval,
    save: async ({ tx }, { saved: { alert_recipient_id } }) => {
      await deleteRecipient(tx, alert_recipient_id);
      return NOTHING_MORE;
    },
  }),
};

export const VIEW_ACTS = {
  // Of no interest in the audit trail until others see it.
  create_view: actOfOne({
    action: null,
    locks: [],
    gate: null,
    version: null,
    lock: async ({ tx, cipher }, { owner_id }: SavedView) => ({
      own_views: await selectOwnViews(tx, cipher, owner_id),
    }),
    decide: decideNewView,
    save: async ({ tx, cipher }, { saved }) => {
      await saveView(tx, cipher, saved);
      return NOTHING_MORE;
    },
  }),
  share_view: actOfOne({
    action: 'saved_view_shared',
    locks: ['saved_views'],
    gate: null,
    version: null,
    lock: ({ tx, cipher }, { saved_view_id }: SharedView) => lockView(tx, cipher, saved_view_id),
    decide: decideSharing,
    save: async ({ tx, cipher }, { saved }) => {
      await saveView(tx, cipher, saved);
      return NOTHING_MORE;
    },
  }),
  remove_view: actOfOne({
    action: null,
    locks: ['saved_views'],
    gate: null,
    version: null,
    lock: ({ tx, cipher }, { saved_view_id }: NamedView) => lockView(tx, cipher, saved_view_id),
    decide: decideViewRemoval,
    save: async ({ tx }, { saved: { saved_view_id } }) => {
      await deleteView(tx, saved_view_id);
      return NOTHING_MORE;
    },
  }),
};

export const RETENTION_ACTS = {
  set_retention: actOfTwo({
    action: 'retention_changed',
    locks: ['settings_versions'],
    gate: 'retention',
    version: 'lock',
    lock: async ({ tx }, _change: RetentionChange) => {
      await bumpSettingsVersion(tx);
      return await readRetention(tx);
    },
    seen: {
      version: ({ cipher }, periods, { given }) => versionsOfRetention(cipher, periods, given),
      by: ['retention_changed'],
    },
    decide: decideRetention,
    save: async ({ tx, now }, { saved }) => {
      await saveRetention(tx, saved, now);
      return NOTHING_MORE;
    },
  }),
};

export const REMOVAL_ACTS = {
  // The owner of the tables carries it out, by a command on the machine.
  allow_removal: actOfTwo({
    action: 'removal_allowed',
    locks: ['removals'],
    gate: 'retention',
    version: null,
    lock: ({ tx }, { month }: RemovalAsked) => lockRemoval(tx, month),
    decide: decideMonthRemoval,
    save: async ({ tx, now }, { saved }) => {
      await allowRemoval(tx, saved.month, now);
      return NOTHING_MORE;
    },
  }),
};

export const BAND_ACTS = {
  set_bands: actOfTwo({
    action: 'approval_bands_set',
    locks: ['settings_versions'],
    gate: 'bands',
    version: 'lock',
    lock: async ({ tx, mode }, _change: ChangedBands) => {
      await bumpSettingsVersion(tx);
      return { mode, rows: await readBands(tx) };
    },
    seen: {
      version: ({ cipher }, { mode, rows }, { given }) =>
        versionsOfBands(cipher, bandsOf(mode, rows.bands, rows.sums), given),
      by: ['approval_bands_set', 'approval_bands_off'],
    },
    decide: decideBands,
    save: async ({ tx, now }, { saved }) => {
      await saveBands(tx, saved, now);
      return NOTHING_MORE;
    },
  }),
};
