// The one writer of the process: every command goes through it, in batches.
import type { Command } from '../../domain/batch/command.ts';
import type { Result } from '../../domain/batch/decision.ts';
import { isRefusal, type Refusal } from '../../domain/service/refusal.ts';
import { SECOND_MS } from '../../lib/durations.ts';
import type { Answer } from '../../store/batch/store.ts';
import { isConflict } from '../../store/connection/outage.ts';
import type { App } from './app.ts';
import { type BatchGathering, createLanes, type Writer } from './lanes.ts';
import type { Run } from './settle-batch.ts';

/**
 * Batches running at the same time, each in a lane: while one waits for the disk, the next is
 * decided.
 */
const LANES = 2;

function isAboutLine(command: Command): boolean {
  return (
    command.kind === 'take_line' ||
    command.kind === 'rematch_line' ||
    command.kind === 'review_line'
  );
}

/**
 * A batch costs as much as twenty orders, however few it has. Siblings keep PostgreSQL and the
 * cores busy while the batch of a process runs, so that its next one may as well gather.
 */
const BESIDE_SIBLINGS: BatchGathering = { least: 64, patience_ms: 250 };

export type WriterOptions = Pick<App, 'count' | 'observe'> & {
  /** Other processes of this machine write to the same database. */
  readonly has_siblings?: boolean;
};

const UNMETERED: WriterOptions = { count: () => undefined, observe: () => undefined };

const metered = (run: Run, writer: 'orders' | 'lines', meter: WriterOptions): Run => {
  const labels = { writer };
  return async (commands) => {
    const started_ms = performance.now();
    try {
      return await run(commands);
    } catch (error) {
      if (isConflict(error)) meter.count('writer_batch_conflicts', labels);
      throw error;
    } finally {
      const seconds = (performance.now() - started_ms) / SECOND_MS;
      meter.observe('writer_batch_commands', commands.length, labels);
      meter.observe('writer_batch_duration_seconds', seconds, labels);
    }
  };
};

/**
 * The lines of a batch share the rows of their merchants' books, counters and balances: a large
 * batch writes each of them once.
 */
const MOST_LINES = 512;
/** Orders meet the locks of a small batch for a short time only. */
const MOST_LINES_BESIDE = 128;

/**
 * Bank lines come in thousands and nobody waits for their answers: they have lanes of their own, so
 * that no order queues behind them, and leave half of the process to orders. `runIn` returns the
 * function that runs the batches of one lane.
 */
export function createWriter(runIn: () => Run, options: WriterOptions = UNMETERED): Writer {
  const runs = Array.from({ length: 2 * LANES }, runIn);
  const laneOf = (writer: 'orders' | 'lines', first: number) => (lane: number) => {
    const run = runs[first + lane];
    if (run === undefined) throw new Error(`There is no lane ${first + lane}`);
    return metered(run, writer, options);
  };
  const gathering = options.has_siblings === true ? BESIDE_SIBLINGS : undefined;
  const orders = createLanes(laneOf('orders', 0), LANES, { gathering });
  const lines = createLanes(laneOf('lines', LANES), LANES, {
    most: MOST_LINES,
    beside: { most: MOST_LINES_BESIDE, isBusy: orders.isBusy },
  });
  return {
    submit: (command) => (isAboutLine(command) ? lines : orders).submit(command),
    async drain() {
      await Promise.all([orders.drain(), lines.drain()]);
    },
  };
}

/** The answer, if it has the kind that belongs to the command; any other kind is a bug. */
export function expectKind<K extends Result['kind']>(
  answer: Answer,
  kind: K,
): Extract<Result, { kind: K }> | Refusal {
  if (isRefusal(answer)) return answer;
  if (answer.kind !== kind) throw new Error(`Expected ${kind}, got ${answer.kind}`);
  return answer as Extract<Result, { kind: K }>;
}
