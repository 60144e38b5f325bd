// What is live: one stream of the service for the whole tab. When it is lost, the page says since
// when, reads the counts by itself every ten seconds, and takes the stream up again when it can. A
// stream that is lost or has nothing to say is a reason to ask whether the service answers at all.
import { useQueryClient } from '@tanstack/react-query';
import { createContext, type ReactNode, useContext, useEffect, useState } from 'react';
import { call } from '../../api/client.ts';
import { keepAnswer, readLiveAgain } from '../../api/keys.ts';
import { reach } from '../../api/reach.ts';
import type { LiveCounts, Trade } from '../../api/schema.gen.ts';

export type Live = {
  readonly body: LiveCounts | null;
  /** Since when the stream is lost; null: it is there, or has never been. */
  readonly stale_since: Date | null;
};

const NOTHING: Live = { body: null, stale_since: null };
const Here = createContext<Live>(NOTHING);

export const useLive = (): Live => useContext(Here);

/** The stream's address; the session's cookie goes along. */
const STREAM = '/operator/v1/live';
const POLL_EVERY_MS = 10_000;
const RETRY_MS = 5_000;
/** The service sends the counts again every 25 seconds, whatever happens. */
const SILENT_AFTER_MS = 40_000;

type Told = { readonly body: (body: LiveCounts) => void; readonly lost: () => void };

/** Opens the stream again and again until it is closed. */
function follow({ body, lost }: Told): () => void {
  let source: EventSource | null = null;
  let retry: ReturnType<typeof setTimeout> | null = null;
  let silence: ReturnType<typeof setTimeout> | null = null;
  const close = () => {
    if (retry !== null) clearTimeout(retry);
    if (silence !== null) clearTimeout(silence);
    source?.close();
    source = null;
  };
  const listen = () => {
    if (silence !== null) clearTimeout(silence);
    silence = setTimeout(reach.suspect, SILENT_AFTER_MS);
  };
  const open = () => {
    close();
    const own = new EventSource(STREAM);
    source = own;
    listen();
    own.addEventListener('counts', ({ data }: MessageEvent<string>) => {
      listen();
      reach.answered();
      body(JSON.parse(data));
    });
    own.addEventListener('error', () => {
      lost();
      reach.suspect();
      // A browser takes a broken connection up by itself, but not a refusal.
      if (own.readyState === EventSource.CLOSED) retry = setTimeout(open, RETRY_MS);
    });
  };
  const leave = reach.subscribe(() => {
    if (reach.current().silent_since === null) {
      if (source === null) open();
      return;
    }
    lost();
    close();
  });
  open();
  return () => {
    leave();
    close();
  };
}

export function LiveProvider({ children }: { children: ReactNode }) {
  const [live, setLive] = useState<Live>(NOTHING);
  const client = useQueryClient();
  useEffect(() => {
    const take = (body: LiveCounts) => {
      if (body.attention !== null) keepAnswer(client, 'listAttention', {}, body.attention);
      void readLiveAgain(client);
      setLive({ body, stale_since: null });
    };
    const lost = () => setLive((now) => ({ ...now, stale_since: now.stale_since ?? new Date() }));
    return follow({ body: take, lost });
  }, [client]);
  const is_stale = live.stale_since !== null;
  useEffect(() => {
    if (!is_stale) return;
    const poll = setInterval(() => {
      if (reach.current().silent_since !== null) return;
      call('getLive', {}).then(
        (body) => setLive((now) => ({ ...now, body })),
        // The page says already that it is not live.
        () => undefined,
      );
    }, POLL_EVERY_MS);
    return () => clearInterval(poll);
  }, [is_stale]);
  return <Here.Provider value={live}>{children}</Here.Provider>;
}

/** How many trades of a direction are in a state. */
export function countOf(
  { trades }: LiveCounts,
  direction: Trade['direction'],
  state: Trade['state'],
): number {
  const parts = trades.find((one) => one.state === state)?.parts ?? [];
  return parts
    .filter((part) => part.direction === direction)
    .reduce((sum, { count }) => sum + count, 0);
}

/** As tabs show it; nothing while it is not known. */
export const shownCount = (count: number | null): { count?: string } =>
  count === null ? {} : { count: count >= 1_000 ? '1,000+' : String(count) };
