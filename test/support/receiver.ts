// A merchant's callback receiver on this machine, as well-behaved or as hostile as a test needs.
import { EventEmitter, once } from 'node:events';
import { createServer, type IncomingHttpHeaders, type ServerResponse } from 'node:http';
import { createServer as createTlsServer } from 'node:https';
import {
  type AddressInfo,
  createServer as createTcpServer,
  type Server,
  type Socket,
} from 'node:net';
import { wholeBody } from '../../bench/harness/whole-body.ts';

export type ReceivedCallback = {
  readonly method: string;
  readonly path: string;
  readonly headers: IncomingHttpHeaders;
  readonly body: string;
};

export type ReceiverAnswer = {
  readonly status: number;
  readonly headers?: Readonly<Record<string, string>>;
  readonly body?: string | Uint8Array;
};

/** The answer to send; a script that answers by itself, or never, returns null. */
export type Script = (
  received: ReceivedCallback,
  response: ServerResponse,
) => ReceiverAnswer | null | Promise<ReceiverAnswer | null>;

export type Receiver = {
  /** Ends with a slash. */
  readonly url: string;
  readonly port: number;
  readonly received: readonly ReceivedCallback[];
  /** The total number of opened connections. */
  connections(): number;
  /** Resolves as soon as this many callbacks have arrived. */
  until(count: number): Promise<void>;
  /** Also ends hanging connections. */
  close(): Promise<void>;
};

export type ReceiverOptions = {
  readonly script?: Script;
  readonly tls?: { readonly key: string; readonly cert: string };
  readonly host?: string;
};

const OK: ReceiverAnswer = { status: 200, body: 'ok' };

/** Never answers. */
export const hang: Script = () => null;

export async function startReceiver(options: ReceiverOptions = {}): Promise<Receiver> {
  const { script = () => OK, tls, host = '127.0.0.1' } = options;
  const received: ReceivedCallback[] = [];
  const arrivals = new EventEmitter();
  const server = tls === undefined ? createServer() : createTlsServer(tls);
  server.on('request', async (request, response) => {
    const { method = '', url: path = '', headers } = request;
    const body = await wholeBody(request);
    if (body === null) return;
    const callback = { method, path, headers, body };
    received.push(callback);
    arrivals.emit('callback');
    const answer = await script(callback, response);
    if (answer !== null) response.writeHead(answer.status, answer.headers).end(answer.body);
  });
  const open = await listen(server, host);
  return {
    ...open,
    url: `${tls === undefined ? 'http' : 'https'}://${urlHost(host)}:${open.port}/`,
    received,
    until: async (count) => {
      while (received.length < count) await once(arrivals, 'callback');
    },
  };
}

/** For answers that Node's own server would never send: the test writes the bytes itself. */
export async function startRawReceiver(
  answer: (socket: Socket) => unknown,
): Promise<Pick<Receiver, 'url' | 'port' | 'connections' | 'close'>> {
  const server = createTcpServer((socket) => {
    socket.on('error', () => socket.destroy());
    socket.once('data', () => answer(socket));
  });
  const open = await listen(server, '127.0.0.1');
  return { ...open, url: `http://127.0.0.1:${open.port}/` };
}

async function listen(server: Server, host: string) {
  const sockets = new Set<Socket>();
  let count = 0;
  server.on('connection', (socket) => {
    count += 1;
    sockets.add(socket);
    socket.once('close', () => sockets.delete(socket));
  });
  server.listen(0, host);
  await once(server, 'listening');
  return {
    port: (server.address() as AddressInfo).port,
    connections: () => count,
    close: async () => {
      server.close();
      for (const socket of sockets) socket.destroy();
      await once(server, 'close');
    },
  };
}

function urlHost(host: string): string {
  return host.includes(':') ? `[${host}]` : host;
}
