// A log whose lines name the span in which they are written.
import type { Log } from '../app/process/log-words.ts';
import type { Tracer } from '../app/trace/tracer.ts';
import { spanIdOf, traceIdOf } from '../lib/trace-context.ts';

function idsOf(tracer: Tracer) {
  const span = tracer.current();
  if (span === null) return {};
  return { trace_id: traceIdOf(span.traceparent), span_id: spanIdOf(span.traceparent) };
}

export function tracedLog(log: Log, tracer: Tracer): Log {
  const at =
    (write: Log['info']): Log['info'] =>
    (fields, message) =>
      write({ ...idsOf(tracer), ...fields }, message);
  return { info: at(log.info), warn: at(log.warn), error: at(log.error) };
}
