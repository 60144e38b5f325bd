// The schema of a callback endpoint, the same for operators and merchants.
import { ENDPOINT_STATUSES, type EndpointBody } from '../../app/merchant/endpoint-view.ts';
import { DISABLERS } from '../../domain/record/callback-endpoint.ts';
import {
  flag,
  integer,
  integerOrNull,
  list,
  moment,
  momentOrNull,
  shape,
  text,
  textOrNull,
  words,
  wordsOrNull,
} from './shapes.ts';

export const ENDPOINT = {
  number: integer('Names the endpoint; 0 is the default one'),
  is_default: flag('In whose stead an order may name a `callback_url`'),
  url: textOrNull('Where events are sent; null: nowhere'),
  description: text('What people call it'),
  event_types: list(text(), { description: 'As `deposit.completed` or `deposit.*`; empty: all' }),
  max_concurrent: integerOrNull('Attempts at once, at most; null: no limit of its own'),
  max_per_second: integerOrNull('Attempts in a second, at most; null: no limit of its own'),
  status: words(
    ENDPOINT_STATUSES,
    '`failing`: its events wait, and one of them is sent as a probe from time to time',
  ),
  status_since: momentOrNull('Since when it is disabled or failing'),
  disabled_by: wordsOrNull(DISABLERS, '`gone`: it answered 410'),
  consecutive_failures: integer('Failed attempts since the last that succeeded'),
  last_success_at: momentOrNull('When it last accepted an event; exact to a second'),
  last_failure_at: momentOrNull('When an attempt last failed'),
  last_status: integerOrNull('HTTP status of the last failed attempt'),
  last_error: textOrNull('Why it failed'),
  next_probe_at: momentOrNull('When a failing endpoint is tried next'),
  previous_secret_until: momentOrNull('Until then the previous secret also signs'),
  created_at: moment('When it was added'),
};

export const EndpointSchema = shape<EndpointBody>('Endpoint', ENDPOINT);
