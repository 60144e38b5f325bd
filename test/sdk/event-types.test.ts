// Programs that decide by the type of an event: what does not fit does not compile.
import { deepEqual, equal } from 'node:assert/strict';
import { readFileSync } from 'node:fs';
import { test } from 'node:test';
import { type EventType, otherEvent } from '../../sdk/events.ts';
import type { FeedEvent } from '../../sdk/payment-orders.ts';
import type { WebhookEvent } from '../../sdk/webhook.ts';

/** Never called: it only has to compile, without the lines that must not. */
export function misread(event: WebhookEvent, of_feed: FeedEvent) {
  // @ts-expect-error: a dispute has no such field
  event.data.received_amount_cents;
  // @ts-expect-error: the type is misspelt
  if (event.type === 'deposit.complete') return;
  // @ts-expect-error: not every type has its case
  if (event.type === 'deposit.completed') otherEvent(event);
  // @ts-expect-error: a callback has no number
  if (event.type !== 'endpoint.test') event.number;
  // @ts-expect-error: the feed has no tests
  if (of_feed.type === 'endpoint.test') return;
  if (event.type === 'dispute.opened') {
    // @ts-expect-error: a dispute has no fee
    event.data.fee_cents;
  }
}

/** What each type tells, by its own fields: each of these lines has to compile. */
function toldBy(event: FeedEvent | WebhookEvent): string {
  switch (event.type) {
    case 'deposit.completed':
      return `${event.data.order_id} received ${event.data.received_amount_cents}`;
    case 'deposit.created':
    case 'deposit.pending':
    case 'deposit.verifying':
    case 'deposit.expired':
    case 'deposit.canceled':
    case 'deposit.failed':
    case 'deposit.disputed':
    case 'deposit.reversed':
    case 'withdrawal.created':
    case 'withdrawal.processing':
    case 'withdrawal.completed':
    case 'withdrawal.canceled':
    case 'withdrawal.failed':
    case 'withdrawal.disputed':
    case 'withdrawal.reversed':
      return `${event.data.order_id} costs ${event.data.fee_cents}`;
    case 'dispute.opened':
    case 'dispute.updated':
    case 'dispute.decided':
    case 'dispute.appealed':
    case 'dispute.closed':
      return `${event.data.trade_id} blocks ${event.data.blocked_amount_cents}`;
    case 'endpoint.test':
      return `endpoint ${event.data.endpoint}`;
    default:
      return `other ${otherEvent(event).type}`;
  }
}

const document = JSON.parse(
  readFileSync(new URL('../../openapi/merchant.json', import.meta.url), 'utf8'),
);

test('every documented callback has its case, and its example the fields of that case', () => {
  const types = Object.keys(document.webhooks);
  const told = types.map((type) => {
    const { content } = document.webhooks[type].post.requestBody;
    const { example } = content['application/json'];
    return toldBy({ ...example, id: 'msg-1', type });
  });
  equal(told.length, 22);
  const wrong = told.filter((text) => /undefined|^other/.test(text));
  deepEqual(wrong, []);
});

test('a type of a newer service comes to the default of a switch', () => {
  const newer = JSON.parse('{"id":"msg-1","type":"deposit.frozen","data":{}}');
  equal(toldBy(newer), 'other deposit.frozen');
});

test('the types have a name of their own', () => {
  const known: EventType[] = ['deposit.completed', 'endpoint.test'];
  // @ts-expect-error: the type is misspelt
  const unknown: EventType = 'deposit.complete';
  equal(known.includes(unknown), false);
});
