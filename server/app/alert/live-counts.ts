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

/** Where counts are read. Pages with the same source and the same view share its looks. */
export type LiveSource = {
  /** Null if nobody answers. */
  read(view: LiveView): Promise<LiveBody | Refusal | null>;
};

export type LiveCounts = {
  /** Calls `told` with each change from now on; returns the function that ends this. */
  watch(source: LiveSource, view: LiveView, told: (body: LiveBody) => void): () => void;
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

const sources = new WeakMap<App, LiveSource>();

/** The same for all pages. */
export function liveSourceOf(app: App): LiveSource {
  const source = sources.get(app) ?? { read: (view) => readLive(app, view) };
  sources.set(app, source);
  return source;
}

type Watcher = { view: LiveView; told: (body: LiveBody) => void; seen: string | null };

/** The pages of one source. */
class Watched {
  readonly watchers = new Set<Watcher>();
  readonly #source: LiveSource;
  #attention: { list: AttentionList | null; at: number } | null = null;

  constructor(source: LiveSource) {
    this.#source = source;
  }

  async look(): Promise<void> {
    const views = new Map([...this.watchers].map(({ view }) => [JSON.stringify(view), view]));
    for (const [key, view] of views) {
      const body = await this.#read(view);
      if (body !== null && !isRefusal(body)) this.#tell(key, body);
    }
  }

  /** With what waits, as it was read a moment ago. */
  async #read(view: LiveView): Promise<LiveBody | Refusal | null> {
    const now = performance.now();
    const known = this.#attention;
    const is_known = known !== null && now - known.at < ATTENTION_EVERY_MS;
    const body = await this.#source.read({ ...view, attention: view.attention && !is_known });
    if (!view.attention || body === null || isRefusal(body)) return body;
    if (is_known) return { ...body, attention: known.list };
    this.#attention = { list: body.attention, at: now };
    return body;
  }

  #tell(key: string, body: LiveBody): void {
    const content = contentOf(body);
    for (const watcher of this.watchers) {
      if (JSON.stringify(watcher.view) !== key || watcher.seen === content) continue;
      watcher.seen = content;
      watcher.told(body);
    }
  }
}

export function createLiveCounts(failed: (error: unknown) => void): LiveCounts {
  const watched = new Map<LiveSource, Watched>();
  let timer: NodeJS.Timeout | null = null;

  /** What one source cannot tell keeps none from the others. */
  const lookAll = async () => {
    for (const one of watched.values()) await one.look().catch(failed);
  };

  const lookSoon = () => {
    if (timer !== null || watched.size === 0) return;
    timer = setTimeout(() => {
      void lookAll().finally(() => {
        timer = null;
        lookSoon();
      });
    }, LOOK_EVERY_MS);
    timer.unref();
  };

  return {
    watch(source, view, told) {
      const of_source = watched.get(source) ?? new Watched(source);
      watched.set(source, of_source);
      const watcher = { view, told, seen: null };
      of_source.watchers.add(watcher);
      lookSoon();
      return () => {
        of_source.watchers.delete(watcher);
        if (of_source.watchers.size === 0 && watched.get(source) === of_source) {
          watched.delete(source);
        }
      };
    },
    size: () => [...watched.values()].reduce((sum, { watchers }) => sum + watchers.size, 0),
  };
}
