// How many receiving accounts are looked at first for a pay-in: one while its amount is free
// nearly everywhere, some more where amounts were found taken, and all for an amount of which that
// was so lately.

export type Crowding = {
  /** Undefined where all are to be looked at. */
  wanted(amount_cents: bigint): number | undefined;
  /** Those that were looked at for it were all taken. */
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
