// Writes that are asked for while one is in flight go together in the next: one transaction for
// many.
import { isOutage } from './outage.ts';

type Waiting<Item, Value> = {
  item: Item;
  resolve: (value: Value) => void;
  reject: (error: unknown) => void;
};

const MOST_AT_ONCE = 256;

/**
 * One lane: `write` is never under way twice, and what it returns or throws is told to everybody
 * whose item was written. What cannot be written keeps no neighbour from being written.
 */
export function gather<Item, Value>(
  write: (items: readonly Item[]) => Promise<Value>,
): (item: Item) => Promise<Value> {
  const queue: Waiting<Item, Value>[] = [];
  let is_running = false;

  async function settle(batch: readonly Waiting<Item, Value>[]): Promise<void> {
    try {
      const value = await write(batch.map(({ item }) => item));
      for (const { resolve } of batch) resolve(value);
    } catch (error) {
      if (isOutage(error) || batch.length === 1) {
        for (const { reject } of batch) reject(error);
        return;
      }
      // Not hidden: each is written alone, and told its own error.
      for (const one of batch) await settle([one]);
    }
  }

  async function work(): Promise<void> {
    while (queue.length > 0) await settle(queue.splice(0, MOST_AT_ONCE));
    is_running = false;
  }

  return (item) =>
    new Promise((resolve, reject) => {
      queue.push({ item, resolve, reject });
      if (is_running) return;
      is_running = true;
      queueMicrotask(() => {
        // Never rejects: every error is told to who asked.
        void work();
      });
    });
}
