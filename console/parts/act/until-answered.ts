// Sends the same again after a lost answer, if that is done once; and remembers that an answer was
// lost: what could not even be sent afterwards may have been done by the first try.
import { NotSent, Unreachable } from '../../api/client.ts';
import { lostOf } from './lost.ts';

const MOST_TRIES = 5;

type Repeating = {
  /** Of an earlier try of the same intent. */
  readonly lost: Unreachable | null;
  /** Whether the dialog is still there after some time, which is longer after each try. */
  readonly wait: (tries: number) => Promise<boolean>;
};

export async function untilAnswered<Answer>(
  run: () => Promise<Answer>,
  { lost: before, wait }: Repeating,
): Promise<Answer> {
  let lost = before;
  for (let tries = 1; ; tries += 1) {
    try {
      return await run();
    } catch (error) {
      if (error instanceof Unreachable) lost = error;
      if (lost === null || !(error instanceof Unreachable || error instanceof NotSent)) throw error;
      const is_safe = lostOf(lost.asked).kind === 'once';
      if (!is_safe || tries === MOST_TRIES || !(await wait(tries))) throw lost;
    }
  }
}
