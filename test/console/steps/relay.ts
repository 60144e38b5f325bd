// Between a browser and the service: it passes bytes on, is closed as if the service had been
// killed, or takes everything and lets nothing come back, as a service that hangs.
import { once } from 'node:events';
import type { AddressInfo } from 'node:net';
import { connect, createServer, type Server, type Socket } from 'node:net';

export type Relay = {
  readonly url: string;
  pass(): Promise<void>;
  kill(): Promise<void>;
  hang(): void;
  stop(): Promise<void>;
};

export async function openRelay(service_url: string): Promise<Relay> {
  const to = Number(new URL(service_url).port);
  const open = new Set<Socket>();
  let hangs = false;

  function join(from: Socket): void {
    const service = connect(to, '127.0.0.1');
    for (const [one, other] of [
      [from, service],
      [service, from],
    ] as const) {
      open.add(one);
      one.on('data', (bytes) => void (hangs || other.write(bytes)));
      one.once('end', () => void (hangs || other.end()));
      one.once('close', () => open.delete(one));
      // Whoever kills a connection does not say goodbye.
      one.on('error', () => other.destroy());
    }
  }

  async function listenAt(port: number): Promise<Server> {
    const server = createServer(join).listen(port, '127.0.0.1');
    await once(server, 'listening');
    return server;
  }

  function endAll(): void {
    for (const socket of open) socket.destroy();
  }

  let server: Server | null = await listenAt(0);
  const { port } = server.address() as AddressInfo;

  async function close(): Promise<void> {
    if (server === null) return;
    const closed = once(server, 'close');
    server.close();
    server = null;
    endAll();
    await closed;
  }

  return {
    url: `http://127.0.0.1:${port}`,
    async pass() {
      // What hung has lost its place in the stream of bytes.
      if (hangs) endAll();
      hangs = false;
      server ??= await listenAt(port);
    },
    kill: close,
    hang() {
      hangs = true;
    },
    stop: close,
  };
}
