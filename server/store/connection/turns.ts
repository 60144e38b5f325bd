// Runs tasks one after the other, in the order in which they asked for their place.

export type Turn = {
  /** Resolves when all earlier tasks have called `pass`. */
  before: Promise<void>;
  pass(): void;
};

export type Turns = { take(): Turn };

export function createTurns(): Turns {
  let last: Promise<void> = Promise.resolve();
  return {
    take() {
      const before = last;
      const { promise, resolve } = Promise.withResolvers<void>();
      last = before.then(() => promise);
      return { before, pass: resolve };
    },
  };
}
