// The counts that open pages of the console show, told when they change. One look per process and
// interval, however many pages are open; none if nobody listens.
import { COUNTED_MOST } from '../../domain/alert/attention-kinds.ts';
import { isRefusal, type Refusal } from '../../domain/service/refusal.ts';
import { SECOND_MS } from '../../lib/durations.ts';
import { type OnePersonBody, readOnePerson } from '../approval/one-person.ts';
import { countPayoutWork, type PayoutCounts } from '../payout/payout-work.ts';
import type { App } from '../process/app.ts';
import { countTrades, type StateCountBody } from '../trade/count-trades.ts';
import { type AttentionList, listAttention } from './list-attention.ts';

/** What a page may see: of one merchant or of all, and which parts. */
export type LiveView = {
  readonly merchant_id: string | null;
  readonly attention: boolean;
  readonly payouts: boolean;
  /** The rules for two people that are off. */
  readonly one_person: boolean;
};

export type LiveBody = {
  trades: StateCountBody[];
  /** Null without the right. */
  attention: AttentionList | null;
  payouts: PayoutCounts | null;
  /** Null also if no rule for two people is off. */
  one_person: OnePersonBody | null;
  /** How far the sandbox's clock is ahead; 0 in live mode. */
  sandbox_ahead_seconds: number;
};

export type LiveCounts = {
  /** Calls `told` with each change from now on; returns the function that ends this. */
  watch(view: LiveView, told: (body: LiveBody) => void): () => void;
  /** How many pages listen. */
  size(): number;
};

const LOOK_EVERY_MS = 2_000;
/** What waits for somebody is many small reads. */
const ATTENTION_EVERY_MS = 6_000;

/** As it is now. */
export async function readLive(app: App, view: LiveView): Promise<LiveBody | Refusal> {
  const { merchant_id } = view;
  const counted = await countTrades(app, merchant_id === null ? {} : { merchant_id });
  if (isRefusal(counted)) return counted;
  return {
    trades: counted.data,
    attention: view.attention ? await listAttention(app) : null,
    payouts: view.payouts ? await countPayoutWork(app, COUNTED_MOST) : null,
    one_person: view.one_person ? await readOnePerson(app) : null,
    sandbox_ahead_seconds: app.store.sandbox_ahead_ms / SECOND_MS,
  };
}

/** Two bodies that differ only in when they were read are the same. */
function contentOf({ trades, attention, ...others }: LiveBody): string {
  return JSON.stringify([trades, attention?.data ?? null, others]);
}

type Watcher = { view: LiveView; told: (body: LiveBody) => void; seen: string | null };

export function createLiveCounts(app: App, failed: (error: unknown) => void): LiveCounts {
  const watchers = new Set<Watcher>();
  let timer: NodeJS.Timeout | null = null;
  let attention: { list: AttentionList; at: number } | null = null;

  async function attentionNow(): Promise<AttentionList> {
    const now = performance.now();
    if (attention === null || now - attention.at >= ATTENTION_EVERY_MS) {
      attention = { list: await listAttention(app), at: now };
    }
    return attention.list;
  }

  function tell(key: string, body: LiveBody): void {
    const content = contentOf(body);
    for (const watcher of watchers) {
      if (JSON.stringify(watcher.view) !== key || watcher.seen === content) continue;
      watcher.seen = content;
      watcher.told(body);
    }
  }

  async function look(): Promise<void> {
    const views = new Map([...watchers].map(({ view }) => [JSON.stringify(view), view]));
    for (const [key, view] of views) {
      const body = await readLive(app, { ...view, attention: false });
      if (isRefusal(body)) continue;
      if (view.attention) body.attention = await attentionNow();
      tell(key, body);
    }
  }

  const lookSoon = () => {
    if (timer !== null || watchers.size === 0) return;
    timer = setTimeout(() => {
      look()
        .catch(failed)
        .finally(() => {
          timer = null;
          lookSoon();
        });
    }, LOOK_EVERY_MS);
    timer.unref();
  };

  return {
    watch(view, told) {
      const watcher = { view, told, seen: null };
      watchers.add(watcher);
      lookSoon();
      return () => watchers.delete(watcher);
    },
    size: () => watchers.size,
  };
}
