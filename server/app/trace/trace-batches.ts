// The spans of a batch, and of what it does to orders: a batch belongs to the trace of the first
// recorded request in it and has links to the others, as theirs have to it.
import type { Command } from '../../domain/batch/command.ts';
import type { Trade } from '../../domain/record/trade.ts';
import { isSampled } from '../../lib/trace-context.ts';
import type { BatchWatch, Written } from '../../store/batch/store.ts';
import { isCommitUnknown, isConflict, isStoreOutage } from '../../store/connection/outage.ts';
import type { Tracer, TraceSpan } from './tracer.ts';

/** The trades that a batch has changed, or why it failed. */
type BatchEnd = { readonly changed: readonly Trade[] } | { readonly error: unknown };

export type BatchTrace = {
  readonly watch: BatchWatch;
  end(how: BatchEnd): void;
};

export type BatchTraces = {
  /** Keeps the span in which a command is submitted. */
  submitted(command: Command): void;
  begin(commands: readonly Command[]): BatchTrace;
};

const ABOUT_LINES: readonly Command['kind'][] = ['take_line', 'rematch_line', 'review_line'];

function failureOf(error: unknown): string {
  if (isConflict(error)) return 'conflict';
  if (isCommitUnknown(error)) return 'commit_unknown';
  return isStoreOutage(error) ? 'outage' : 'error';
}

/** The stages of a batch, one after the other; a try that reads again begins with the first. */
function traceStages(tracer: Tracer, batch: TraceSpan) {
  let groups = 0;
  let stage: TraceSpan | null = null;
  const next = (name: string) => {
    stage?.end();
    stage = tracer.start(name, { kind: 'internal', parent: batch.traceparent });
  };
  return {
    watch: {
      reading: () => next('read facts'),
      deciding: () => next('decide'),
      writing: () => next('commit'),
      sent: () => {
        groups += 1;
      },
    } satisfies BatchWatch,
    end(failure?: string) {
      stage?.end(failure);
      batch.say({ 'payment_orders.batch.statement_groups': groups });
      batch.end(failure);
    },
  };
}

const UNWATCHED: BatchWatch = {};

/** What a batch did to each order, in the order's own trace, however long ago that began. */
function tellOrders(
  tracer: Tracer,
  name: string,
  trades: readonly Trade[],
  { started_at, links }: { started_at: number; links: readonly string[] },
): void {
  for (const { trace_context: parent, trade_id, state } of trades) {
    if (parent === null || !isSampled(parent)) continue;
    const words = { 'payment_orders.trade_id': trade_id, 'payment_orders.state': state };
    tracer.start(name, { kind: 'internal', parent, links, words, started_at }).end();
  }
}

export function traceBatches(tracer: Tracer): BatchTraces {
  const requests = new WeakMap<Command, TraceSpan>();

  /** Null if no request in it is recorded. */
  const startBatch = (commands: readonly Command[], writer: string): TraceSpan | null => {
    const [first, ...others] = new Set(commands.flatMap((one) => requests.get(one) ?? []));
    if (first === undefined) return null;
    const batch = tracer.start('batch', {
      kind: 'internal',
      parent: first.traceparent,
      links: others.map(({ traceparent }) => traceparent),
      words: {
        'payment_orders.writer': writer,
        'payment_orders.batch.commands': commands.length,
      },
    });
    for (const request of others) request.link(batch.traceparent);
    return batch;
  };

  return {
    submitted(command) {
      const span = tracer.current();
      if (span !== null && isSampled(span.traceparent)) requests.set(command, span);
    },
    begin(commands) {
      const started_at = Date.now();
      const is_lines = commands.some(({ kind }) => ABOUT_LINES.includes(kind));
      const batch = startBatch(commands, is_lines ? 'lines' : 'orders');
      const stages = batch === null ? null : traceStages(tracer, batch);
      return {
        watch: stages?.watch ?? UNWATCHED,
        end(how) {
          if ('error' in how) return stages?.end(failureOf(how.error));
          const links = batch === null ? [] : [batch.traceparent];
          const name = is_lines ? 'match bank line' : 'change order';
          tellOrders(tracer, name, how.changed, { started_at, links });
          stages?.end();
        },
      };
    },
  };
}

/** Runs a batch with its spans, whether it fails or not. */
export async function runTraced(
  traces: BatchTraces,
  commands: readonly Command[],
  run: (watch: BatchWatch) => Promise<Written>,
): Promise<Written> {
  const batch = traces.begin(commands);
  try {
    const written = await run(batch.watch);
    batch.end(written);
    return written;
  } catch (error) {
    batch.end({ error });
    throw error;
  }
}
