// Operators list callback deliveries, and send one again.

import { DELIVERY_STATUSES } from '../../domain/callback/retry.ts';
import { typesOf } from '../../domain/merchant/event-types.ts';
import { ENDPOINT_NUMBER_MAX } from '../../domain/record/callback-endpoint.ts';
import { isRefusal, type Refusal } from '../../domain/service/refusal.ts';
import { parseUuid } from '../../lib/uuid.ts';
import { aheadMs } from '../../store/batch/store.ts';
import {
  type DeliveryKey,
  type DeliveryRow,
  selectDeliveries as list,
  requeueDelivery as resend,
} from '../../store/callback/deliveries.ts';
import type { App } from '../process/app.ts';
import { auditIn } from '../request/audit.ts';
import { notFound, type OperatorCaller, operatorActor } from '../request/caller.ts';
import { type FieldReader, readFields } from '../request/fields.ts';
import { INTEGER_FORM, type Page, pageOf, readPage, UUID_FORM } from '../request/paging.ts';
import { iso, isoOrNull } from '../request/views.ts';
import { eventId } from './event-view.ts';

export function deliveryBody(delivery: DeliveryRow) {
  return {
    event_id: eventId(delivery),
    event_number: Number(delivery.number),
    type: delivery.type,
    merchant_id: delivery.merchant_id,
    trade_id: delivery.trade_id,
    sequence: delivery.sequence,
    endpoint: delivery.is_endpoint ? delivery.endpoint_number : null,
    url: delivery.url,
    status: delivery.status,
    attempts: delivery.attempts,
    next_attempt_at: delivery.status === 'waiting' ? iso(delivery.due_at) : null,
    finished_at: isoOrNull(delivery.finished_at),
    last_status: delivery.last_status,
    last_error: delivery.last_error,
  };
}

const FILTERS = ['merchant_id', 'trade_id', 'status', 'endpoint', 'type'] as const;

const CURSOR_FORMS = [UUID_FORM, UUID_FORM, INTEGER_FORM, INTEGER_FORM];

export type DeliveryBody = ReturnType<typeof deliveryBody>;

export async function listDeliveries(
  app: App,
  query: Partial<Record<(typeof FILTERS)[number] | 'cursor' | 'limit', string>>,
): Promise<Page<DeliveryBody> | Refusal> {
  const reader = readFields({ fields: query, errors: [] }, FILTERS);
  const uuid = (name: 'merchant_id' | 'trade_id') =>
    query[name] === undefined ? null : reader.uuid(name);
  const filter = {
    merchant_id: uuid('merchant_id'),
    trade_id: uuid('trade_id'),
    status: reader.choice('status', DELIVERY_STATUSES),
    endpoint_number: readEndpointNumber(reader, query.endpoint),
    types: readType(reader, query.type),
  };
  const page = readPage(query, CURSOR_FORMS, reader.refusal());
  if (isRefusal(page)) return page;
  const { limit, cursor } = page;
  const [merchant_id = '', trade_id = '', sequence = '', number = ''] = cursor ?? [];
  const before =
    cursor === null ? null : ([merchant_id, trade_id, Number(sequence), Number(number)] as const);
  const found = await list(app.store.db, { ...filter, before, limit: limit + 1 });
  const last = found[limit - 1]?.endpoint_number ?? 0;
  const keyOf = (delivery: DeliveryBody) =>
    [delivery.merchant_id, delivery.trade_id, delivery.sequence, last] as const;
  return pageOf(found.map(deliveryBody), limit, keyOf);
}

/** The types that a filter names; null: all. */
function readType(reader: FieldReader, pattern: string | undefined): readonly string[] | null {
  if (pattern === undefined) return null;
  const types = typesOf(pattern);
  if (types.length > 0) return types;
  const rule = 'must be a type as deposit.completed, or all of a topic as deposit.*';
  reader.wrong('type', 'unknown_value', rule);
  return null;
}

/** An endpoint's number as a query has it. */
function readEndpointNumber(reader: FieldReader, text: string | undefined): number | null {
  if (text === undefined) return null;
  const number = /^[0-9]{1,7}$/.test(text) ? Number(text) : Number.NaN;
  if (number <= ENDPOINT_NUMBER_MAX) return number;
  reader.wrong(
    'endpoint',
    'range',
    `must be the number of an endpoint, 0 to ${ENDPOINT_NUMBER_MAX}`,
  );
  return null;
}

/** Due now, whatever became of it before; the receiver sees the same webhook-id. */
export async function resendDelivery(
  app: App,
  operator: OperatorCaller,
  merchant: string,
  trade: string,
  { sequence, endpoint_number }: Pick<DeliveryKey, 'sequence' | 'endpoint_number'>,
): Promise<{ event_id: string; status: 'waiting' } | Refusal> {
  const merchant_id = parseUuid(merchant);
  const trade_id = parseUuid(trade);
  if (merchant_id === null || trade_id === null) return notFound();
  if (!INTEGER_FORM.test(String(sequence))) return notFound();
  const key = { merchant_id, trade_id, sequence, endpoint_number };
  const target = `trades/${merchant_id}/${trade_id}`;
  const found = await app.store.db.transaction(async (tx) => {
    if (!(await resend(tx, key, aheadMs(app.store)))) return false;
    await auditIn(tx, operatorActor(operator), 'callback_resent', target, {
      sequence,
      endpoint: endpoint_number,
    });
    return true;
  });
  if (!found) return notFound();
  app.wake.events.notify();
  return { event_id: eventId(key), status: 'waiting' };
}
