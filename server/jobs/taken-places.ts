// Counts the places taken (attempts at once), in all and by merchant, by the pace of their
// endpoints.
import { NONE_TAKEN, type Pace, type TakenPlaces } from '../domain/callback/delivery-places.ts';

const changed = (taken: TakenPlaces, pace: Pace, by: number): TakenPlaces => ({
  ...taken,
  [pace]: taken[pace] + by,
});

export function createTakenPlaces() {
  const by_merchant = new Map<string, TakenPlaces>();
  let by_all = NONE_TAKEN;
  return {
    byAll: (): TakenPlaces => by_all,
    byMerchant: (merchant_id: string): TakenPlaces => by_merchant.get(merchant_id) ?? NONE_TAKEN,
    count: (merchant_id: string, pace: Pace, by: 1 | -1): void => {
      by_all = changed(by_all, pace, by);
      const taken = changed(by_merchant.get(merchant_id) ?? NONE_TAKEN, pace, by);
      if (taken.quick + taken.unknown + taken.slow === 0) by_merchant.delete(merchant_id);
      else by_merchant.set(merchant_id, taken);
    },
  };
}
