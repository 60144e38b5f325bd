// Receiving accounts in the order of their use, without sorting them for every pay-in.
import {
  type AccountDay,
  byUse,
  fitsAmount,
  missOfDay,
  type ReceivingAccount,
  useOf,
} from '../record/receiving-account.ts';

export type Ranking = {
  /**
   * The least used accounts that could take the amount. The first counts as used from now on, so
   * that the next pay-in gets others. Undefined if there are fewer than wanted.
   */
  take(wanted: number, amount_cents: bigint): ReceivingAccount[] | undefined;
};

type Place = { account: ReceivingAccount; use: number };

/** Inserted behind all accounts with the same use, so that equal accounts alternate. */
function insertByUse(places: Place[], place: Place): void {
  let low = 0;
  let high = places.length;
  while (low < high) {
    const middle = (low + high) >>> 1;
    if ((places[middle]?.use ?? 0) <= place.use) low = middle + 1;
    else high = middle;
  }
  places.splice(low, 0, place);
}

/**
 * Two queues in the order of use: accounts not used yet in this round, and those that were, which
 * nearly always go to the end.
 */
export function createRanking(
  accounts: readonly ReceivingAccount[],
  now: number,
  dayFor: (receiving_account_id: string) => AccountDay,
): Ranking {
  let coming: Place[] = byUse(accounts, now, dayFor).map((account) => ({
    account,
    use: useOf(account, dayFor),
  }));
  let head = 0;
  let used: Place[] = [];

  function useOnce(place: Place): void {
    if (coming[head] === place) head += 1;
    else {
      const queue = used.includes(place) ? used : coming;
      queue.splice(queue.indexOf(place), 1);
    }
    insertByUse(used, { ...place, use: place.use + 1 / Math.max(place.account.weight, 1) });
    if (head < coming.length) return;
    coming = used;
    used = [];
    head = 0;
  }

  function* inOrder(): Generator<Place> {
    let next = head;
    let again = 0;
    for (;;) {
      const [a, b] = [coming[next], used[again]];
      if (a !== undefined && (b === undefined || a.use <= b.use)) {
        next += 1;
        yield a;
      } else if (b !== undefined) {
        again += 1;
        yield b;
      } else return;
    }
  }

  function fits({ account }: Place, amount_cents: bigint): boolean {
    const day = dayFor(account.receiving_account_id);
    return fitsAmount(account, amount_cents) && missOfDay(account, amount_cents, day) === null;
  }

  function leastUsed(wanted: number, amount_cents: bigint): Place[] {
    const found: Place[] = [];
    for (const place of inOrder()) {
      if (fits(place, amount_cents)) found.push(place);
      if (found.length === wanted) break;
    }
    return found;
  }

  return {
    take(wanted, amount_cents) {
      const found = leastUsed(wanted, amount_cents);
      const [first] = found;
      if (found.length < wanted || first === undefined) return undefined;
      useOnce(first);
      return found.map((place) => place.account);
    },
  };
}
