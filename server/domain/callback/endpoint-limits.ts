// The limits of a callback endpoint: how many attempts at once, and how many in a second.
import { byQueueThenAge, type Candidate, endpointKey } from './delivery-places.ts';

/** Null: none. */
export type EndpointLimits = {
  readonly max_concurrent: number | null;
  readonly max_per_second: number | null;
};

/** What all processes together have. */
export type LimitedAttempts = {
  /** Leased for an attempt, those of this claim included. */
  readonly leased: number;
  /** Started in the present second, without those of this claim. */
  readonly started: number;
};

/** How many of the attempts that a claim has leased it may start. */
export function allowedStarts(
  { max_concurrent, max_per_second }: EndpointLimits,
  { leased, started }: LimitedAttempts,
  claimed: number,
): number {
  const at_once = max_concurrent === null ? claimed : max_concurrent - (leased - claimed);
  const in_second = max_per_second === null ? claimed : max_per_second - started;
  return Math.max(0, Math.min(claimed, at_once, in_second));
}

/** `limit_room`: how many more the endpoint's limits leave; null if it has none. */
export type LimitedCandidate = Candidate & { readonly limit_room: number | null };

/** Each queue is searched alone: together they may find more than an endpoint has room for. */
export function withinLimits<Item extends LimitedCandidate>(candidates: readonly Item[]): Item[] {
  const rooms = new Map<string, number>();
  const limited = candidates.filter(({ limit_room }) => limit_room !== null);
  const surplus = limited.toSorted(byQueueThenAge).filter((one) => {
    const room = rooms.get(endpointKey(one)) ?? one.limit_room ?? 0;
    rooms.set(endpointKey(one), room - 1);
    return room <= 0;
  });
  const left_out = new Set<LimitedCandidate>(surplus);
  return candidates.filter((one) => !left_out.has(one));
}
