// A merchant's events as server-sent events: one message per event, heartbeats in between, and an
// end for readers that do not keep up.
import type { ServerResponse } from 'node:http';
import type { EventBody } from '../../app/callback/event-view.ts';
import type { EventSink } from '../../app/callback/follow-events.ts';

export type SinkTimes = { readonly beat_ms: number; readonly unread_most_ms: number };

/** A heartbeat is shorter than the usual idle timeout of proxies and load balancers, a minute. */
const SINK_TIMES: SinkTimes = { beat_ms: 15_000, unread_most_ms: 30_000 };

/** After so long clients that lost the stream connect again. */
const RETRY_MS = 2_000;

/** Clients send the `id` as `Last-Event-ID` when they connect again. */
const messageOf = (event: EventBody) => `id: ${event.number}\ndata: ${JSON.stringify(event)}\n\n`;

/** Resolves when the response has sent all that was written; false: not in time, or it is gone. */
function drained(response: ServerResponse, most_ms: number): Promise<boolean> {
  if (response.destroyed) return Promise.resolve(false);
  return new Promise((resolve) => {
    const done = (is_sent: boolean) => {
      clearTimeout(timer);
      response.off('drain', onDrain).off('close', onClose);
      resolve(is_sent);
    };
    const onDrain = () => done(true);
    const onClose = () => done(false);
    const timer = setTimeout(onClose, most_ms);
    response.once('drain', onDrain).once('close', onClose);
  });
}

/** At most one page of events is in memory for a reader, however slow it is. */
export function eventSink(response: ServerResponse, times: SinkTimes = SINK_TIMES): EventSink {
  let sent_ms = performance.now();
  const write = (text: string) => {
    sent_ms = performance.now();
    return response.write(text);
  };
  write(`retry: ${RETRY_MS}\n\n`);
  return {
    async send(events) {
      if (response.destroyed) return false;
      if (write(events.map(messageOf).join(''))) return true;
      const is_sent = await drained(response, times.unread_most_ms);
      // The reader connects again and goes on after the last event that it has read.
      if (!is_sent) response.destroy();
      return is_sent;
    },
    beat() {
      if (response.destroyed || performance.now() - sent_ms < times.beat_ms) return;
      write(':\n\n');
    },
  };
}
