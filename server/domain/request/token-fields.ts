// Fields of the terms of tokens: from where they may be used, and until when.

import { parseCidr } from '../../lib/ip-address.ts';
import { dayStart, isKnownMoment } from '../values/day.ts';
import { MOMENT_RULE, NETWORK_RULE } from '../values/text.ts';
import { listField, textsIn } from './list-fields.ts';
import { field, type Notes, refinedField } from './request-shape.ts';
import { textField } from './text-fields.ts';

/** Of every list of a token. */
export const TOKEN_LIST_MAX = 100;

const isNetwork = (text: string): text is string => parseCidr(text) !== null;

/** The longest is an IPv6 address that ends as an IPv4 address, with its prefix. */
export const TOLD_NETWORK = {
  type: 'string',
  maxLength: 49,
  pattern: '^[0-9A-Fa-f:.]+(?:/[0-9]{1,3})?$',
} as const;

/** Of a token that can be changed later. */
export const NETWORKS_TOLD =
  'From where it may be used; empty: from anywhere. If absent or null, a new token may be used ' +
  'from anywhere, and a changed one as before';

/** `description`: what the list means, and its absence. */
export const networksField = (description: string) =>
  refinedField(
    listField(TOKEN_LIST_MAX, {
      description,
      items: { ...TOLD_NETWORK, description: 'An address or CIDR' },
    }),
    (given, name, notes) => textsIn(given, { name, notes, rule: NETWORK_RULE }, isNetwork),
  );

/** The list, if it has an item; an empty one is refused with `rule`. */
export function notEmpty<Items extends readonly unknown[]>(
  items: Items,
  rule: string,
  name: string,
  notes: Notes,
): Items | undefined {
  if (items.length > 0) return items;
  notes.wrong(name, 'length', rule);
  return undefined;
}

const TIME = /^(\d{4}-\d\d-\d\d)T\d\d:\d\d(:\d\d(\.\d{1,6})?)?(Z|[+-]\d\d:\d\d)$/;
const TIME_MAX_LENGTH = 40;

/** Epoch milliseconds; NaN also for a day that its month does not have. */
function parseTime(text: string): number {
  const [, day = ''] = TIME.exec(text) ?? [];
  const at = dayStart(day) === null ? Number.NaN : Date.parse(text);
  return isKnownMoment(at) ? at : Number.NaN;
}

/** A time with its zone, in the future. */
export function expiryField(description: string) {
  const text = textField(TIME_MAX_LENGTH, description, { format: 'date-time' });
  return field(
    text.told,
    (value, name, notes) => {
      const given = text.readGiven(value, name, notes);
      if (given === undefined) return undefined;
      const { now } = notes.facts;
      if (now === undefined) throw new Error('A time in the future needs the present one');
      const at = parseTime(given);
      if (Number.isNaN(at)) notes.wrong(name, 'format', MOMENT_RULE);
      else if (at <= now) notes.wrong(name, 'range', 'must be in the future');
      return Number.isNaN(at) ? undefined : at;
    },
    ['now'],
  );
}
