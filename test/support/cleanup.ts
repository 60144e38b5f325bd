// Closes everything that the tests of a file have opened, even after a failure: an open server
// would keep the test process from ending.
import { after } from 'node:test';

type Close = () => unknown;

/** Closes the last first; an error in one does not keep the others open. */
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
 * Call it at the top of a file or suite. Hand everything that `before` opens to the result at once,
 * so that it is closed even if the next thing cannot be opened.
 */
export function cleanup(): (close: Close) => void {
  const closes: Close[] = [];
  after(() => closeAll(closes));
  return (close) => {
    closes.push(close);
  };
}
