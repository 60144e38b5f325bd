// Traces with OpenTelemetry: spans of the service become spans of its API, and are sent with OTLP
// over HTTP from a queue that is bounded.
import { AsyncLocalStorage } from 'node:async_hooks';
import {
  type Attributes,
  type Context,
  ROOT_CONTEXT,
  type Span,
  type SpanContext,
  SpanKind,
  SpanStatusCode,
  TraceFlags,
  trace,
} from '@opentelemetry/api';
import { OTLPTraceExporter } from '@opentelemetry/exporter-trace-otlp-http';
import { resourceFromAttributes } from '@opentelemetry/resources';
import {
  AlwaysOffSampler,
  AlwaysOnSampler,
  BatchSpanProcessor,
  ParentBasedSampler,
  type ReadableSpan,
  type Sampler,
  type SpanExporter,
  type SpanProcessor,
  TraceIdRatioBasedSampler,
  TracerProvider,
} from '@opentelemetry/sdk-trace';
import type { Log } from '../app/process/log-words.ts';
import type { SpanStart, SpanWords, Tracer, TraceSpan } from '../app/trace/tracer.ts';
import { spanIdOf, traceFlagsOf, traceIdOf } from '../lib/trace-context.ts';
import type { TraceOptions } from '../settings/trace-settings.ts';

/** Of spans; further ones are dropped until the receiver takes some. */
const QUEUE_MAX = 2_048;
const SEND_EACH_MS = 2_000;
const SEND_WITHIN_MS = 10_000;
/** What the receiver has not taken by then is lost; requests are answered before. */
const CLOSE_WITHIN_MS = 2_000;

/** Told how many spans nobody receives, and why. */
export type Lost = (reason: 'queue_full' | 'not_received', count: number) => void;

const KINDS = {
  server: SpanKind.SERVER,
  client: SpanKind.CLIENT,
  internal: SpanKind.INTERNAL,
} as const satisfies Record<SpanStart['kind'], SpanKind>;

const spanContextOf = (traceparent: string): SpanContext => ({
  traceId: traceIdOf(traceparent),
  spanId: spanIdOf(traceparent),
  traceFlags: traceFlagsOf(traceparent),
  isRemote: true,
});

const contextOf = (parent: string | null): Context =>
  parent === null ? ROOT_CONTEXT : trace.setSpanContext(ROOT_CONTEXT, spanContextOf(parent));

function traceparentOf({ traceId, spanId, traceFlags }: SpanContext): string {
  return `00-${traceId}-${spanId}-${traceFlags.toString(16).padStart(2, '0')}`;
}

function attributesOf(words: SpanWords): Attributes {
  const given = Object.entries(words).filter(([, value]) => value !== null && value !== undefined);
  return Object.fromEntries(given) as Attributes;
}

const asSpan = (span: Span): TraceSpan => ({
  traceparent: traceparentOf(span.spanContext()),
  say(words) {
    span.setAttributes(attributesOf(words));
  },
  link(traceparent) {
    span.addLink({ context: spanContextOf(traceparent) });
  },
  end(failure) {
    if (failure !== undefined) {
      span.setAttribute('error.type', failure);
      span.setStatus({ code: SpanStatusCode.ERROR });
    }
    span.end();
  },
});

function samplerOf({ sampler, ratio }: TraceOptions): Sampler {
  const roots = {
    always_on: () => new AlwaysOnSampler(),
    always_off: () => new AlwaysOffSampler(),
    traceidratio: () => new TraceIdRatioBasedSampler(ratio),
  } as const;
  switch (sampler) {
    case 'always_on':
    case 'always_off':
    case 'traceidratio':
      return roots[sampler]();
    case 'parentbased_always_on':
      return new ParentBasedSampler({ root: roots.always_on() });
    case 'parentbased_always_off':
      return new ParentBasedSampler({ root: roots.always_off() });
    case 'parentbased_traceidratio':
      return new ParentBasedSampler({ root: roots.traceidratio() });
  }
}

