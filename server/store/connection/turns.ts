// Lets what was begun together go on one after the other, in the order in which it began.

export type Turn = {
  /** Resolves when every earlier turn has passed. */
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
