// The input of the order driver and its result.
export type DriverLoad = {
  readonly database_url: string;
  readonly kind: 'payin' | 'payout';
  readonly clients: number;
  /** Measured seconds, after a warm-up: a new connection costs as much as 40 orders. */
  readonly seconds: number;
  /** Merchants with books in INR, and with funds for pay-outs. */
  readonly merchants: readonly string[];
  /** Receiving accounts without limits; pay-outs need none. */
  readonly accounts: readonly string[];
};

export type DriverResult = {
  readonly per_second: number;
  readonly p99_ms: number;
  /** Orders that conflicted with another or found no account or funds: not counted as written. */
  readonly errors: number;
  /** Orders written during the measured seconds. */
  readonly orders: number;
  /** All orders written, including those of the warm-up. */
  readonly made: number;
  readonly by: 'pgbench' | 'driver';
};
