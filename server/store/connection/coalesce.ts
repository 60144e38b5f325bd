// Combines reads by key: those that arrive while a query runs share the next query.
import { createShare } from './share.ts';

type Waiting<Key, Value> = {
  key: Key;
  resolve: (value: Value | null) => void;
  reject: (error: unknown) => void;
};

type Flight = { size: number; is_overtaken: boolean };

/** Queries that run at once: while one is answered, the next is sent. */
const WAYS = 2;
/**
 * One more query may run if one of the others is slow, so that a slow query delays only its own
 * callers. Three kinds of reads share the connections of a process with the writer, so a higher
 * limit could keep orders waiting.
 */
export const MOST_FLIGHTS = 3;

/**
 * Creates a read by key. `load` returns the values of any number of keys in any order; `nameOf`
 * gives the name by which a key and its value are paired. If a query fails, all its callers get the
 * error.
 */
export function coalesce<Key, Value>(
  load: (keys: readonly Key[]) => Promise<readonly Value[]>,
  nameOf: { key: (key: Key) => string; value: (value: Value) => string },
): (key: Key) => Promise<Value | null> {
  const queue: Waiting<Key, Value>[] = [];
  const shareOf = createShare(WAYS);
  /** In the order in which they started. */
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

  /** Queries that no later query has overtaken, which would show that they are slow. */
  const quick = () => flights.filter((flight) => !flight.is_overtaken).length;

  /**
   * A second query starts only with a full share of the load: many small queries cost more than
   * they save.
   */
  function mayStart(share: number): boolean {
    if (flights.length === MOST_FLIGHTS) return false;
    return quick() === 0 || (quick() < WAYS && queue.length >= share);
  }

  function start(): void {
    while (queue.length > 0) {
      const share = shareOf(flights.reduce((sum, { size }) => sum + size, queue.length));
      if (!mayStart(share)) return;
      // Never rejects: every caller gets the error through its own promise.
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
