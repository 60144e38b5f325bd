// A proxy that ends TLS in front of a service, as a document tells operators to set one up. Its
// certificate is for 127.0.0.1 and signed by itself.
import { once } from 'node:events';
import { readFileSync } from 'node:fs';
import { request } from 'node:http';
import { createServer } from 'node:https';
import { fileURLToPath } from 'node:url';

const CERTIFICATE = new URL('../../jobs/receiver-cert.pem', import.meta.url);
const KEY = new URL('../../jobs/receiver-key.pem', import.meta.url);

export const CERTIFICATE_FILE = fileURLToPath(CERTIFICATE);
export const KEY_FILE = fileURLToPath(KEY);

export type TlsProxy = { close(): Promise<void> };

/** Replaces what a client claims of its address. */
export async function startTlsProxy(service_port: number, port: number): Promise<TlsProxy> {
  const server = createServer({ cert: readFileSync(CERTIFICATE), key: readFileSync(KEY) });
  server.on('request', (asked, answer) => {
    const { connection: _hop, ...headers } = asked.headers;
    const to_service = request({
      ...{ host: '127.0.0.1', port: service_port, path: asked.url, method: asked.method },
      headers: { ...headers, 'x-forwarded-for': asked.socket.remoteAddress },
    });
    to_service.on('response', (answered) => {
      answer.writeHead(answered.statusCode ?? 502, answered.rawHeaders);
      answered.pipe(answer);
    });
    to_service.on('error', () => answer.writeHead(502).end());
    asked.pipe(to_service);
  });
  server.listen(port, '127.0.0.1');
  await once(server, 'listening');
  return {
    async close() {
      server.closeAllConnections();
      server.close();
      await once(server, 'close');
    },
  };
}
