// The one writer of the process: every command goes through it, in batches.
import type { Command } from '../../domain/batch/command.ts';
import type { Result } from '../../domain/batch/decision.ts';
import { isRefusal, type Refusal } from '../../domain/service/refusal.ts';
import type { Answer } from '../../store/batch/store.ts';
import { createLanes, type Writer } from './lanes.ts';
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
 * Bank lines come in thousands and nobody waits for their answers: they have lanes of their own, so
 * that no order queues behind them. `runIn` returns the function that runs the batches of one lane.
 */
export function createWriter(runIn: () => Run): Writer {
  const runs = Array.from({ length: 2 * LANES }, runIn);
  const laneOf = (first: number) => (lane: number) => {
    const run = runs[first + lane];
    if (run === undefined) throw new Error(`There is no lane ${first + lane}`);
    return run;
  };
  const orders = createLanes(laneOf(0), LANES);
  const lines = createLanes(laneOf(LANES), LANES);
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
