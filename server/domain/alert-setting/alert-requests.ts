// What may be asked of alerts, of when they are sent, and of who receives them.

import { EMAIL_MAX_LENGTH, emailProblem } from '../../lib/email.ts';
import { ALERT_CHANNELS, type AlertChannel } from '../alert/alert-notice.ts';
import { ALERT_STATES } from '../alert/alert-rule.ts';
import { ALERT_BOUNDS, minuteFromClock } from '../alert/alert-settings.ts';
import type { Threshold } from '../alert/attention.ts';
import {
  ATTENTION,
  ATTENTION_KINDS,
  type AttentionKind,
  SEVERITIES,
  THRESHOLD_MOST,
} from '../alert/attention-kinds.ts';
import { noteField } from '../request/common-fields.ts';
import { momentFilter, wordFilter } from '../request/filter-fields.ts';
import { flagField, integerWithin } from '../request/number-fields.ts';
import {
  customField,
  type Fact,
  type Field,
  field,
  ifGiven,
  type Notes,
  optionalField,
  queryShape,
  refinedField,
  requestShape,
  withDefault,
} from '../request/request-shape.ts';
import { rawTextField, textField, uuidField, webAddressField } from '../request/text-fields.ts';
import { choiceField } from '../request/word-fields.ts';
import { LINE_PATTERN } from '../values/text.ts';
import { URL_MAX_LENGTH } from '../values/web-address.ts';

/** No notice is sent of an alert that is only rising. */
export const TOLD_ALERT_STATES = ALERT_STATES.filter((state) => state !== 'rising');

export const FIND_ALERTS = queryShape({
  state: wordFilter(TOLD_ALERT_STATES, `One of: ${TOLD_ALERT_STATES.join(', ')}; default: both`),
});

export const SHOW_SINCE = queryShape({
  since: momentFilter('From this time on; default: since the caller’s last visit'),
});

export const ACKNOWLEDGE_ALERT = requestShape('AcknowledgeAlert', {
  note: optionalField(noteField('What is being done about it')),
});

const CLOCK_LENGTH = 5;
const clock = (description: string) =>
  ifGiven(
    optionalField(
      refinedField(textField(CLOCK_LENGTH, description), (given, name, notes) => {
        const minute = minuteFromClock(given);
        if (minute === null) notes.wrong(name, 'format', 'must be a time like 22:30, or null');
        return minute ?? undefined;
      }),
    ),
  );

const ZONE_MAX = 64;

/** Of the intervals, as requests and answers tell them. */
export const ALERT_TIMES_TOLD = {
  raise_after_minutes: 'For how many minutes something must be over before its alert is raised',
  recover_after_minutes: 'For how many minutes it must be clear before it has recovered',
  remind_after_minutes: 'After how many minutes an alert that nobody acknowledged is sent again',
} as const;

const minutes = (name: keyof typeof ALERT_TIMES_TOLD) =>
  ifGiven(integerWithin(ALERT_BOUNDS[name], ALERT_TIMES_TOLD[name]));

type Given = Readonly<Record<string, unknown>>;
export type KindChange = { kind: AttentionKind } & Partial<Threshold>;

/** What is wrong with a threshold; of an unknown kind it may be any number. */
function thresholdProblem(value: unknown, kind: AttentionKind | undefined): string | null {
  if (value === undefined || value === null) return null;
  const most = kind === undefined ? Number.POSITIVE_INFINITY : THRESHOLD_MOST[ATTENTION[kind].unit];
  const is_right = Number.isInteger(value) && Number(value) >= 1 && Number(value) <= most;
  return is_right ? null : `must be an integer from 1 to ${most}, or null`;
}

