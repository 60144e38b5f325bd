// Traces as the use cases see them: spans that are started by hand and know their own parent. The
// process has no tracer unless spans are sent somewhere, and then nothing is done for them.

/** What a span says: no address of a page, no payee, no secret, no text that somebody wrote. */
export type SpanWords = Readonly<Record<string, string | number | boolean | null | undefined>>;

export type SpanStart = {
  readonly kind: 'server' | 'client' | 'internal';
  /** A `traceparent`; null begins a trace. */
  readonly parent: string | null;
  /** Other spans that led to this one. */
  readonly links?: readonly string[];
  readonly words?: SpanWords;
  /** In epoch milliseconds, if it has begun before. */
  readonly started_at?: number;
};

export type TraceSpan = {
  /** This span as the parent of what follows, in the form of the header. */
  readonly traceparent: string;
  /** Absent values are left out. */
  say(words: SpanWords): void;
  link(traceparent: string): void;
  /** `failure`: a word from a fixed list; absent if all went well. */
  end(failure?: string): void;
};

export type Tracer = {
  start(name: string, given: SpanStart): TraceSpan;
  /** The span is the current one in `run` and in all that it starts. */
  within<Value>(span: TraceSpan, run: () => Value): Value;
  /** Null outside of every span. */
  current(): TraceSpan | null;
};
