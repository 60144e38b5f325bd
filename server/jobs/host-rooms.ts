// How many deliveries of each host are worth a claim, and where the last claim may have left some.
import type { HostSlots } from './host-slots.ts';

export type HostRooms = {
  /** Of every host that differs from one that nobody has heard of. */
  all(): Map<string, number>;
  /** After a claim: true where it may have left something for which there is room by now. */
  claimed(rooms: ReadonlyMap<string, number>, hosts: readonly string[]): boolean;
  /** True where the last claim may have left something of this host, and there is room for it. */
  hasOpened(host: string): boolean;
};

type Slots = Pick<HostSlots, 'known' | 'room'>;
type Waiting = { count(host: string): number };

export function createHostRooms(slots: Slots, waiting: Waiting, per_host_max: number): HostRooms {
  // Those that brought as many as they might.
  let short = new Set<string>();

  const roomOf = (host: string): number => {
    const { free, ahead } = slots.room(host);
    const queued = waiting.count(host);
    // Half of what may wait is worth a claim; one by one is not.
    return queued * 2 > ahead ? 0 : free + ahead - queued;
  };

  return {
    all: () => new Map(slots.known().map((host) => [host, roomOf(host)])),
    claimed: (rooms, hosts) => {
      const counts = new Map<string, number>();
      for (const host of hosts) counts.set(host, (counts.get(host) ?? 0) + 1);
      const met = [...new Set([...rooms.keys(), ...hosts])];
      short = new Set(
        met.filter((host) => (counts.get(host) ?? 0) >= (rooms.get(host) ?? per_host_max)),
      );
      return [...short].some((host) => roomOf(host) > 0);
    },
    hasOpened: (host) => short.has(host) && roomOf(host) > 0,
  };
}
