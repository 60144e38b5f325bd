// The plan of a load and its result, as plain data that can be sent to and from the process that
// runs it.
export const LOAD_KINDS = ['payin', 'payout', 'get', 'search', 'balance', 'utr'] as const;
export type LoadKind = (typeof LOAD_KINDS)[number];

export type LoadShop = { readonly merchant_id: string; readonly token: string };

export type KnownTrade = {
  readonly merchant_id: string;
  readonly trade_id: string;
  readonly order_id: string;
};

export type RequestMix = {
  /** The weight of each kind of request; the sum does not matter. */
  readonly shares: Partial<Readonly<Record<LoadKind, number>>>;
  /** Requests pick one at random, all with equal probability. */
  readonly shops: readonly LoadShop[];
  /** `get` and `search` pick trades at random; `utr` uses each once and ends with the last. */
  readonly trades?: readonly KnownTrade[];
  readonly amounts_cents: { readonly from: number; readonly to: number };
};

export type LoadPlan = {
  readonly url: string;
  readonly connections: number;
  readonly seconds: number;
  readonly warmup_seconds: number;
  /**
   * If given, the loop is open and latency counts from when the request was due. Otherwise the loop
   * is closed: each connection sends its next request after the last answer.
   */
  readonly rate_per_second?: number;
  readonly requests: RequestMix;
  /** The measured time goes on until so many of its requests are answered. Default: none. */
  readonly least_answers?: number;
};

export type LoadResult = {
  /** Only 2xx answers; the times cover only these too. */
  readonly per_second: number;
  readonly mean_ms: number;
  readonly p50_ms: number;
  readonly p99_ms: number;
  readonly max_ms: number;
  readonly statuses: Readonly<Record<string, number>>;
  /** 503 answers with a Retry-After header. */
  readonly shed: number;
  /** Requests that were due but got no answer; the times include their wait so far. */
  readonly unanswered: number;
  readonly seconds: number;
  /** All answers, including those before and after the measured seconds. */
  readonly answered: number;
  /** The processor time of the load itself, on the same cores. */
  readonly cpu_us_per_request: number;
};
