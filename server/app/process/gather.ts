// Combines writes: those requested during a write go together into the next transaction.
import { isOutage } from './outage.ts';

type Waiting<Item, Value> = {
  item: Item;
  resolve: (value: Value) => void;
  reject: (error: unknown) => void;
};

const MOST_AT_ONCE = 256;

/**
 * `write` never runs twice at the same time; its result or error goes to everyone whose item it
 * wrote. An item that cannot be written does not prevent the others from being written.
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
      // The error is not lost: each item is written alone and gets its own error.
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
        // Never rejects: `settle` hands every error to the caller.
        void work();
      });
    });
}
