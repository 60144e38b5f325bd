// Which events of an order a merchant has missed, going by the state in the merchant's own records.

/** The newest ones: after them a merchant's records say the same as here. */
export const MISSED_EVENTS_MAX = 5;

/**
 * `events` of one order, by their sequence: those since the order last had this state. If it never
 * had it, the newest one says everything.
 */
export function missedEvents<Event extends { readonly state: string }>(
  events: readonly Event[],
  your_state: Event['state'],
): Event[] {
  const known = events.findLastIndex(({ state }) => state === your_state);
  const missed = known === -1 ? events.slice(-1) : events.slice(known + 1);
  return missed.slice(-MISSED_EVENTS_MAX);
}
