// One keep-alive connection of a load: sends a request, reads its answer, and reconnects if the
// connection is lost.
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
  /** The connection was lost; a running request will get no answer. */
  lost(): void;
  /** The connection is open again after it was lost. */
  back(): void;
};

export type HostAndPort = { readonly host: string; readonly port: number };

/** Each read is parsed before the next one starts, so all connections share one buffer. */
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
    // The close event follows and counts the loss.
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