/** Says once that the receiver is away, and once that it is back; spans of that time are lost. */
class WatchedExporter implements SpanExporter {
  readonly #exporter: SpanExporter;
  readonly #log: Log;
  readonly #lost: Lost;
  #is_away = false;

  constructor(exporter: SpanExporter, log: Log, lost: Lost) {
    this.#exporter = exporter;
    this.#log = log;
    this.#lost = lost;
  }

  export(spans: ReadableSpan[], done: Parameters<SpanExporter['export']>[1]): void {
    this.#exporter.export(spans, (result) => {
      const has_failed = result.error !== undefined || result.code !== 0;
      if (has_failed) this.#lost('not_received', spans.length);
      if (has_failed !== this.#is_away) this.#tell(has_failed, result.error);
      done(result);
    });
  }

  shutdown = () => this.#exporter.shutdown();
  forceFlush = () => this.#exporter.forceFlush?.() ?? Promise.resolve();

  #tell(is_away: boolean, error: Error | undefined): void {
    this.#is_away = is_away;
    if (!is_away) this.#log.info({}, 'traces are received again');
    else this.#log.warn({ err: error }, 'traces cannot be sent; those of this time are lost');
  }
}

/** Drops what does not fit itself, because the SDK's queue tells nobody how much that was. */
class CountedQueue implements SpanProcessor {
  readonly #queue: SpanProcessor;
  readonly #lost: Lost;
  #waiting = 0;

  constructor(exporter: SpanExporter, lost: Lost) {
    this.#lost = lost;
    this.#queue = new BatchSpanProcessor({
      exporter: {
        export: (spans, done) => {
          this.#waiting -= spans.length;
          exporter.export(spans, done);
        },
        shutdown: () => exporter.shutdown(),
        forceFlush: () => exporter.forceFlush?.() ?? Promise.resolve(),
      },
      maxQueueSize: QUEUE_MAX,
      scheduledDelayMillis: SEND_EACH_MS,
      exportTimeoutMillis: SEND_WITHIN_MS,
    });
  }

  onStart = () => undefined;

  onEnd(span: ReadableSpan): void {
    if ((span.spanContext().traceFlags & TraceFlags.SAMPLED) === 0) return;
    if (this.#waiting >= QUEUE_MAX) {
      this.#lost('queue_full', 1);
      return;
    }
    this.#waiting += 1;
    this.#queue.onEnd(span);
  }

  shutdown = () => this.#queue.shutdown();
  forceFlush = () => this.#queue.forceFlush();
}

const tracerOver = (provider: TracerProvider): Tracer => {
  const spans = provider.getTracer('payment-orders');
  const current = new AsyncLocalStorage<TraceSpan>();
  return {
    start: (name, { kind, parent, links = [], words = {}, started_at }) =>
      asSpan(
        spans.startSpan(
          name,
          {
            kind: KINDS[kind],
            attributes: attributesOf(words),
            links: links.map((one) => ({ context: spanContextOf(one) })),
            ...(started_at === undefined ? {} : { startTime: started_at }),
          },
          contextOf(parent),
        ),
      ),
    within: (span, run) => current.run(span, run),
    current: () => current.getStore() ?? null,
  };
};

async function within(ms: number, work: Promise<unknown>): Promise<void> {
  const late = Promise.withResolvers<void>();
  const timer = setTimeout(late.resolve, ms);
  await Promise.race([work, late.promise]);
  clearTimeout(timer);
}

export function openOtlpTracer(
  options: TraceOptions,
  log: Log,
  lost: Lost,
): { tracer: Tracer; close(): Promise<void> } {
  const { url, headers } = options;
  const exporter = new OTLPTraceExporter({
    url,
    headers: { ...headers },
    timeoutMillis: SEND_WITHIN_MS,
  });
  const queue = new CountedQueue(new WatchedExporter(exporter, log, lost), lost);
  const provider = new TracerProvider({
    resource: resourceFromAttributes({ ...options.resource }),
    sampler: samplerOf(options),
    spanProcessors: [queue],
  });
  return {
    tracer: tracerOver(provider),
    close: () => within(CLOSE_WITHIN_MS, provider.shutdown()),
  };
}
