// The request to send past events again, and its answer, in both APIs.
import { Type } from 'typebox';
import { RESEND_EVENTS_MAX, type ResendBody } from '../../app/callback/resend-events.ts';
import { RESENDS } from '../../domain/callback/resend.ts';
import { EVENT_PATTERNS } from '../../domain/merchant/event-types.ts';
import {
  flag,
  integer,
  integerOrNull,
  list,
  moment,
  optional,
  shape,
  text,
  uuid,
  words,
} from './shapes.ts';

export const RESEND = {
  which: optional(
    words(RESENDS, '`not_delivered` (default): given up or never sent; `all`: delivered ones too'),
  ),
  endpoint: optional(integer('Only to the endpoint with this number; without it to all')),
  types: optional(
    list(words(EVENT_PATTERNS), { description: 'Types, or all of a topic; empty: all' }),
  ),
  from: optional(text('Events from this time on, as `2026-03-01T00:00:00Z` or a day')),
  to: optional(text('Events before this time')),
  after: optional(integer('Events after this number: `next_after` of the answer before')),
  as_of: optional(text('`as_of` of the first answer: what has ended since then is not sent again')),
  preview: optional(flag('Only counts, and sends nothing')),
};

export const ResendEventsSchema = Type.Object(
  { merchant_id: uuid('Your merchant id'), ...RESEND },
  { title: 'ResendEvents' },
);

export const RESEND_WORDS = [
  'Each endpoint gets the events that its filter names, also those from a time when it had no ' +
    'address or did not exist. The receiver sees the same webhook-id as before.',
  `A request looks at ${RESEND_EVENTS_MAX} events. While \`next_after\` is not null, send ` +
    'the same request with it as `after`, and with `as_of`: no delivery is then sent twice, ' +
    'however often a request is repeated. What is sent again waits behind new events.',
].join('\n\n');

export const ResentSchema = shape<ResendBody>('ResentEvents', {
  examined: integer('Events that this request looked at'),
  events: integer('Those of them that the filters name'),
  resent: integer('Deliveries that wait again, or would'),
  remaining: integer('Events that were not looked at yet'),
  next_after: integerOrNull('`after` of the next request; null: there is nothing more'),
  as_of: moment('For the next request'),
});
