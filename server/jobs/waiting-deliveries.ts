// Claimed deliveries that wait until their endpoint may have another attempt, as long as their
// lease allows.

export type WaitingDeliveries<Item> = {
  add(key: string, items: readonly Item[], start_before_ms: number): void;
  /** The first that may still start: its lease covers the whole attempt. */
  take(key: string): Item | undefined;
};

type Waiting<Item> = { item: Item; start_before_ms: number };

/**
 * Deliveries that cannot start in time are given up: when their lease ends they are claimed again.
 */
export function createWaitingDeliveries<Item>(
  giveUp: (item: Item) => void,
): WaitingDeliveries<Item> {
  const queues = new Map<string, Waiting<Item>[]>();

  const shift = (key: string): Waiting<Item> | undefined => {
    const queue = queues.get(key);
    const next = queue?.shift();
    if (queue?.length === 0) queues.delete(key);
    return next;
  };

  return {
    add: (key, items, start_before_ms) => {
      const queue = queues.get(key) ?? [];
      queue.push(...items.map((item) => ({ item, start_before_ms })));
      queues.set(key, queue);
    },
    take: (key) => {
      for (let next = shift(key); next !== undefined; next = shift(key)) {
        if (performance.now() < next.start_before_ms) return next.item;
        giveUp(next.item);
      }
      return undefined;
    },
  };
}
