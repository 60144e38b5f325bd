// How many callbacks may be under way to each host: many while it answers, one while it is silent.

export type HostSlots = {
  has(host: string): boolean;
  take(host: string): void;
  /** How its attempt went: in milliseconds, or null where the host did not answer. */
  free(host: string, answered_ms: number | null): void;
  /** Free slots, and how many more may wait for one. */
  room(host: string): { free: number; ahead: number };
  /** Hosts that have less room, or more, than one that nobody has heard of. */
  known(): string[];
};

type Host = { in_flight: number; share: number; is_quick: boolean };

/** Forgotten beyond that: hosts cost a merchant nothing, so they must not cost us memory. */
const HOSTS_MAX = 10_000;

/** What waits for such a host is on its way long before its lease ends. */
const QUICK_MS = 500;
/** Enough for its slots not to be empty during a claim, and for claims that are worth making. */
const SHARES_AHEAD = 3;

/**
 * A host's share falls to one when it does not answer and doubles with each answer, so that a
 * hundred dead endpoints with a backlog each hold a hundred slots and not all of them. Only for a
 * host that answers quickly some may wait.
 */
export function createHostSlots(per_host_max: number): HostSlots {
  const hosts = new Map<string, Host>();

  const recall = (name: string): Host =>
    hosts.get(name) ?? { in_flight: 0, share: per_host_max, is_quick: false };

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
    free: (name, answered_ms) => {
      const host = recall(name);
      host.in_flight -= 1;
      host.share = answered_ms === null ? 1 : Math.min(host.share * 2, per_host_max);
      host.is_quick = answered_ms !== null && answered_ms <= QUICK_MS;
      if (host.in_flight === 0 && host.share === per_host_max) hosts.delete(name);
    },
    room: (name) => {
      const { in_flight, share, is_quick } = recall(name);
      return { free: Math.max(0, share - in_flight), ahead: is_quick ? SHARES_AHEAD * share : 0 };
    },
    known: () => [...hosts.keys()],
  };
}
