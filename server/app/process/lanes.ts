// Forms batches: commands that arrive during running transactions go into the next one (group
// commit without a timer).
import type { Command } from '../../domain/batch/command.ts';
import type { Answer } from '../../store/batch/store.ts';
import { StoreUnavailable } from '../../store/connection/outage.ts';
import { createShare } from '../../store/connection/share.ts';
import { type Run, settleBatch, tell, type Waiting } from './settle-batch.ts';

export type Writer = {
  /** Decides and writes one command. Throws if the database fails; a refusal is an answer. */
  submit(command: Command): Promise<Answer>;
  /** Resolves when every submitted command has its answer. */
  drain(): Promise<void>;
};

/**
 * With more waiting, the service is far over its capacity: an immediate error is better than a late
 * answer.
 */
const MOST_WAITING = 20_000;

/** The book whose rows a command locks: commands of one book must run one after the other. */
function bookOf(command: Command): string {
  if ('merchant' in command) return command.merchant.merchant_id;
  // Commands on lines lock the house's book late, only for the end of their batch.
  return 'merchant_id' in command ? command.merchant_id : command.command_id;
}

/** The waiting commands; those of a book that a running batch works on stay in the queue. */
function createQueue() {
  let waiting: Waiting[] = [];
  const busy_books = new Set<string>();
  return {
    size: () => waiting.length,
    add: (given: Waiting) => {
      waiting.push(given);
    },
    take(most: number): Waiting[] {
      const batch: Waiting[] = [];
      const rest: Waiting[] = [];
      for (const one of waiting) {
        const fits = batch.length < most && !busy_books.has(bookOf(one.command));
        (fits ? batch : rest).push(one);
      }
      waiting = rest;
      for (const { command } of batch) busy_books.add(bookOf(command));
      return batch;
    },
    /** The batch has ended: its books are free again. */
    free(batch: readonly Waiting[]): void {
      for (const { command } of batch) busy_books.delete(bookOf(command));
    },
  };
}

/**
 * Runs up to `lanes` batches at a time; commands that arrive meanwhile form the next batches. Two
 * running batches of a process never work on the same book. `runIn` returns the function that runs
 * the batches of one lane: 0, 1, …
 */
export function createLanes(runIn: (lane: number) => Run, lanes: number): Writer {
  const queue = createQueue();
  const shareOf = createShare(lanes);
  const free_lanes = Array.from({ length: lanes }, (_, lane) => lane);
  const in_flight = new Set<Promise<void>>();
  let running = 0;
  let is_starting = false;

  function startBatch(): boolean {
    const lane = free_lanes[0];
    if (lane === undefined) return false;
    const share = shareOf(queue.size() + running);
    // Beside a running batch only a full share is started: many small batches cost more than they
    // gain.
    if (in_flight.size > 0 && queue.size() < share) return false;
    const batch = queue.take(share);
    if (batch.length === 0) return false;
    free_lanes.shift();
    run(lane, batch);
    return true;
  }

  function run(lane: number, batch: readonly Waiting[]): void {
    running += batch.length;
    const settled = settleBatch(runIn(lane), batch).then((answers) => {
      free_lanes.unshift(lane);
      running -= batch.length;
      queue.free(batch);
      in_flight.delete(settled);
      // Start the next batch first, so that PostgreSQL works while these answers are handled.
      startBatches();
      if (answers !== null) tell(batch, answers);
    });
    in_flight.add(settled);
  }

  function startBatches(): void {
    while (queue.size() > 0 && startBatch());
  }

  return {
    submit(command) {
      if (queue.size() >= MOST_WAITING) {
        return Promise.reject(new StoreUnavailable('Too many commands are waiting'));
      }
      return new Promise((resolve, reject) => {
        queue.add({ command, resolve, reject });
        if (is_starting || free_lanes.length === 0) return;
        is_starting = true;
        // Commands submitted in one iteration of the event loop go together.
        setImmediate(() => {
          is_starting = false;
          startBatches();
        });
      });
    },
    async drain() {
      while (queue.size() > 0 || in_flight.size > 0) {
        startBatches();
        await Promise.all(in_flight);
      }
    },
  };
}
