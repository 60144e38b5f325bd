// Closes what the tests of a file have opened, whatever went wrong: a server that is left open
// keeps the file from ending.
import { after } from 'node:test';

type Close = () => unknown;

/** The last first; one that fails does not keep the others from being closed. */
export async function closeAll(closes: readonly Close[]): Promise<void> {
  const errors: unknown[] = [];
  for (const close of closes.toReversed()) {
    try {
      await close();
    } catch (error) {
      errors.push(error);
    }
  }
  if (errors.length === 1) throw errors[0];
  if (errors.length > 1) throw new AggregateError(errors, 'Several things could not be closed');
}

/**
 * Called at the top of a file or suite; what `before` opens is handed to the result at once, so
 * that it is closed even if the next thing cannot be opened.
 */
export function cleanup(): (close: Close) => void {
  const closes: Close[] = [];
  after(() => closeAll(closes));
  return (close) => {
    closes.push(close);
  };
}
