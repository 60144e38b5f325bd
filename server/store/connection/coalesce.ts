// Reads that arrive while others are in flight go together in the next: one query for many callers.
import { createShare } from './share.ts';

type Waiting<Key, Value> = {
  key: Key;
  resolve: (value: Value | null) => void;
  reject: (error: unknown) => void;
};

type Flight = { size: number; is_overtaken: boolean };

/** Queries at once: while one is answered, the next is asked. */
const WAYS = 2;
/**
 * With one that is slow: it holds up its own callers only. Three kinds of reads share the
 * connections of a process with its lanes, so more at once could keep orders waiting.
 */
export const MOST_FLIGHTS = 3;

/**
 * A read by key; `load` answers any number of keys in any order, `nameOf` tells which key a value
 * or a question belongs to. An error is told to everybody who asked in the same query.
 */
export function coalesce<Key, Value>(
  load: (keys: readonly Key[]) => Promise<readonly Value[]>,
  nameOf: { key: (key: Key) => string; value: (value: Value) => string },
): (key: Key) => Promise<Value | null> {
  const queue: Waiting<Key, Value>[] = [];
  const shareOf = createShare(WAYS);
  /** In the order in which they began. */
  const flights: Flight[] = [];
  let is_starting = false;

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

  async function fly(batch: readonly Waiting<Key, Value>[]): Promise<void> {
    const flight = { size: batch.length, is_overtaken: false };
    flights.push(flight);
    await answer(batch);
    const place = flights.indexOf(flight);
    for (const earlier of flights.slice(0, place)) earlier.is_overtaken = true;
    flights.splice(place, 1);
    start();
  }

  /** How many are answered in the order in which they were asked, as far as is known. */
  const quick = () => flights.filter((flight) => !flight.is_overtaken).length;

  /** Beside a quick one only a whole share: many small ones cost more than they hasten. */
  function mayStart(share: number): boolean {
    if (flights.length === MOST_FLIGHTS) return false;
    return quick() === 0 || (quick() < WAYS && queue.length >= share);
  }

  function start(): void {
    while (queue.length > 0) {
      const share = shareOf(flights.reduce((sum, { size }) => sum + size, queue.length));
      if (!mayStart(share)) return;
      // Never rejects: every error is told to who asked.
      void fly(queue.splice(0, share));
    }
  }

  return (key) =>
    new Promise((resolve, reject) => {
      queue.push({ key, resolve, reject });
      if (is_starting) return;
      is_starting = true;
      queueMicrotask(() => {
        is_starting = false;
        start();
      });
    });
}
