// Notifies open pages of changes of their trades: at once if this process made the change, within a
// second if another did. Open pages without changes cause no queries of their own.
import type { Trade, TradeKey } from '../../domain/record/trade.ts';
import type { Store } from '../../store/batch/store.ts';
import {
  type EventRange,
  readEventHeads,
  readTradeMoments,
  readTradesOfEvents,
  type TradeMoment,
} from '../../store/trade/live-trades.ts';

export type { TradeMoment } from '../../store/trade/live-trades.ts';

export type Told = (moment: TradeMoment) => void;

export type LiveTrades = {
  /**
   * Calls `told` for each change from now on, and `again` whenever the sandbox's clock is advanced;
   * returns the function that ends this. Call it before reading the trade, so that no change in
   * between is lost.
   */
  watch(key: TradeKey, told: Told, again?: () => void): () => void;
  /** The trades that a batch of this process has changed. */
  changed(trades: readonly Trade[]): void;
  /** How many trades are watched. */
  size(): number;
  close(): void;
};

type Watched = {
  told: Set<Told>;
  /** The newest sequence that was reported; 0: none yet. */
  sequence: number;
};

type WatchedMerchant = {
  /** The number of the merchant's newest event that has been processed. */
  head: bigint | null;
  trades: Map<string, Watched>;
};

/** Half a second at worst and half of that for the answer: together less than a second. */
const LOOK_EVERY_MS = 400;

/** What to query for one merchant whose newest event is `head`. */
type Question = { keys: TradeKey[]; ranges: EventRange[] };

/**
 * If only a few events are new, read their trades; if there are more events than watched trades, it
 * is cheaper to read the watched trades themselves.
 */
function questionOf(merchant_id: string, merchant: WatchedMerchant, head: bigint): Question {
  const { head: before, trades } = merchant;
  if (before === head) return { keys: [], ranges: [] };
  // A head before the last one: the sandbox was reset.
  if (before !== null && head >= before && head - before <= BigInt(trades.size)) {
    return { keys: [], ranges: [{ merchant_id, after: before, upto: head }] };
  }
  const keys = [...trades.keys()].map((trade_id) => ({ merchant_id, trade_id }));
  return { keys, ranges: [] };
}

function createWatchList() {
  const merchants = new Map<string, WatchedMerchant>();
  const find = ({ merchant_id, trade_id }: TradeKey) =>
    merchants.get(merchant_id)?.trades.get(trade_id);
  return {
    merchants,
    find,
    join({ merchant_id, trade_id }: TradeKey, told: Told): void {
      const merchant = merchants.get(merchant_id) ?? { head: null, trades: new Map() };
      merchants.set(merchant_id, merchant);
      const trade = merchant.trades.get(trade_id) ?? { told: new Set(), sequence: 0 };
      merchant.trades.set(trade_id, trade);
      trade.told.add(told);
    },
    tell(moment: TradeMoment): void {
      const trade = find(moment);
      if (trade === undefined || trade.sequence >= moment.sequence) return;
      trade.sequence = moment.sequence;
      for (const told of trade.told) told(moment);
    },
    leave({ merchant_id, trade_id }: TradeKey, told: Told): void {
      const merchant = merchants.get(merchant_id);
      const trade = merchant?.trades.get(trade_id);
      if (merchant === undefined || trade === undefined) return;
      trade.told.delete(told);
      if (trade.told.size === 0) merchant.trades.delete(trade_id);
      if (merchant.trades.size === 0) merchants.delete(merchant_id);
    },
  };
}

type WatchList = ReturnType<typeof createWatchList>;

/**
 * One query for all pages of the process: the merchants' newest event numbers, which have no gaps
 * and follow the order of the commits. Then reads what changed at the merchants with new events.
 */
async function look(store: Store, watch_list: WatchList): Promise<void> {
  const { db } = store;
  const asked = [...watch_list.merchants];
  const heads = await readEventHeads(
    db,
    asked.map(([merchant_id]) => merchant_id),
  );
  const headOf = (merchant_id: string) => heads.get(merchant_id) ?? 0n;
  const questions = asked.map(([merchant_id, merchant]) =>
    questionOf(merchant_id, merchant, headOf(merchant_id)),
  );
  const ranges = questions.flatMap((question) => question.ranges);
  const moved = ranges.length === 0 ? [] : await readTradesOfEvents(db, ranges);
  const keys = [
    ...questions.flatMap((question) => question.keys),
    ...moved.filter((key) => watch_list.find(key) !== undefined),
  ];
  const moments = keys.length === 0 ? [] : await readTradeMoments(db, keys);
  // Set only now, so that a look that failed is repeated as a whole. A page opened meanwhile has
  // read its trade after these numbers, so it misses nothing up to them.
  for (const [merchant_id, merchant] of asked) merchant.head = headOf(merchant_id);
  for (const moment of moments) watch_list.tell(moment);
}

export function createLiveTrades(store: Store, failed: (error: unknown) => void): LiveTrades {
  const watch_list = createWatchList();
  /** Of each watched page: its time left is another one after an advance. */
  const advanced = new Set<() => void>();
  let ahead_ms = store.sandbox_ahead_ms;
  let timer: NodeJS.Timeout | null = null;
  let is_closed = false;

  const lookSoon = () => {
    if (timer !== null || is_closed) return;
    timer = setTimeout(() => void lookNow(), LOOK_EVERY_MS);
    timer.unref();
  };
  const lookNow = async () => {
    await look(store, watch_list).catch((error: unknown) => {
      // Errors after closing are expected.
      if (!is_closed) failed(error);
    });
    if (ahead_ms !== store.sandbox_ahead_ms) {
      ahead_ms = store.sandbox_ahead_ms;
      for (const again of advanced) again();
    }
    timer = null;
    if (watch_list.merchants.size > 0) lookSoon();
  };

  return {
    watch(key, told, again) {
      watch_list.join(key, told);
      if (again !== undefined) advanced.add(again);
      lookSoon();
      return () => {
        watch_list.leave(key, told);
        if (again !== undefined) advanced.delete(again);
      };
    },
    changed(trades) {
      for (const trade of trades) watch_list.tell(trade);
    },
    size: () =>
      [...watch_list.merchants.values()].reduce((sum, { trades }) => sum + trades.size, 0),
    close() {
      is_closed = true;
      if (timer !== null) clearTimeout(timer);
    },
  };
}
