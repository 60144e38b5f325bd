// The connections on which open pages are told of changes: how many there may be, their beats, and
// their end.
import type { ServerResponse } from 'node:http';

export type StreamLimits = {
  /** Of one trade's page: it may be open on a phone and on a desk. */
  readonly per_page: number;
  /** Many customers may stand behind one address. */
  readonly per_address: number;
  /** Of the process. */
  readonly most: number;
};

export const STREAM_LIMITS = { per_page: 6, per_address: 512, most: 20_000 } as const;

/** Who a stream is for. */
export type StreamOf = { readonly page: string; readonly address: string };

/** A place that is taken before the work for it begins. */
export type Seat = {
  /** `message` gives what is to be told at that moment, as text of the stream. */
  open(response: ServerResponse, message: () => string): Stream;
  leave(): void;
};

export type Stream = {
  /** Tells now what there is to tell. */
  tell(): void;
};

export type LiveStreams = {
  /** Null where there is no room for another. */
  take(of: StreamOf): Seat | null;
  size(): number;
  /** Ends all, and takes no more: browsers come again by themselves. */
  stop(): void;
};

/** Shorter than the idle time of the usual proxies and load balancers, a minute. */
const BEAT_EVERY_S = 25;
const SECOND_MS = 1_000;
/** Half an hour: what nobody reads any more, unseen by the network, ends with it. */
const BEATS = 72;
/** A reader that takes nothing holds this much memory and no more. */
const MOST_UNREAD_BYTES = 16_384;

/** Those who lose their stream together come back apart. */
const retryText = (least_ms: number, most_ms: number) =>
  `retry: ${Math.round(least_ms + Math.random() * (most_ms - least_ms))}\n\n`;
const firstRetry = () => retryText(1_000, 4_000);
const lastRetry = () => retryText(1_000, 10_000);

type Open = { response: ServerResponse; message: () => string; beats_left: number };

function createCounts() {
  const counts = new Map<string, number>();
  return {
    of: (key: string) => counts.get(key) ?? 0,
    add(key: string, by: number): void {
      const count = (counts.get(key) ?? 0) + by;
      if (count === 0) counts.delete(key);
      else counts.set(key, count);
    },
  };
}

function write({ response, message }: Open): void {
  if (response.writableLength > MOST_UNREAD_BYTES) response.destroy();
  else response.write(message());
}

function end({ response }: Open): void {
  response.end(lastRetry());
}

/** One timer for all: every second the streams of one slot get their beat. */
function createBeats() {
  const slots = Array.from({ length: BEAT_EVERY_S }, () => new Set<Open>());
  let [at, timer]: [number, NodeJS.Timeout | null] = [0, null];
  const beat = () => {
    at = (at + 1) % slots.length;
    for (const open of slots[at] ?? []) {
      open.beats_left -= 1;
      if (open.beats_left <= 0) end(open);
      else write(open);
    }
  };
  /** The emptiest, so that beats are spread evenly over the seconds. */
  const emptiest = () => slots.reduce((best, slot) => (slot.size < best.size ? slot : best));
  return {
    all: () => slots.flatMap((slot) => [...slot]),
    add(open: Open): () => void {
      timer ??= setInterval(beat, SECOND_MS).unref();
      const slot = emptiest();
      slot.add(open);
      return () => slot.delete(open);
    },
    stop() {
      if (timer !== null) clearInterval(timer);
    },
  };
}

export function createLiveStreams(limits: StreamLimits): LiveStreams {
  const by_page = createCounts();
  const by_address = createCounts();
  const beats = createBeats();
  let [size, is_stopped] = [0, false];
  const count = ({ page, address }: StreamOf, by: number) => {
    by_page.add(page, by);
    by_address.add(address, by);
    size += by;
  };
  return {
    take(of) {
      const is_full =
        size >= limits.most ||
        by_page.of(of.page) >= limits.per_page ||
        by_address.of(of.address) >= limits.per_address;
      if (is_full || is_stopped) return null;
      count(of, 1);
      let is_left = false;
      const leave = () => {
        if (!is_left) count(of, -1);
        is_left = true;
      };
      return {
        leave,
        open(response, message) {
          const open = { response, message, beats_left: BEATS };
          const remove = beats.add(open);
          response.once('close', () => {
            remove();
            leave();
          });
          response.write(firstRetry());
          write(open);
          // It was on its way while the service was told to stop.
          if (is_stopped) end(open);
          return { tell: () => write(open) };
        },
      };
    },
    size: () => size,
    stop() {
      is_stopped = true;
      beats.stop();
      for (const open of beats.all()) end(open);
    },
  };
}
