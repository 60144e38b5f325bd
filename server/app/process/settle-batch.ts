// Gets a batch its answers: repeats it if it conflicts with another batch, and runs each command
// alone if the batch fails as a whole.
import type { Command } from '../../domain/batch/command.ts';
import type { Answer } from '../../store/batch/store.ts';
import { isCommitUnknown, isConflict, isStoreOutage } from '../../store/connection/outage.ts';

export type Run = (commands: readonly Command[]) => Promise<Answer[]>;

/** A submitted command and the promise of its answer. */
export type Waiting = {
  command: Command;
  resolve: (answer: Answer) => void;
  reject: (error: unknown) => void;
};

const MOST_TRIES = 5;
/** Longer than a broken connection needs to say so: the database does not answer. */
const SILENCE_MS = 1_000;

/** Two batches conflicted in the database: read and decide again, a limited number of times. */
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
 * A bad command or a broken connection failed the batch: run each command alone, until an outage.
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
      if (isStoreOutage(error)) away = error;
      reject(error);
    }
  }
}

/**
 * `onSilence`: the database did not answer, so that whoever waits behind the batch need not try.
 * Null if the batch failed as a whole: then every command was run alone and has its own result, or
 * all were rejected because the result is unknown.
 */
export async function settleBatch(
  run: Run,
  batch: readonly Waiting[],
  onSilence: (error: unknown) => void = () => undefined,
): Promise<Answer[] | null> {
  const started_ms = performance.now();
  try {
    const commands = batch.map((waiting) => waiting.command);
    return await runDespiteConflicts(run, commands);
  } catch (error) {
    const was_silent = isStoreOutage(error) && performance.now() - started_ms > SILENCE_MS;
    if (isCommitUnknown(error) || was_silent) {
      // Running them again would meet their own effects, and refuse what has in fact been done; or
      // wait as long once more, while somebody waits for each answer.
      for (const { reject } of batch) reject(error);
      if (was_silent) onSilence(error);
      return null;
    }
    // The error is not lost: every command runs alone and gets its own error.
    await runAlone(run, batch);
    return null;
  }
}

export function tell(batch: readonly Waiting[], answers: readonly Answer[]): void {
  for (const [index, waiting] of batch.entries()) {
    const answer = answers[index];
    if (answer === undefined) waiting.reject(new Error('A command got no answer'));
    else waiting.resolve(answer);
  }
}
