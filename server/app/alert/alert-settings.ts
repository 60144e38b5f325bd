// Operators set when notices are sent, and from which value on each kind of thing is over.
import {
  ALERT_BOUNDS,
  type AlertSettings,
  clockText,
  minuteFromClock,
} from '../../domain/alert/alert-settings.ts';
import { type Threshold, thresholdOf } from '../../domain/alert/attention.ts';
import {
  ATTENTION,
  ATTENTION_KINDS,
  type AttentionKind,
  THRESHOLD_MOST,
} from '../../domain/alert/attention-kinds.ts';
import { isRefusal, type Refusal } from '../../domain/service/refusal.ts';
import { readAlertSettings } from '../../store/alert/alert-settings.ts';
import { readThresholds } from '../../store/alert/thresholds.ts';
import type { Queryable } from '../../store/connection/database.ts';
import type { App } from '../process/app.ts';
import type { OperatorCaller } from '../request/caller.ts';
import { type FieldReader, type RawFields, readFields } from '../request/fields.ts';
import { changeSetting } from '../setting/change-setting.ts';
import { SETTINGS_ACTS } from '../setting/settings-acts.ts';
import { isTimeZone } from './clock-of-zone.ts';

const ZONE_MAX = 64;

async function bodyOf(db: Queryable) {
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
    kinds: ATTENTION_KINDS.map((kind) => {
      const { severity, unit, threshold: default_threshold } = ATTENTION[kind];
      return { kind, severity, unit, default_threshold, ...thresholdOf(thresholds, kind) };
    }),
  };
}

export type AlertSettingsBody = Awaited<ReturnType<typeof bodyOf>>;
export type KindSettingBody = AlertSettingsBody['kinds'][number];

export const getAlertSettings = (app: App): Promise<AlertSettingsBody> => bodyOf(app.store.db);

const FIELDS = [
  'quiet_from',
  'quiet_to',
  'time_zone',
  'raise_after_minutes',
  'recover_after_minutes',
  'remind_after_minutes',
  'kinds',
] as const;

const isGiven = (raw: RawFields, name: string) => Object.hasOwn(raw.fields, name);

/** Both or neither: a time, or null for no quiet hours. */
function readQuietHours(raw: RawFields, reader: FieldReader): Partial<AlertSettings> {
  if (!isGiven(raw, 'quiet_from') && !isGiven(raw, 'quiet_to')) return {};
  const minute = (field: 'quiet_from' | 'quiet_to') => {
    const text = reader.optionalText(field, 5);
    const found = text === null ? null : minuteFromClock(text);
    if (text !== null && found === null) {
      reader.wrong(field, 'format', 'must be a time like 22:30, or null');
    }
    return found;
  };
  const [from_minute, to_minute] = [minute('quiet_from'), minute('quiet_to')];
  const is_whole = (from_minute === null) === (to_minute === null);
  if (!is_whole) {
    const field = from_minute === null ? 'quiet_from' : 'quiet_to';
    reader.wrong(field, 'required', 'is required: quiet hours have a beginning and an end');
  }
  return { from_minute: from_minute ?? 0, to_minute: to_minute ?? 0 };
}

function readTimes(raw: RawFields, reader: FieldReader): Partial<AlertSettings> {
  const found: Partial<AlertSettings> = readQuietHours(raw, reader);
  if (isGiven(raw, 'time_zone')) {
    found.time_zone = reader.text('time_zone', ZONE_MAX);
    if (!isTimeZone(found.time_zone)) {
      reader.wrong('time_zone', 'unknown_value', 'must be a time zone like Asia/Kolkata');
    }
  }
  for (const name of Object.keys(ALERT_BOUNDS) as (keyof typeof ALERT_BOUNDS)[]) {
    if (isGiven(raw, name)) found[name] = reader.integer(name, ALERT_BOUNDS[name]);
  }
  return found;
}

type Given = Readonly<Record<string, unknown>>;
type KindChange = { kind: AttentionKind } & Partial<Threshold>;

/** What is wrong with a threshold; of an unknown kind it may be any number. */
function thresholdProblem(value: unknown, kind: AttentionKind | undefined): string | null {
  if (value === undefined || value === null) return null;
  const most = kind === undefined ? Infinity : THRESHOLD_MOST[ATTENTION[kind].unit];
  const is_right = Number.isInteger(value) && Number(value) >= 1 && Number(value) <= most;
  return is_right ? null : `must be an integer from 1 to ${most}, or null`;
}

/** The problems of one kind's change are noted at its place in the list. */
function noteProblems(
  reader: FieldReader,
  at: string,
  { threshold, enabled }: Given,
  kind: AttentionKind | undefined,
): void {
  if (kind === undefined) {
    reader.wrong(`${at}.kind`, 'unknown_value', 'must be a kind that the list has once');
  }
  const problem = thresholdProblem(threshold, kind);
  if (problem !== null) reader.wrong(`${at}.threshold`, 'range', problem);
  if (enabled !== undefined && typeof enabled !== 'boolean') {
    reader.wrong(`${at}.enabled`, 'type', 'must be true or false');
  }
}

/** An absent threshold stays; null is the default again. */
function changeOf(kind: AttentionKind, { threshold, enabled }: Given): KindChange {
  const given = threshold === null ? ATTENTION[kind].threshold : threshold;
  return {
    kind,
    ...(typeof given === 'number' ? { threshold: given } : {}),
    ...(typeof enabled === 'boolean' ? { enabled } : {}),
  };
}

function readKinds(reader: FieldReader): KindChange[] {
  const value = reader.raw('kinds');
  if (value === undefined) return [];
  if (!Array.isArray(value) || value.length > ATTENTION_KINDS.length) {
    reader.wrong('kinds', 'type', `must be a list of at most ${ATTENTION_KINDS.length} kinds`);
    return [];
  }
  const changes: KindChange[] = [];
  for (const [index, one] of value.entries()) {
    const at = `kinds[${index}]`;
    const given: Given = Object(one);
    const is_new = changes.every((change) => change.kind !== given.kind);
    const kind = is_new ? ATTENTION_KINDS.find((name) => name === given.kind) : undefined;
    noteProblems(reader, at, given, kind);
    if (kind !== undefined) changes.push(changeOf(kind, given));
  }
  return changes;
}

/** What the request does not name stays as it is. */
export async function patchAlertSettings(
  app: App,
  operator: OperatorCaller,
  raw: RawFields,
): Promise<AlertSettingsBody | Refusal> {
  const reader = readFields(raw, FIELDS);
  const times = readTimes(raw, reader);
  const kinds = readKinds(reader);
  const refused = reader.refusal();
  if (refused !== null) return refused;
  const request = { times, kinds, given: raw.fields };
  const changed = await changeSetting(app, operator, SETTINGS_ACTS.change_alert_settings, request);
  return isRefusal(changed) ? changed : await bodyOf(app.store.db);
}
