// Reads that arrive while one is in flight go together in the next: one query for many callers.

type Waiting<Key, Value> = {
  key: Key;
  resolve: (value: Value | null) => void;
  reject: (error: unknown) => void;
};

const MOST_AT_ONCE = 256;

/**
 * A read by key; `load` answers any number of keys in any order, `nameOf` tells which key a value
 * or a question belongs to. An error is told to everybody who asked in the same query.
 */
export function coalesce<Key, Value>(
  load: (keys: readonly Key[]) => Promise<readonly Value[]>,
  nameOf: { key: (key: Key) => string; value: (value: Value) => string },
): (key: Key) => Promise<Value | null> {
  const queue: Waiting<Key, Value>[] = [];
  let running = false;

  async function answer(batch: readonly Waiting<Key, Value>[]): Promise<void> {
    try {
      const keys = new Map(batch.map(({ key }) => [nameOf.key(key), key]));
      const values = await load([...keys.values()]);
      const by_name = new Map(values.map((value) => [nameOf.value(value), value]));
      for (const { key, resolve } of batch) resolve(by_name.get(nameOf.key(key)) ?? null);
    } catch (error) {
      for (const { reject } of batch) reject(error);
    }
  }

  async function work(): Promise<void> {
    while (queue.length > 0) await answer(queue.splice(0, MOST_AT_ONCE));
    running = false;
  }

  return (key) =>
    new Promise((resolve, reject) => {
      queue.push({ key, resolve, reject });
      if (running) return;
      running = true;
      queueMicrotask(() => {
        // Never rejects: every error is told to who asked.
        void work();
      });
    });
}
