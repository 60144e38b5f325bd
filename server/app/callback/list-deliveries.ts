// Operators list callback deliveries, and send one again.

import { FIND_DELIVERIES, RESEND_DELIVERY } from '../../domain/merchant/delivery-requests.ts';
import { DEFAULT_ENDPOINT } from '../../domain/record/callback-endpoint.ts';
import { type RawFields, readFilters, readRequest } from '../../domain/request/read-request.ts';
import type { QueryTexts } from '../../domain/request/request-shape.ts';
import { isRefusal, type Refusal, refuseUnknown } from '../../domain/service/refusal.ts';
import { aheadMs } from '../../store/batch/store.ts';
import {
  type DeliveryRow,
  selectDeliveries as list,
  requeueDelivery as resend,
} from '../../store/callback/deliveries.ts';
import { readRemovedBefore } from '../../store/retention/sweep-deliveries.ts';
import type { App } from '../process/app.ts';
import { auditIn } from '../request/audit.ts';
import { type OperatorCaller, operatorActor } from '../request/caller.ts';
import { namesOfOrders, type OrderNames } from '../request/order-names.ts';
import {
  INTEGER_FORM,
  type Page,
  type PageQuery,
  pageOf,
  readPage,
  UUID_FORM,
} from '../request/paging.ts';
import { iso, isoOrNull } from '../request/views.ts';
import { eventId } from './event-view.ts';

export function deliveryBody(delivery: DeliveryRow, nameOf: OrderNames) {
  return {
    event_id: eventId(delivery),
    event_number: Number(delivery.number),
    type: delivery.type,
    merchant_id: delivery.merchant_id,
    trade_id: delivery.trade_id,
    ...nameOf(delivery),
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

const CURSOR_FORMS = [UUID_FORM, UUID_FORM, INTEGER_FORM, INTEGER_FORM];

export type DeliveryBody = ReturnType<typeof deliveryBody>;

export type DeliveryPage = Page<DeliveryBody> & { removed_before: string | null };

export async function listDeliveries(
  app: App,
  query: QueryTexts<typeof FIND_DELIVERIES> & PageQuery,
): Promise<DeliveryPage | Refusal> {
  const asked = readPage(query, CURSOR_FORMS, readFilters(FIND_DELIVERIES, query));
  if (isRefusal(asked)) return asked;
  const { limit, cursor, filters } = asked;
  const { endpoint: endpoint_number, type: types, ...others } = filters;
  const filter = { ...others, endpoint_number, types };
  const [merchant_id = '', trade_id = '', sequence = '', number = ''] = cursor ?? [];
  const before =
    cursor === null ? null : ([merchant_id, trade_id, Number(sequence), Number(number)] as const);
  const [found, removed_before] = await Promise.all([
    list(app.store.db, { ...filter, before, limit: limit + 1 }),
    readRemovedBefore(app.store.db),
  ]);
  const last = found[limit - 1]?.endpoint_number ?? 0;
  const keyOf = (delivery: DeliveryBody) =>
    [delivery.merchant_id, delivery.trade_id, delivery.sequence, last] as const;
  const nameOf = await namesOfOrders(app, found);
  const bodies = found.map((delivery) => deliveryBody(delivery, nameOf));
  return { ...pageOf(bodies, limit, keyOf), removed_before: isoOrNull(removed_before) };
}

/** Due now, whatever became of it before; the receiver sees the same webhook-id. */
export async function resendDelivery(
  app: App,
  operator: OperatorCaller,
  raw: RawFields,
): Promise<{ event_id: string; status: 'waiting' } | Refusal> {
  const given = readRequest(RESEND_DELIVERY, raw);
  if (isRefusal(given)) return given;
  const { merchant_id, trade_id, sequence, endpoint = DEFAULT_ENDPOINT } = given;
  const key = { merchant_id, trade_id, sequence, endpoint_number: endpoint };
  const target = `trades/${merchant_id}/${trade_id}`;
  const found = await app.store.db.transaction(async (tx) => {
    if (!(await resend(tx, key, aheadMs(app.store)))) return false;
    await auditIn(tx, operatorActor(operator), 'callback_resent', target, { sequence, endpoint });
    return true;
  });
  if (!found) return refuseUnknown();
  app.wake.events.notify();
  return { event_id: eventId(key), status: 'waiting' };
}
