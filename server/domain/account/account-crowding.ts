// How many receiving accounts are examined first for a pay-in: one if its amount is free nearly
// everywhere, some more if amounts were found taken, and all for an amount that was taken on every
// examined account a moment ago.

export type Crowding = {
  /** Undefined if all accounts are to be examined. */
  wanted(amount_cents: bigint): number | undefined;
  /** The amount was taken on all accounts that were examined for it. */
  noteTaken(amount_cents: bigint): void;
};

const MOST = 5;
const FORGET_MS = 1_000;

export function createCrowding(clockMs: () => number): Crowding {
  let wanted = 1;
  let since_ms = clockMs();
  const crowded = new Set<bigint>();

  function forget(): void {
    const now_ms = clockMs();
    if (now_ms - since_ms < FORGET_MS) return;
    since_ms = now_ms;
    wanted = Math.max(1, wanted - 1);
    crowded.clear();
  }

  return {
    wanted(amount_cents) {
      forget();
      return crowded.has(amount_cents) ? undefined : wanted;
    },
    noteTaken(amount_cents) {
      forget();
      crowded.add(amount_cents);
      wanted = Math.min(MOST, wanted + 1);
    },
  };
}
