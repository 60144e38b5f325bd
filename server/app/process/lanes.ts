// Forms batches: commands that arrive during running transactions go into the next one (group
// commit without a timer).
import type { Command } from '../../domain/batch/command.ts';
import { booksOf, type CommandBooks } from '../../domain/batch/command-books.ts';
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

/** How a process that has siblings makes its batches larger. */
export type BatchGathering = {
  /** So few waiting commands start no batch beside a running one. */
  readonly least: number;
  /** A batch that has run longer waits for a lock of others: nobody gathers behind it. */
  readonly patience_ms: number;
};

type LaneRules = {
  /** Commands of one batch; default: as for everything that is shared (share.ts). */
  readonly most?: number;
  readonly gathering?: BatchGathering | undefined;
  /** While others are busy, one small batch runs at a time: the process is shared with them. */
  readonly beside?: { readonly most: number; isBusy(): boolean };
};

type Lanes = Writer & {
  /** A command waits or is being written. */
  isBusy(): boolean;
};

/**
 * With more waiting, the service is far over its capacity: an immediate error is better than a late
 * answer.
 */
const MOST_WAITING = 20_000;

type Queued = Waiting & CommandBooks;

/** The waiting commands; those of a book that a running batch works on stay in the queue. */
function createQueue() {
  let waiting: Queued[] = [];
  const busy_books = new Set<string>();
  const isFree = (one: Queued) => one.books.every((book) => !busy_books.has(book));
  return {
    size: () => waiting.length,
    add: (given: Waiting) => {
      waiting.push({ ...given, ...booksOf(given.command) });
    },
    take(most: number): Queued[] {
      const batch: Queued[] = [];
      const rest: Queued[] = [];
      const held = new Set<string>();
      for (const one of waiting) {
        const { series } = one;
        const waits = series !== null && held.has(series);
        if (batch.length < most && !waits && isFree(one)) {
          batch.push(one);
          continue;
        }
        rest.push(one);
        if (series !== null) held.add(series);
      }
      waiting = rest;
      for (const { books } of batch) for (const book of books) busy_books.add(book);
      return batch;
    },
    /** They have waited as long as the batch before them, and nothing of theirs was begun. */
    fail(error: unknown): void {
      for (const { reject } of waiting) reject(error);
      waiting = [];
    },
    /** The batch has ended: its books are free again. */
    free(batch: readonly Queued[]): void {
      for (const { books } of batch) for (const book of books) busy_books.delete(book);
    },
  };
}

function unanswered(error: unknown): StoreUnavailable {
  const cause = error instanceof Error ? error : undefined;
  return new StoreUnavailable('The batch before got no answer', { cause });
}

type Load = {
  readonly waiting: number;
  readonly running: number;
  /** When each running batch began; the oldest first. */
  readonly begun_ms: readonly number[];
};

const GATHERS_NOTHING: BatchGathering = { least: 0, patience_ms: 0 };

/** How many commands the next batch takes; 0 if none may start now. */
function createSizes(lanes: number, { most, beside, gathering = GATHERS_NOTHING }: LaneRules) {
  const shareOf = createShare(lanes, most);
  const { least, patience_ms } = gathering;
  return ({ waiting, running, begun_ms }: Load): number => {
    const [oldest_ms] = begun_ms;
    const is_beside = beside?.isBusy() === true;
    if (is_beside && oldest_ms !== undefined) return 0;
    const of_load = shareOf(waiting + running);
    if (is_beside) return Math.min(of_load, beside.most);
    const is_stuck = oldest_ms !== undefined && performance.now() - oldest_ms >= patience_ms;
    const share = is_stuck ? of_load : Math.max(of_load, least);
    // Beside a running batch only a full share is started: many small batches cost more than they
    // gain.
    return oldest_ms !== undefined && waiting < share ? 0 : share;
  };
}

/** Those behind a batch that is stuck do not wait for its end, even if nobody else comes. */
function createLook(look: () => void, gathering: BatchGathering | undefined): () => void {
  let is_due = false;
  const lookNow = () => {
    is_due = false;
    look();
  };
  return () => {
    if (is_due || gathering === undefined) return;
    is_due = true;
    setTimeout(lookNow, gathering.patience_ms).unref();
  };
}

/**
 * Runs up to `lanes` batches at a time; commands that arrive meanwhile form the next batches. Two
 * running batches of a process never work on the same book. `runIn` returns the function that runs
 * the batches of one lane: 0, 1, …
 */
export function createLanes(
  runIn: (lane: number) => Run,
  lanes: number,
  rules: LaneRules = {},
): Lanes {
  const queue = createQueue();
  const sizeOf = createSizes(lanes, rules);
  const free_lanes = Array.from({ length: lanes }, (_, lane) => lane);
  const in_flight = new Map<Promise<void>, number>();
  let running = 0;
  let is_starting = false;
  const lookLater = createLook(() => startBatches(), rules.gathering);

  const failWaiting = (error: unknown) => queue.fail(unanswered(error));

  function startBatch(): boolean {
    const lane = free_lanes[0];
    if (lane === undefined) return false;
    const begun_ms = [...in_flight.values()];
    const batch = queue.take(sizeOf({ waiting: queue.size(), running, begun_ms }));
    if (batch.length === 0) return false;
    free_lanes.shift();
    run(lane, batch);
    return true;
  }

  function run(lane: number, batch: readonly Queued[]): void {
    running += batch.length;
    const settled = settleBatch(runIn(lane), batch, failWaiting).then((answers) => {
      free_lanes.unshift(lane);
      running -= batch.length;
      queue.free(batch);
      in_flight.delete(settled);
      // Start the next batch first, so that PostgreSQL works while these answers are handled.
      startBatches();
      if (answers !== null) tell(batch, answers);
    });
    in_flight.set(settled, performance.now());
  }

  function startBatches(): void {
    while (queue.size() > 0 && startBatch());
    if (queue.size() > 0 && free_lanes.length > 0) lookLater();
  }

  return {
    isBusy: () => running > 0 || queue.size() > 0,
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
        await Promise.all(in_flight.keys());
      }
    },
  };
}
