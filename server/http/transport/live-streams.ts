// The connections that notify open pages of changes: their limits, heartbeats and end.

import type { ServerResponse } from 'node:http';
import { SECOND_MS } from '../../lib/durations.ts';

export type StreamLimits = {
  /** For one trade's page: it may be open on several devices. */
  readonly per_page: number;
  /** For one address, which many customers may share. */
  readonly per_address: number;
  /** For the whole process. */
  readonly most: number;
};

export const STREAM_LIMITS = { per_page: 6, per_address: 512, most: 20_000 } as const;

/** Whom a stream belongs to. */
export type StreamOf = { readonly page: string; readonly address: string };

/** A stream that is counted before the work for it begins. */
export type ReservedStream = {
  /** `message` returns the present message as text of the stream. */
  open(response: ServerResponse, message: () => string): Stream;
  leave(): void;
};

export type Stream = {
  /** Sends the present message now. */
  tell(): void;
};

export type LiveStreams = {
  /** Null if a limit is reached. */
  take(of: StreamOf): ReservedStream | null;
  size(): number;
  /** Ends all streams and accepts no more: browsers reconnect by themselves. */
  stop(): void;
};

/** Shorter than the usual idle timeout of proxies and load balancers, a minute. */
const BEAT_EVERY_S = 25;
/** A stream ends after half an hour, so that connections lost without notice end too. */
const BEATS = 72;
/** A reader that does not read uses at most this much memory. */
const MOST_UNREAD_BYTES = 16_384;

/** A random delay, so that browsers that lost their streams together do not reconnect together. */
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

/** One timer for all: every second the streams of one slot get their heartbeat. */
function createHeartbeats() {
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
  /** The slot with the fewest streams, so that heartbeats are spread evenly over the seconds. */
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
  const beats = createHeartbeats();
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
          // The request arrived while the service was being stopped.
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
