// Batches: commands that arrive while transactions are in flight form the next one (group commit,
// no timer).
import type { Command } from '../../domain/batch/command.ts';
import type { Answer } from '../../store/batch/store.ts';
import { StoreUnavailable } from '../../store/connection/outage.ts';
import { createShare } from '../../store/connection/share.ts';
import { type Run, settleBatch, tell, type Waiting } from './settle-batch.ts';

export type Writer = {
  /** Decides and writes one command; an outage throws, a refusal is an answer. */
  submit(command: Command): Promise<Answer>;
  /** Resolves when everything that was submitted has its answer. */
  drain(): Promise<void>;
};

/** Beyond this the service is far over its capacity: saying so at once beats answering late. */
const MOST_WAITING = 20_000;

/** Whose rows a command locks: commands of one book follow each other, those of two may not. */
function bookOf(command: Command): string {
  if ('merchant' in command) return command.merchant.merchant_id;
  // Lines lock the house's book late, for the end of their batch only.
  return 'merchant_id' in command ? command.merchant_id : command.command_id;
}

/** What waits; a book that a batch in flight works on waits for it. */
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
    /** The batch is through: its books are free again. */
    free(batch: readonly Waiting[]): void {
      for (const { command } of batch) busy_books.delete(bookOf(command));
    },
  };
}

/**
 * The batches in flight gather the next. Batches of one process never wait for each other's books.
 * `runIn` gives what runs the batches of a lane: 0, 1, …
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
    // Beside another batch only for a whole share: many small ones cost more than they hasten.
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
      // PostgreSQL gets its next work before these answers are dealt with.
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
        // Commands of the same turn of the event loop go together.
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
