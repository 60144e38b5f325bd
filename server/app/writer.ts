// Batches: commands that arrive while a transaction is in flight form the next one (group commit,
// no timer).
import type { Command } from '../domain/command.ts';
import type { Result } from '../domain/decision.ts';
import { isRefusal, type Refusal } from '../domain/refusal.ts';
import { isConflict, isOutage, StoreUnavailable } from '../store/outage.ts';
import { type Answer, runBatch, type Store } from '../store/store.ts';
import type { Wake } from './wake.ts';

export type Writer = {
  /** Decides and writes one command; an outage throws, a refusal is an answer. */
  submit(command: Command): Promise<Answer>;
  /** Resolves when everything that was submitted has its answer. */
  drain(): Promise<void>;
};

type Waiting = {
  command: Command;
  resolve: (answer: Answer) => void;
  reject: (error: unknown) => void;
};

const MOST_IN_BATCH = 256;
/** Beyond this the service is far over its capacity: saying so at once beats answering late. */
const MOST_WAITING = 20_000;
const MOST_TRIES = 5;

type Run = (commands: readonly Command[]) => Promise<Answer[]>;

/** Two batches met in the database: read and decide again, some times. */
async function runDespiteConflicts(run: Run, commands: readonly Command[]): Promise<Answer[]> {
  for (let attempt = 1; ; attempt += 1) {
    try {
      return await run(commands);
    } catch (error) {
      if (!isConflict(error) || attempt === MOST_TRIES) throw error;
    }
  }
}

/**
 * One bad neighbour or a broken connection: each command once more alone, until the store is away.
 */
async function runAlone(run: Run, batch: readonly Waiting[]): Promise<void> {
  let away: unknown = null;
  for (const { command, resolve, reject } of batch) {
    if (away !== null) {
      reject(away);
      continue;
    }
    try {
      const [answer] = await runDespiteConflicts(run, [command]);
      if (answer === undefined) throw new Error('A command got no answer');
      resolve(answer);
    } catch (error) {
      if (isOutage(error)) away = error;
      reject(error);
    }
  }
}

async function settleBatch(run: Run, batch: readonly Waiting[]): Promise<void> {
  try {
    const commands = batch.map((waiting) => waiting.command);
    const answers = await runDespiteConflicts(run, commands);
    for (const [index, waiting] of batch.entries()) {
      const answer = answers[index];
      if (answer === undefined) waiting.reject(new Error('A command got no answer'));
      else waiting.resolve(answer);
    }
  } catch {
    // Not hidden: every command is tried alone, and told its own error.
    await runAlone(run, batch);
  }
}

/** One lane: the batch in flight gathers the next. */
export function createWriter(run: Run, written: Wake): Writer {
  const queue: Waiting[] = [];
  let lane: Promise<void> | null = null;

  async function work(): Promise<void> {
    while (queue.length > 0) {
      const batch = queue.splice(0, MOST_IN_BATCH);
      await settleBatch(run, batch);
      written.notify();
    }
    lane = null;
  }

  return {
    submit(command) {
      if (queue.length >= MOST_WAITING) {
        return Promise.reject(new StoreUnavailable('Too many commands are waiting'));
      }
      return new Promise((resolve, reject) => {
        queue.push({ command, resolve, reject });
        // Commands of the same turn of the event loop go together.
        lane ??= Promise.resolve().then(work);
      });
    },
    async drain() {
      while (lane !== null) await lane;
    },
  };
}

export const storeRun =
  (store: Store): Run =>
  (commands) =>
    runBatch(store, commands);

/** The answer as the kind that the command asks for; anything else is a bug. */
export function expectKind<K extends Result['kind']>(
  answer: Answer,
  kind: K,
): Extract<Result, { kind: K }> | Refusal {
  if (isRefusal(answer)) return answer;
  if (answer.kind !== kind) throw new Error(`Expected ${kind}, got ${answer.kind}`);
  return answer as Extract<Result, { kind: K }>;
}
