// What operators and merchants' own people may ask for about callback endpoints.

import { flagField, integerWithin } from '../request/number-fields.ts';
import {
  customField,
  ifGiven,
  type Notes,
  optionalField,
  requestShape,
  withDefault,
} from '../request/request-shape.ts';
import { textField, webAddressField } from '../request/text-fields.ts';
import { LIMITS } from '../service/limits.ts';
import { EVENT_PATTERNS } from './event-types.ts';

const PATTERN_RULE = 'must be a type as deposit.completed, or all of a topic as deposit.*';

function readPatterns(value: unknown, name: string, notes: Notes): readonly string[] | undefined {
  if (value === undefined) return undefined;
  if (!Array.isArray(value) || value.length > EVENT_PATTERNS.length) {
    notes.wrong(name, 'type', `must be a list of at most ${EVENT_PATTERNS.length} types`);
    return undefined;
  }
  const wrong = value.findIndex((one) => EVENT_PATTERNS.every((pattern) => pattern !== one));
  if (wrong !== -1) notes.wrong(`${name}[${wrong}]`, 'unknown_value', PATTERN_RULE);
  return EVENT_PATTERNS.filter((pattern) => value.includes(pattern));
}

const limit = (max: number, description: string) =>
  ifGiven(optionalField(integerWithin({ min: 1, max }, description)));

const address = webAddressField('callback', 'Where events are sent');

/** What is not named stays as it is; of a new endpoint, as it is without. */
const TERMS = {
  description: ifGiven(
    withDefault(textField(LIMITS.name_max_length, 'What people call it; null removes it'), ''),
  ),
  event_types: customField(
    {
      type: 'array',
      items: { type: 'string', enum: EVENT_PATTERNS },
      maxItems: EVENT_PATTERNS.length,
      description: 'One type, or all of a topic; empty: all',
    },
    'optional',
    readPatterns,
  ),
  max_concurrent: limit(
    LIMITS.callback_concurrent_max,
    'Attempts at once, at most; null: no limit of its own',
  ),
  max_per_second: limit(
    LIMITS.callback_per_second_max,
    'Attempts in a second, at most; null: no limit of its own',
  ),
  enabled: ifGiven(flagField('False: nothing is sent, and what waits is kept')),
};

export const CREATE_ENDPOINT = requestShape('CreateCallbackEndpoint', { url: address, ...TERMS });

export const UPDATE_ENDPOINT = requestShape('UpdateCallbackEndpoint', {
  url: ifGiven(
    optionalField(
      webAddressField(
        'callback',
        'Where events are sent. Null only of the default endpoint: it then gets nothing',
      ),
    ),
  ),
  ...TERMS,
});
