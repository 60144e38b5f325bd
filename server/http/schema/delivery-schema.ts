// The schemas of a delivery, of its attempts and of their requests.

import type { DeliveryBody, DeliveryPage } from '../../app/callback/list-deliveries.ts';
import {
  ATTEMPTS_SHOWN,
  type AttemptBody,
  type DeliveryWithAttempts,
} from '../../app/callback/show-delivery.ts';
import type { SentHeader } from '../../domain/callback/request-headers.ts';
import {
  flag,
  integer,
  integerOrNull,
  list,
  MERCHANT_NAME,
  moment,
  momentOrNull,
  pageRows,
  shape,
  text,
  textOrNull,
  uuid,
} from './shapes.ts';
import { deliveryStatus } from './shared-members.ts';

export const DELIVERY = {
  event_id: text('As in the header webhook-id'),
  event_number: integer('As in the event feed'),
  type: text('Type of the event, as `deposit.completed`'),
  merchant_id: uuid('The merchant who is called'),
  trade_id: uuid('The trade'),
  order_id: textOrNull('The merchant’s own id of its order'),
  merchant_name: textOrNull(MERCHANT_NAME),
  sequence: integer('Which change of the trade'),
  endpoint: integerOrNull('Number of the endpoint; null: the address that the trade gave'),
  url: text('The receiver: scheme, host and port only, because path and query may contain secrets'),
  status: deliveryStatus,
  attempts: integer('How many attempts so far'),
  next_attempt_at: momentOrNull('When the next attempt is due, while it waits'),
  finished_at: momentOrNull('When it was delivered or given up'),
  last_status: integerOrNull('HTTP status of the last attempt'),
  last_error: textOrNull('Why the last attempt failed'),
};

const DeliverySchema = shape<DeliveryBody>('Delivery', DELIVERY);

const REMOVED_BEFORE = momentOrNull(
  'Callbacks that ended before this time, of orders that had ended too, were removed by their ' +
    'age (`deliveries` of `/retention`); null: none was',
);

export const DeliveryPageSchema = shape<DeliveryPage>('DeliveryPage', {
  data: pageRows(DeliverySchema),
  next_cursor: textOrNull('Send as `cursor` for the next page; null on the last'),
  removed_before: REMOVED_BEFORE,
});

export const SentHeadersSchema = list(
  shape<SentHeader>('SentHeader', {
    name: text('In lower case'),
    value: text('The signature itself is not kept'),
  }),
  { description: 'Of the request; empty if nothing was sent, and of old attempts' },
);

export const AttemptSchema = shape<AttemptBody>('Attempt', {
  attempt: integer('1, 2, 3 …'),
  at: moment('When it began'),
  status: integerOrNull('HTTP status; null if there was no answer'),
  error: textOrNull('Why it failed'),
  duration_ms: integer('How long it took'),
  sent_to: text('Where it was sent, without the query; empty of old attempts'),
  headers: SentHeadersSchema,
  reply_head: text('The first kilobyte of the answer'),
  folded_from: momentOrNull(
    'Set once the attempts are old (`callback_attempts` of `/retention`): this row then stands ' +
      'for all up to it, the first of which was made at this time; answers are not kept',
  ),
});

export const DeliveryWithAttemptsSchema = shape<DeliveryWithAttempts>('DeliveryWithAttempts', {
  ...DELIVERY,
  body: text('The body of the request, the same for every attempt; account numbers are masked'),
  history: list(AttemptSchema, {
    description: `The last attempts, at most ${ATTEMPTS_SHOWN}, in their order`,
  }),
  has_earlier: flag('There were attempts before those listed'),
});
