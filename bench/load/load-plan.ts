// What a load is to send, how hard, and what came of it: plain data, so that it can travel to the
// process that runs it.
export const LOAD_KINDS = ['payin', 'payout', 'get', 'search', 'balance', 'utr'] as const;
export type LoadKind = (typeof LOAD_KINDS)[number];

export type LoadShop = { readonly merchant_id: string; readonly token: string };

export type KnownTrade = {
  readonly merchant_id: string;
  readonly trade_id: string;
  readonly order_id: string;
};

export type RequestMix = {
  /** Parts of each kind; they need not sum to anything. */
  readonly shares: Partial<Readonly<Record<LoadKind, number>>>;
  /** Requests go to them by chance, each as often as the others. */
  readonly shops: readonly LoadShop[];
  /** What get and search ask for, by chance; utr takes each once and ends with the last. */
  readonly trades?: readonly KnownTrade[];
  readonly amounts_cents: { readonly from: number; readonly to: number };
};

export type LoadPlan = {
  readonly url: string;
  readonly connections: number;
  readonly seconds: number;
  readonly warmup_seconds: number;
  /**
   * Given: open loop, latency counted from when the request was due. Else closed loop: each
   * connection sends its next request when the last one is answered.
   */
  readonly rate_per_second?: number;
  readonly requests: RequestMix;
};

export type LoadResult = {
  /** Answers of 2xx; so are all times. */
  readonly per_second: number;
  readonly mean_ms: number;
  readonly p50_ms: number;
  readonly p99_ms: number;
  readonly max_ms: number;
  readonly statuses: Readonly<Record<string, number>>;
  /** Answers of 503 that say when to come again. */
  readonly shed: number;
  /** Requests that were due and got no answer; their times so far stand among the others. */
  readonly unanswered: number;
  readonly seconds: number;
  /** Answers in all, also before and after the measured seconds. */
  readonly answered: number;
  /** What the load itself costs on the same cores. */
  readonly cpu_us_per_request: number;
};
