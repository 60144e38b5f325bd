// Those who follow the event feeds of merchants through this process: how many there may be, when
// they are woken, and how many of them read at once.
import { type Refusal, refuse } from '../../domain/service/refusal.ts';
import type { EventListener, EventSignals } from './event-signals.ts';

export const FOLLOWER_LIMITS = { per_merchant: 20, most: 5_000, reads_at_once: 4 } as const;

export type FollowerLimits = { [Name in keyof typeof FOLLOWER_LIMITS]: number };

export type EventFollowers = {
  /** A place until `leave` is called, or why there is none. */
  take(merchant_id: string): { leave(): void } | Refusal;
  listen: EventSignals['listen'];
  /** Runs a read when fewer than the limit are running; the first to ask is the first to read. */
  read<Value>(run: () => Promise<Value>): Promise<Value>;
  size(): number;
  /** The service stops: whoever follows then ends. */
  isStopped(): boolean;
  stop(): void;
};

const RETRY_AFTER_S = 5;

const refusals = ({ per_merchant }: FollowerLimits) => ({
  merchant: refuse(
    'rate_limited',
    `At most ${per_merchant} requests of one merchant may follow the event feed at once.`,
    { retry_after_s: RETRY_AFTER_S },
  ),
  process: refuse(
    'unavailable',
    'Too many requests are following event feeds. Read the feed without `wait` meanwhile.',
    { retry_after_s: RETRY_AFTER_S },
  ),
});

function createReads(at_once: number) {
  const waiting: (() => void)[] = [];
  let running = 0;
  return async <Value>(run: () => Promise<Value>): Promise<Value> => {
    if (running >= at_once) await new Promise<void>((start) => waiting.push(start));
    else running += 1;
    try {
      return await run();
    } finally {
      // The place passes to the next one without being free in between.
      const next = waiting.shift();
      if (next === undefined) running -= 1;
      else next();
    }
  };
}

export function createEventFollowers(
  signals: EventSignals,
  limits: FollowerLimits = FOLLOWER_LIMITS,
): EventFollowers {
  const full = refusals(limits);
  const by_merchant = new Map<string, number>();
  let [size, is_stopped] = [0, false];
  const count = (merchant_id: string, by: number) => {
    const now = (by_merchant.get(merchant_id) ?? 0) + by;
    if (now === 0) by_merchant.delete(merchant_id);
    else by_merchant.set(merchant_id, now);
    size += by;
  };
  return {
    take(merchant_id) {
      if ((by_merchant.get(merchant_id) ?? 0) >= limits.per_merchant) return full.merchant;
      if (size >= limits.most) return full.process;
      count(merchant_id, 1);
      let has_left = false;
      return {
        leave() {
          if (!has_left) count(merchant_id, -1);
          has_left = true;
        },
      };
    },
    listen: (listener: EventListener) => signals.listen(listener),
    read: createReads(limits.reads_at_once),
    size: () => size,
    isStopped: () => is_stopped,
    stop() {
      is_stopped = true;
      signals.tellAll();
    },
  };
}
