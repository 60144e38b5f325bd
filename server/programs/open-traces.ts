// Opens the traces of a process if its settings name a receiver for them; else OpenTelemetry's SDK
// and exporter are not loaded.
import type { Log } from '../app/process/log-words.ts';
import type { Tracer } from '../app/trace/tracer.ts';
import { type TraceSettings, traceOptions } from '../settings/trace-settings.ts';
import type { Metrics } from './metrics.ts';
import { tracedLog } from './traced-log.ts';

export type Traces = {
  /** Null if nobody receives traces. */
  readonly tracer: Tracer | null;
  /** Its lines name the span in which they are written. */
  readonly log: Log;
  /** Sends what is still waiting, for a limited time. */
  close(): Promise<void>;
};

export async function openTraces(
  settings: TraceSettings,
  log: Log,
  { count }: Pick<Metrics, 'count'>,
): Promise<Traces> {
  const options = traceOptions(settings);
  if (options === null) return { tracer: null, log, close: () => Promise.resolve() };
  const { openOtlpTracer } = await import('./otlp-tracer.ts');
  const { tracer, close } = openOtlpTracer(options, log, (reason, spans) =>
    count('trace_spans_dropped', { reason }, spans),
  );
  return { tracer, log: tracedLog(log, tracer), close };
}
