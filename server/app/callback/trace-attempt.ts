// Sends each attempt of a callback with the header `traceparent`, so that a merchant's systems find
// the callback in the trace in which they created the order.
import { randomBytes } from 'node:crypto';
import { continuedBy } from '../../lib/trace-context.ts';
import type { App } from '../process/app.ts';
import type { Tracer } from '../trace/tracer.ts';
import type { ClaimedDelivery } from './deliver.ts';
import { eventId } from './event-view.ts';

const SPAN_ID_BYTES = 8;
const TRACE_ID_BYTES = 16;

type Attempt = Pick<
  ClaimedDelivery,
  'trace_context' | 'headers' | 'trade_id' | 'sequence' | 'endpoint_number' | 'attempt'
>;

type Ended = { readonly status: number | null; readonly error: string | null };

const withTrace = <Of extends Attempt>(delivery: Of, traceparent: string): Of => ({
  ...delivery,
  headers: { ...delivery.headers, traceparent },
});

/** With a span id of its own in the trace of its order; as it is if that has no trace. */
function continued<Delivery extends Attempt>(delivery: Delivery): Delivery {
  const { trace_context } = delivery;
  if (trace_context === null) return delivery;
  const span_id = randomBytes(SPAN_ID_BYTES).toString('hex');
  return withTrace(delivery, continuedBy(trace_context, span_id));
}

/** A test event belongs to no order: it is in the trace of whoever asks for it, or begins one. */
export async function tracedTest<Result extends Ended>(
  { tracer }: Pick<App, 'tracer'>,
  endpoint_number: number,
  post: (headers: { traceparent: string }) => Promise<Result | null>,
): Promise<Result | null> {
  const idOf = (bytes: number) => randomBytes(bytes).toString('hex');
  if (tracer === null) {
    return await post({ traceparent: `00-${idOf(TRACE_ID_BYTES)}-${idOf(SPAN_ID_BYTES)}-00` });
  }
  const span = tracer.start('POST callback', {
    kind: 'client',
    parent: tracer.current()?.traceparent ?? null,
    words: { 'http.request.method': 'POST', 'payment_orders.endpoint': endpoint_number },
  });
  const result = await tracer.within(span, () => post({ traceparent: span.traceparent }));
  span.say({ 'http.response.status_code': result?.status });
  span.end(result?.error ?? undefined);
  return result;
}

/** The address is left out: it may be one that a trade gave, and hold a key. */
const startAttempt = (tracer: Tracer, delivery: Attempt) =>
  tracer.start('POST callback', {
    kind: 'client',
    parent: delivery.trace_context,
    words: {
      'http.request.method': 'POST',
      'http.request.resend_count': delivery.attempt - 1,
      'payment_orders.trade_id': delivery.trade_id,
      'payment_orders.event_id': eventId(delivery),
      'payment_orders.endpoint': delivery.endpoint_number,
    },
  });

export async function tracedAttempt<Delivery extends Attempt, Result extends Ended>(
  { tracer }: Pick<App, 'tracer'>,
  delivery: Delivery,
  post: (delivery: Delivery) => Promise<Result>,
): Promise<Result> {
  if (tracer === null) return await post(continued(delivery));
  const span = startAttempt(tracer, delivery);
  try {
    const result = await tracer.within(span, () => post(withTrace(delivery, span.traceparent)));
    span.say({ 'http.response.status_code': result.status });
    span.end(result.error ?? undefined);
    return result;
  } catch (error) {
    span.end('error');
    throw error;
  }
}
