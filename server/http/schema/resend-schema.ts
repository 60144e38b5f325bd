// The answer about past events that are sent again, in both APIs.
import { RESEND_EVENTS_MAX, type ResendBody } from '../../app/callback/resend-events.ts';
import { integer, integerOrNull, moment, shape } from './shapes.ts';

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
