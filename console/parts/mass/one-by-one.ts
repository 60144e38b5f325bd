// One act on many rows that the service takes one at a time. If the connection is lost in the
// middle, another try goes on where it stopped.
import { Problem, Waits } from '../../api/client.ts';
import type { RowResult } from './mass-act.tsx';

const kept = new Map<string, Map<string, RowResult>>();

/** `intent` is the idempotency key of the whole: the same one for each further try. */
export async function actOneByOne<Row>(
  rows: readonly Row[],
  intent: string,
  {
    keyOf,
    nameOf,
    act,
  }: {
    keyOf: (row: Row) => string;
    nameOf: (row: Row) => string;
    act: (row: Row, idempotency_key: string) => Promise<unknown>;
  },
): Promise<readonly RowResult[]> {
  const results = kept.get(intent) ?? new Map<string, RowResult>();
  kept.set(intent, results);
  for (const row of rows) {
    const key = keyOf(row);
    if (results.has(key)) continue;
    try {
      await act(row, `${intent}/${key}`.slice(0, 128));
      results.set(key, { name: nameOf(row), refused: null });
    } catch (error) {
      if (error instanceof Waits) {
        results.set(key, { name: nameOf(row), refused: null, waits: true });
        continue;
      }
      // No answer: whether it happened is not known, so the next try asks again.
      if (!(error instanceof Problem)) throw error;
      results.set(key, { name: nameOf(row), refused: error.body.detail });
    }
  }
  kept.delete(intent);
  return [...results.values()];
}
