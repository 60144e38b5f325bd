// Wakes those who wait for a merchant's next event: soon after this process made it, within half a
// second if another process did. Without anybody waiting there are no queries.
import type { Store } from '../../store/batch/store.ts';
import { readEventHeads } from '../../store/trade/live-trades.ts';

export type EventListener = {
  merchant_id: string;
  /** The number of the last event that the listener has. */
  has(): number;
  /** Called if there may be a later event, or if the service stops; the listener then looks. */
  told(): void;
};

export type EventSignals = {
  /** Call it before reading, so that no event in between is lost; returns the end of listening. */
  listen(listener: EventListener): () => void;
  /** A batch of this process has made events of these merchants. */
  changed(merchant_ids: Iterable<string>): void;
  tellAll(): void;
  close(): void;
};

const LOOK_EVERY_MS = 400;
/** A busy merchant's batches come faster than its listeners need to read. */
const GATHER_MS = 20;

function createListeners() {
  const by_merchant = new Map<string, Set<EventListener>>();
  return {
    merchant_ids: () => [...by_merchant.keys()],
    isEmpty: () => by_merchant.size === 0,
    of: (merchant_id: string) => [...(by_merchant.get(merchant_id) ?? [])],
    add(listener: EventListener): void {
      const listeners = by_merchant.get(listener.merchant_id) ?? new Set();
      by_merchant.set(listener.merchant_id, listeners.add(listener));
    },
    remove(listener: EventListener): void {
      const listeners = by_merchant.get(listener.merchant_id);
      listeners?.delete(listener);
      if (listeners?.size === 0) by_merchant.delete(listener.merchant_id);
    },
  };
}

/** `may_begin_anew`: in a sandbox, a reset makes numbers begin at 1 again. */
export function createEventSignals(
  store: Store,
  failed: (error: unknown) => void,
  may_begin_anew = false,
): EventSignals {
  const listeners = createListeners();
  const changed_here = new Set<string>();
  let timer: NodeJS.Timeout | null = null;
  let gathering: NodeJS.Timeout | null = null;
  let is_closed = false;

  /** One query for all merchants with listeners: event numbers have no gaps. */
  const look = async () => {
    const heads = await readEventHeads(store.db, listeners.merchant_ids());
    for (const [merchant_id, head] of heads) {
      for (const listener of listeners.of(merchant_id)) {
        const has = BigInt(listener.has());
        if (has < head || (may_begin_anew && has > head)) listener.told();
      }
    }
  };
  const lookNow = async () => {
    await look().catch((error: unknown) => {
      // Errors after closing are expected.
      if (!is_closed) failed(error);
    });
    timer = null;
    lookSoon();
  };
  const lookSoon = () => {
    if (timer !== null || is_closed || listeners.isEmpty()) return;
    timer = setTimeout(() => void lookNow(), LOOK_EVERY_MS);
    timer.unref();
  };
  const tellChanged = () => {
    gathering = null;
    const merchant_ids = [...changed_here];
    changed_here.clear();
    for (const merchant_id of merchant_ids) {
      for (const listener of listeners.of(merchant_id)) listener.told();
    }
  };

  return {
    listen(listener) {
      listeners.add(listener);
      lookSoon();
      return () => listeners.remove(listener);
    },
    changed(merchant_ids) {
      if (listeners.isEmpty() || is_closed) return;
      for (const merchant_id of merchant_ids) changed_here.add(merchant_id);
      gathering ??= setTimeout(tellChanged, GATHER_MS).unref();
    },
    tellAll() {
      for (const merchant_id of listeners.merchant_ids()) {
        for (const listener of listeners.of(merchant_id)) listener.told();
      }
    },
    close() {
      is_closed = true;
      if (timer !== null) clearTimeout(timer);
      if (gathering !== null) clearTimeout(gathering);
    },
  };
}
