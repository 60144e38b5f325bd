// One keep-alive connection of a load: a request goes out, its answer comes back, and a lost one is
// opened again.
import { connect, type Socket } from 'node:net';
import { createResponseParser, type ResponseHead } from './response-parser.ts';

export type LoadConnection = {
  /** Resolves when it is open for the first time. */
  readonly opened: Promise<void>;
  /** Only while it is open. */
  send(request: string): void;
  close(): void;
};

export type ConnectionEvents = {
  answered(head: ResponseHead): void;
  /** Also with a request under way, whose answer will not come. */
  lost(): void;
  /** Open again after it was lost. */
  back(): void;
};

export type HostAndPort = { readonly host: string; readonly port: number };

/** Each read is taken in before the next one happens, so all connections read into one buffer. */
const shared = Buffer.allocUnsafe(65_536);
const CONNECT_AGAIN_MS = 20;

export function openConnection(place: HostAndPort, events: ConnectionEvents): LoadConnection {
  const { promise: opened, resolve } = Promise.withResolvers<void>();
  let socket: Socket | null = null;
  let is_open = false;
  let was_open = false;
  let is_closed = false;

  function onOpen(): void {
    is_open = true;
    if (was_open) events.back();
    was_open = true;
    resolve();
  }

  function onClose(): void {
    const was_usable = is_open;
    is_open = false;
    if (is_closed) return;
    if (was_usable) events.lost();
    setTimeout(() => {
      if (!is_closed) socket = open();
    }, CONNECT_AGAIN_MS);
  }

  function open(): Socket {
    const parser = createResponseParser(events.answered);
    const callback = (length: number) => {
      parser.push(shared.subarray(0, length));
      return true;
    };
    const made = connect({ ...place, noDelay: true, onread: { buffer: shared, callback } });
    made.on('connect', onOpen);
    // Counted when it closes, which follows.
    made.on('error', () => made.destroy());
    made.on('end', () => made.destroy());
    made.on('close', onClose);
    return made;
  }

  socket = open();
  return {
    opened,
    send(request) {
      if (!is_open || socket === null) throw new Error('The connection is not open');
      socket.write(request, 'latin1');
    },
    close() {
      is_closed = true;
      socket?.destroy();
    },
  };
}
