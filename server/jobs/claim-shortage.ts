// Remembers what the last claim had to leave, to decide whether an attempt that ends makes another
// claim worth its cost.
import type { Claim } from '../app/callback/claim-deliveries.ts';
import {
  type Candidate,
  chooseDeliveries,
  endpointKey,
} from '../domain/callback/delivery-places.ts';
import type { EndpointBook } from './endpoint-book.ts';

type Asked = Pick<Claim, 'rooms' | 'per_endpoint'>;

export function createClaimShortage(book: EndpointBook) {
  let of_endpoints = new Set<string>();
  let of_places = false;

  /**
   * An endpoint may have more due if the claim found as many as it asked for; of a full one it
   * asked for none.
   */
  const note = (candidates: readonly Candidate[], { rooms, per_endpoint }: Asked): void => {
    const asked = new Map(rooms.map((of) => [endpointKey(of), of.room]));
    const counts = new Map<string, number>();
    for (const one of candidates) {
      counts.set(endpointKey(one), (counts.get(endpointKey(one)) ?? 0) + 1);
    }
    of_endpoints = new Set(
      [...asked.keys(), ...counts.keys()].filter(
        (key) => (counts.get(key) ?? 0) >= (asked.get(key) ?? per_endpoint),
      ),
    );
  };

  return {
    /** The rule's choice of candidates, noting what it leaves. */
    chooser:
      (asked: Asked): Claim['choose'] =>
      (candidates) => {
        const chosen = chooseDeliveries(candidates, book.now());
        note(candidates, asked);
        const taken = new Set<Candidate>(chosen);
        // An endpoint that is full is freed by its own attempts; a lack of places is relieved by
        // any attempt that ends.
        of_places = candidates.some(
          (one) => !(taken.has(one) || book.isSlow(one)) && book.room(one) > 0,
        );
        const slow = candidates
          .filter((one) => one.queue !== 'slow' && book.isSlow(one))
          .map(({ merchant_id, endpoint }) => ({ merchant_id, endpoint }));
        const once = new Map(slow.map((of) => [endpointKey(of), of]));
        return { chosen, slow: [...once.values()] };
      },
    /** Notes whether there were too few places, whatever the endpoint. */
    ofPlaces: (is_short: boolean): void => {
      of_places = is_short;
    },
    isOfPlaces: () => of_places,
    isOf: (key: string) => of_endpoints.has(key),
  };
}
