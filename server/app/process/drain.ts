// Between being told to stop and closing the port: the service answers on, but says that it is not
// ready, so that a load balancer sends its requests elsewhere before one is refused.
import { setTimeout as sleep } from 'node:timers/promises';
import type { App } from './app.ts';

export type Drain = {
  isBegun(): boolean;
  /** Resolves when the port may be closed. */
  begin(): Promise<void>;
};

export function createDrain({ log }: Pick<App, 'log'>, seconds: number): Drain {
  const begun = new AbortController();
  return {
    isBegun: () => begun.signal.aborted,
    async begin() {
      begun.abort();
      if (seconds === 0) return;
      log.info({ seconds }, 'not ready any more; the port closes soon');
      await sleep(seconds * 1_000);
    },
  };
}

type Ready = { readonly ok: boolean; readonly checks: Readonly<Record<string, string>> };

/** Readiness that ends with the drain. */
export function readyUntil(drain: Drain, ready: () => Promise<Ready>): () => Promise<Ready> {
  return async () =>
    drain.isBegun() ? { ok: false, checks: { service: 'stopping' } } : await ready();
}
