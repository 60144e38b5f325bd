// The connections of a load, each with at most one running request.
import { setTimeout as sleep } from 'node:timers/promises';
import { type HostAndPort, type LoadConnection, openConnection } from './connection.ts';
import type { ResponseHead } from './response-parser.ts';

export type Lines = {
  count(): number;
  /** The time of a request runs from `since_ms`, which may lie before now. */
  ask(index: number, request: string, since_ms: number): void;
  /** Waits for the last answers, for a while, and closes everything. */
  end(): Promise<void>;
};

export type LineEvents = {
  answered(head: ResponseHead, since_ms: number, now_ms: number): void;
  unanswered(since_ms: number, now_ms: number): void;
  /** The line has its answer or is open again, so it can take a request. */
  free(index: number, now_ms: number): void;
  lost(index: number): void;
};

type Line = {
  connection: LoadConnection;
  /** When its request was due; null while it has none. */
  since_ms: number | null;
};

/** Limits how many connections wait for the service to accept them. */
const CONNECT_AT_ONCE = 128;
/** How long to wait for answers after the end; later ones count as unanswered. */
const DRAIN_MS = 10_000;
const LOOK_EVERY_MS = 10;

function openLine(place: HostAndPort, index: number, events: LineEvents): Line {
  const take = (): number | null => {
    const { since_ms } = line;
    line.since_ms = null;
    return since_ms;
  };
  const connection = openConnection(place, {
    answered(head) {
      const now_ms = performance.now();
      const since_ms = take();
      if (since_ms === null) throw new Error('An answer came to no request');
      events.answered(head, since_ms, now_ms);
      // If the answer closes the connection, the line is free once it is open again.
      if (!head.closes) events.free(index, now_ms);
    },
    lost() {
      events.lost(index);
      const since_ms = take();
      if (since_ms !== null) events.unanswered(since_ms, performance.now());
    },
    back: () => events.free(index, performance.now()),
  });
  const line: Line = { connection, since_ms: null };
  return line;
}

async function openAll(place: HostAndPort, count: number, events: LineEvents): Promise<Line[]> {
  const lines: Line[] = [];
  while (lines.length < count) {
    const first = lines.length;
    const some = Math.min(CONNECT_AT_ONCE, count - first);
    const opened = Array.from({ length: some }, (_, offset) =>
      openLine(place, first + offset, events),
    );
    lines.push(...opened);
    await Promise.all(opened.map((line) => line.connection.opened));
  }
  return lines;
}

/** Resolves when every connection is open. */
export async function openLines(
  place: HostAndPort,
  count: number,
  events: LineEvents,
): Promise<Lines> {
  const lines = await openAll(place, count, events);
  const isBusy = (line: Line) => line.since_ms !== null;
  return {
    count: () => lines.length,
    ask(index, request, since_ms) {
      const line = lines[index];
      if (line === undefined) throw new Error(`No line ${index}`);
      line.since_ms = since_ms;
      line.connection.send(request);
    },
    async end() {
      const patience_ms = performance.now() + DRAIN_MS;
      while (lines.some(isBusy) && performance.now() < patience_ms) await sleep(LOOK_EVERY_MS);
      const now_ms = performance.now();
      for (const line of lines) {
        line.connection.close();
        if (line.since_ms !== null) events.unanswered(line.since_ms, now_ms);
      }
    },
  };
}
