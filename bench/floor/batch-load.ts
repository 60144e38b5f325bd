// The input of the yardstick that only inserts rows in batches, and its result.
export type BatchLoad = {
  readonly database_url: string;
  readonly seconds: number;
  readonly connections: number;
  /** Orders that are committed together. */
  readonly batch_size: number;
  readonly merchants: readonly string[];
  readonly accounts: readonly string[];
};

export type BatchResult = {
  readonly per_second: number;
  /** Written in the measured seconds. */
  readonly orders: number;
  /** All orders, including those of the warm-up. */
  readonly made: number;
  /** The processor time of PostgreSQL per order; zero if the system does not report it. */
  readonly database_us: number;
};