/** The problems of one kind's change are noted at its place in the list. */
function noteProblems(
  notes: Notes,
  at: string,
  { threshold, enabled }: Given,
  kind: AttentionKind | undefined,
): void {
  if (kind === undefined) {
    notes.wrong(`${at}.kind`, 'unknown_value', 'must be a kind that the list has once');
  }
  const problem = thresholdProblem(threshold, kind);
  if (problem !== null) notes.wrong(`${at}.threshold`, 'range', problem);
  if (enabled !== undefined && typeof enabled !== 'boolean') {
    notes.wrong(`${at}.enabled`, 'type', 'must be true or false');
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

const MOST_THRESHOLD = Math.max(...Object.values(THRESHOLD_MOST));

const KINDS_RULE = `must be a list of at most ${ATTENTION_KINDS.length} kinds`;

const kindChanges = customField<readonly KindChange[]>(
  {
    type: 'array',
    items: {
      type: 'object',
      properties: {
        kind: {
          type: 'string',
          enum: ATTENTION_KINDS,
          description: 'The kind of alerts to change; the list names it once',
        },
        threshold: {
          type: 'integer',
          or_null: true,
          minimum: 1,
          maximum: MOST_THRESHOLD,
          description: 'Null: the default',
        },
        enabled: { type: 'boolean', description: 'False: no alerts of this kind' },
      },
      required: ['kind'],
      title: 'ChangeAlertKind',
      additionalProperties: false,
    },
    maxItems: ATTENTION_KINDS.length,
    description: 'The kinds of alerts to change; the others stay',
  },
  'optional',
  (value, name, notes) => {
    if (value === undefined) return [];
    if (!Array.isArray(value) || value.length > ATTENTION_KINDS.length) {
      notes.wrong(name, 'type', KINDS_RULE);
      return undefined;
    }
    const changes: KindChange[] = [];
    for (const [index, one] of value.entries()) {
      const given: Given = Object(one);
      const is_new = changes.every((change) => change.kind !== given.kind);
      const kind = is_new ? ATTENTION_KINDS.find((known) => known === given.kind) : undefined;
      noteProblems(notes, `${name}[${index}]`, given, kind);
      if (kind !== undefined) changes.push(changeOf(kind, given));
    }
    return changes;
  },
);

/** What a request does not name stays. Which time zones there are, the service knows. */
export const CHANGE_ALERT_SETTINGS = requestShape(
  'ChangeAlertSettings',
  {
    quiet_from: clock('As `22:00`, in the time zone; null with `quiet_to`: no quiet hours'),
    quiet_to: clock('As `07:00`; it may be on the next day'),
    time_zone: ifGiven(textField(ZONE_MAX, 'As `Asia/Kolkata`')),
    raise_after_minutes: minutes('raise_after_minutes'),
    recover_after_minutes: minutes('recover_after_minutes'),
    remind_after_minutes: minutes('remind_after_minutes'),
    kinds: kindChanges,
  },
  ({ quiet_from, quiet_to }, notes) => {
    const [from, to] = [quiet_from ?? null, quiet_to ?? null];
    if ((from === null) === (to === null)) return;
    const message = 'is required: quiet hours have a beginning and an end';
    notes.wrong(from === null ? 'quiet_from' : 'quiet_to', 'required', message);
  },
);

const NAME_MAX = 100;

const ADDRESSES: Readonly<Record<AlertChannel, Field<string, Fact>>> = {
  callback: webAddressField('callback'),
  email: refinedField(textField(EMAIL_MAX_LENGTH), (given, name, notes) => {
    const problem = emailProblem(given);
    if (problem !== null) notes.wrong(name, 'format', problem);
    return given;
  }),
};

/** Of a channel, as requests and answers tell it. */
export const ALERT_CHANNEL_TOLD =
  'How notices are sent: `callback`: as signed HTTP requests; `email`: by e-mail';

/** The rules of an address depend on how notices are sent to it. */
export function checkAddress(channel: AlertChannel, address: string | undefined, notes: Notes) {
  if (address !== undefined) ADDRESSES[channel].readGiven(address, 'address', notes);
}

const raw = rawTextField(URL_MAX_LENGTH, 'A URL for callbacks, or an e-mail address', LINE_PATTERN);
const address = field<string, 'addressProblem'>(raw.told, raw.readGiven, ['addressProblem']);

/** An empty list: all kinds. */
const kinds = customField<readonly AttentionKind[] | undefined>(
  {
    type: 'array',
    items: { type: 'string', enum: ATTENTION_KINDS },
    maxItems: ATTENTION_KINDS.length,
    description: 'Only of these kinds; empty: all. Not of a merchant’s recipient',
  },
  'optional',
  (value, name, notes) => {
    if (value === undefined) return undefined;
    if (!Array.isArray(value) || value.length > ATTENTION_KINDS.length) {
      notes.wrong(name, 'type', KINDS_RULE);
      return undefined;
    }
    const wrong = value.findIndex((one) => ATTENTION_KINDS.every((kind) => kind !== one));
    const message = 'must be a kind of alerts';
    if (wrong !== -1) notes.wrong(`${name}[${wrong}]`, 'unknown_value', message);
    return ATTENTION_KINDS.filter((kind) => value.includes(kind));
  },
);

const name = textField(NAME_MAX, 'What people call it');
const FILTERS = {
  min_severity: ifGiven(
    choiceField(SEVERITIES, 'Default: warning; a merchant’s recipient has no other'),
  ),
  kinds,
  enabled: ifGiven(flagField('Default: true')),
};

type Filters = {
  readonly min_severity?: string | undefined;
  readonly kinds?: readonly AttentionKind[] | undefined;
};

/** A merchant gets warnings about its endpoints only, which these filters would all leave out. */
export function refuseFilters({ min_severity, kinds: named = [] }: Filters, notes: Notes): void {
  const rule = 'is only for recipients of the house: a merchant is told of its endpoints';
  if (min_severity === 'critical') notes.wrong('min_severity', 'unknown_value', rule);
  if (named.length > 0) notes.wrong('kinds', 'unknown_value', rule);
}

export const CREATE_RECIPIENT = requestShape(
  'CreateAlertRecipient',
  {
    channel: choiceField(ALERT_CHANNELS, ALERT_CHANNEL_TOLD),
    name,
    merchant_id: optionalField(
      uuidField('Tells only when callback endpoints of this merchant fail, in words for it'),
    ),
    address,
    ...FILTERS,
  },
  ({ channel = 'callback', ...read }, notes) => checkAddress(channel, read.address, notes),
);

export const CHANGE_RECIPIENT = requestShape('ChangeAlertRecipient', {
  name: ifGiven(name),
  address: ifGiven(address),
  ...FILTERS,
  rotate_secret: withDefault(flagField('Only of a callback'), false),
});
