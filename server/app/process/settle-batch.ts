// How a batch comes to its answers: again where it met another one, and each command alone where
// the batch fails as a whole.
import type { Command } from '../../domain/batch/command.ts';
import type { Answer } from '../../store/batch/store.ts';
import { isConflict, isOutage, isOutcomeUnknown } from '../../store/connection/outage.ts';

export type Run = (commands: readonly Command[]) => Promise<Answer[]>;

/** A command that is on its way, and whom its end is told to. */
export type Waiting = {
  command: Command;
  resolve: (answer: Answer) => void;
  reject: (error: unknown) => void;
};

const MOST_TRIES = 5;

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

/**
 * Null if the batch failed as a whole: then every command was tried alone and told its end, or all
 * were told that nobody knows.
 */
export async function settleBatch(run: Run, batch: readonly Waiting[]): Promise<Answer[] | null> {
  try {
    const commands = batch.map((waiting) => waiting.command);
    return await runDespiteConflicts(run, commands);
  } catch (error) {
    if (isOutcomeUnknown(error)) {
      // Once more would ask of what was done already, and take its effect for a reason to refuse.
      for (const { reject } of batch) reject(error);
      return null;
    }
    // Not hidden: every command is tried alone, and told its own error.
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
