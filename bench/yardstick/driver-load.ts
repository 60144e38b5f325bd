// What the order driver is asked for, and what it found.
export type DriverLoad = {
  readonly database_url: string;
  readonly kind: 'payin' | 'payout';
  readonly clients: number;
  /** Measured; before them all warm up: a new connection costs as much as 40 orders. */
  readonly seconds: number;
  /** With books in INR, and funds for pay-outs. */
  readonly merchants: readonly string[];
  /** Receiving accounts without limits; pay-outs need none. */
  readonly accounts: readonly string[];
};

export type DriverResult = {
  readonly per_second: number;
  readonly p99_ms: number;
  /** Orders that met another one, or found no account or funds: none of them is counted. */
  readonly errors: number;
  /** While it was measured. */
  readonly orders: number;
  /** From the first to the last: what the database has more of. */
  readonly made: number;
  readonly by: 'pgbench' | 'driver';
};
