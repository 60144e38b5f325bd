// Claimed deliveries that wait for a free slot of their host, for as long as their lease allows.

export type WaitingRoom<Delivery> = {
  add(deliveries: readonly Delivery[], start_before_ms: number): void;
  /** The first that may still start; its lease covers the whole attempt. */
  take(host: string): Delivery | undefined;
  count(host: string): number;
  total(): number;
};

type Waiting<Delivery> = { delivery: Delivery; start_before_ms: number };

/** Those that cannot start in time are forgotten: when their lease ends they are claimed again. */
export function createWaitingRoom<
  Delivery extends { readonly host: string },
>(): WaitingRoom<Delivery> {
  const hosts = new Map<string, Waiting<Delivery>[]>();
  let total = 0;

  const shift = (host: string): Waiting<Delivery> | undefined => {
    const queue = hosts.get(host);
    const next = queue?.shift();
    if (next !== undefined) total -= 1;
    if (queue?.length === 0) hosts.delete(host);
    return next;
  };

  return {
    add: (deliveries, start_before_ms) => {
      for (const delivery of deliveries) {
        const queue = hosts.get(delivery.host) ?? [];
        queue.push({ delivery, start_before_ms });
        hosts.set(delivery.host, queue);
      }
      total += deliveries.length;
    },
    take: (host) => {
      for (let next = shift(host); next !== undefined; next = shift(host)) {
        if (performance.now() < next.start_before_ms) return next.delivery;
      }
      return undefined;
    },
    count: (host) => hosts.get(host)?.length ?? 0,
    total: () => total,
  };
}
