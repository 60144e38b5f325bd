// How many callbacks may be under way to each host: many while it answers, one while it is silent.

export type HostSlots = {
  has(host: string): boolean;
  take(host: string): void;
  free(host: string, answered: boolean): void;
  /** Hosts that have no slot left. */
  full(): string[];
};

type Host = { in_flight: number; share: number };

/** Forgotten beyond that: hosts cost a merchant nothing, so they must not cost us memory. */
const HOSTS_MAX = 10_000;

/**
 * A host's share falls to one when it does not answer and doubles with each answer, so that a
 * hundred dead endpoints with a backlog each hold a hundred slots and not all of them.
 */
export function createHostSlots(per_host_max: number): HostSlots {
  const hosts = new Map<string, Host>();

  const recall = (name: string): Host => hosts.get(name) ?? { in_flight: 0, share: per_host_max };

  const forget = (): void => {
    for (const [name, host] of hosts) {
      if (hosts.size <= HOSTS_MAX) return;
      if (host.in_flight === 0) hosts.delete(name);
    }
  };

  return {
    has: (name) => {
      const host = recall(name);
      return host.in_flight < host.share;
    },
    take: (name) => {
      const host = recall(name);
      host.in_flight += 1;
      hosts.set(name, host);
      forget();
    },
    free: (name, answered) => {
      const host = recall(name);
      host.in_flight -= 1;
      host.share = answered ? Math.min(host.share * 2, per_host_max) : 1;
      if (host.in_flight === 0 && host.share === per_host_max) hosts.delete(name);
    },
    full: () => [...hosts].filter(([, host]) => host.in_flight >= host.share).map(([name]) => name),
  };
}
