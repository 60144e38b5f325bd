// Sends a single callback at once, for tests of an endpoint: through the client that the jobs use,
// so that the same addresses and limits are allowed.

export type OutletCallback = {
  readonly url: string;
  readonly body: string;
  readonly headers: Readonly<Record<string, string>>;
};

export type OutletResult = {
  status: number | null;
  error: string | null;
  duration_ms: number;
  reply_head: string;
};

export type CallbackOutlet = {
  /** Called by the jobs when they start, with what sends. */
  open(post: (callback: OutletCallback) => Promise<OutletResult>): void;
  /** Null if this process sends nothing. */
  post(callback: OutletCallback): Promise<OutletResult> | null;
};

export function createCallbackOutlet(): CallbackOutlet {
  let send: ((callback: OutletCallback) => Promise<OutletResult>) | null = null;
  return {
    open: (post) => {
      send = post;
    },
    post: (callback) => send?.(callback) ?? null,
  };
}
