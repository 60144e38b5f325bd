// What may be asked for about deliveries of callbacks: which are listed, and what is sent again.
import { RESENDS } from '../callback/resend.ts';
import { DELIVERY_STATUSES } from '../callback/retry.ts';
import { ENDPOINT_NUMBER_MAX } from '../record/callback-endpoint.ts';
import { idFilter, momentFilter, OF_ONE_MERCHANT, wordFilter } from '../request/filter-fields.ts';
import { flagField, integerField, integerWithin } from '../request/number-fields.ts';
import {
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
import { stringIn, uuidField } from '../request/text-fields.ts';
import { choiceField } from '../request/word-fields.ts';
import { EVENT_PATTERNS, typesOf } from './event-types.ts';

const TYPE_MAX_LENGTH = Math.max(...EVENT_PATTERNS.map(({ length }) => length));

/** The types that a filter names. */
const ofType: Field<readonly string[]> = field(
  {
    type: 'string',
    maxLength: TYPE_MAX_LENGTH,
    pattern: '^[a-z]+\\.(?:[a-z]+|\\*)$',
    description: 'Of events of this type, as `deposit.completed` or `deposit.*`',
  },
  (value, name, notes) => {
    const pattern = stringIn(value, name, notes);
    if (pattern === undefined) return undefined;
    const types = typesOf(pattern);
    if (types.length > 0) return types;
    const rule = 'must be a type as deposit.completed, or all of a topic as deposit.*';
    notes.wrong(name, 'unknown_value', rule);
    return undefined;
  },
);

const toEndpoint: Field<number> = field(
  {
    type: 'string',
    maxLength: 7,
    pattern: '^[0-9]{1,7}$',
    description: 'To the endpoint with this number; give `merchant_id` too',
    examples: ['0'],
  },
  (value, name, notes) => {
    const given = stringIn(value, name, notes);
    if (given === undefined) return undefined;
    const number = /^[0-9]{1,7}$/.test(given) ? Number(given) : Number.NaN;
    if (number <= ENDPOINT_NUMBER_MAX) return number;
    const rule = `must be the number of an endpoint, 0 to ${ENDPOINT_NUMBER_MAX}`;
    notes.wrong(name, 'range', rule);
    return undefined;
  },
);

export const FIND_DELIVERIES = queryShape({
  merchant_id: OF_ONE_MERCHANT,
  trade_id: idFilter('Of one trade'),
  status: wordFilter(DELIVERY_STATUSES, '`waiting`, `delivered` or `exhausted`'),
  endpoint: optionalField(toEndpoint),
  type: optionalField(ofType),
  failing_from: momentFilter('To endpoints that fail, and began to at or after this time'),
});

const WHOSE = uuidField('The merchant who is called');

/** One sentence tells both bounds. */
const fromTo = (min: number, max: number) => ({
  min,
  max,
  rule: `must be from ${min} to ${max}`,
});

const SEQUENCE_MAX = 2 ** 31 - 1;

export const RESEND_DELIVERY = requestShape('ResendDelivery', {
  merchant_id: WHOSE,
  trade_id: uuidField('The trade'),
  sequence: integerWithin(fromTo(1, SEQUENCE_MAX), 'Which change of the trade'),
  endpoint: ifGiven(
    integerWithin(
      fromTo(0, ENDPOINT_NUMBER_MAX),
      'Number of the endpoint; 0 (the default) also for an address that the trade gave',
    ),
  ),
});

const TYPES_MAX = 50;

function readTypes(value: unknown, name: string, notes: Notes): readonly string[] | undefined {
  if (!Array.isArray(value) || !value.every((one) => typeof one === 'string')) {
    notes.wrong(name, 'type', 'must be a list of types, as deposit.completed or deposit.*');
    return undefined;
  }
  if (value.length > TYPES_MAX) {
    notes.wrong(name, 'length', `must have at most ${TYPES_MAX} types`);
    return undefined;
  }
  for (const [at, type] of value.entries()) {
    if (EVENT_PATTERNS.includes(type)) continue;
    const rule = 'must be a type of event like deposit.completed, or deposit.* for a topic';
    notes.wrong(`${name}[${at}]`, 'unknown_value', rule);
  }
  return value;
}

const types = field(
  {
    type: 'array',
    items: { type: 'string', enum: EVENT_PATTERNS },
    maxItems: TYPES_MAX,
    description: 'Types, or all of a topic; empty: all',
  },
  readTypes,
);

const eventNumber = refinedField(
  integerField('Events after this number: `next_after` of the answer before'),
  (given, name, notes) => {
    if (given >= 0) return BigInt(given);
    notes.wrong(name, 'range', fromTo(0, Number.MAX_SAFE_INTEGER).rule);
    return undefined;
  },
  { minimum: 0 },
);

export const RESEND_EVENTS = requestShape('ResendEvents', {
  merchant_id: WHOSE,
  which: withDefault(
    choiceField(
      RESENDS,
      '`not_delivered` (default): given up or never sent; `all`: delivered ones too',
    ),
    'not_delivered',
  ),
  endpoint: optionalField(
    integerWithin(
      fromTo(0, ENDPOINT_NUMBER_MAX),
      'Only to the endpoint with this number; without it to all',
    ),
  ),
  types: withDefault(types, []),
  from: momentFilter('Events from this time on, as `2026-03-01T00:00:00Z` or a day'),
  to: momentFilter('Events before this time'),
  after: withDefault(eventNumber, 0n),
  as_of: momentFilter('`as_of` of the first answer: what has ended since then is not sent again'),
  preview: withDefault(flagField('Only counts, and sends nothing'), false),
});
